import { useDeferredValue, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Select.tsx'
import { readDatasource } from '../../viz/chart-data.ts'
import { t } from '../../words/words.ts'
import styles from './Explorer.module.css'
import { useDatasetOptions } from './queries.ts'
import { TypeGrid } from './TypePicker.tsx'

/** `/chart/add`: a dataset, a type, and on to the explorer. */
export const NewChartPage = () => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [datasetId, setDatasetId] = useState(() => readDatasource(search.get('datasource'))?.id)
  const [type, setType] = useState<string | undefined>('echarts_timeseries_line')
  const datasets = useDatasetOptions(useDeferredValue(text))
  const dashboard = search.get('dashboard_id')
  const go = (id: string | undefined): void => {
    if (datasetId === undefined || id === undefined) return
    void navigate(
      links.explore({ datasource_type: 'table', datasource_id: datasetId, viz_type: id, ...(dashboard === null ? {} : { dashboard_id: Number(dashboard) }) }),
    )
  }
  if (datasets.data?.length === 0 && text === '')
    return (
      <div className={styles.missing}>
        <EmptyState
          title={t('explore.noDatasets')}
          text={t('explore.noDatasetsHint')}
          action={<ButtonLink to={links.newDataset()}>{t('explore.addDataset')}</ButtonLink>}
        />
      </div>
    )
  return (
    <div className={styles.new}>
      <h1>{t('explore.newChart')}</h1>
      <section className={styles.newSection}>
        <h2>{t('explore.chooseDataset')}</h2>
        <Select
          size="md"
          label={t('explore.chooseDataset')}
          placeholder={t('explore.datasetPlaceholder')}
          isLoading={datasets.isFetching}
          error={datasets.error ? normaliseError(datasets.error).error : undefined}
          options={(datasets.data ?? []).map(({ id, table_name: name, schema }) => ({ value: id, label: schema ? `${name} (${schema})` : name }))}
          value={datasetId}
          onChange={setDatasetId}
          onSearch={setText}
        />
      </section>
      <section className={styles.newSection}>
        <h2>{t('explore.chooseType')}</h2>
        <TypeGrid value={type} onChange={setType} onConfirm={go} />
      </section>
      <div className={styles.newFoot}>
        <Button size="md" kind="primary" isDisabled={datasetId === undefined || type === undefined} onClick={() => go(type)}>
          {t('explore.goOn')}
        </Button>
      </div>
    </div>
  )
}
