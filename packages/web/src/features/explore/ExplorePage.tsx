import { useSearchParams } from 'react-router'
import { normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { readDatasource } from '../../viz/chart-data.ts'
import { t } from '../../words/words.ts'
import { Explorer } from './Explorer.tsx'
import styles from './Explorer.module.css'
import { useOpened } from './queries.ts'

const readNumber = (text: string | null): number | undefined => (text !== null && /^\d+$/.test(text) ? Number(text) : undefined)

/** `/explore/`: a saved chart, or a new one over a dataset. */
export const ExplorePage = () => {
  const [search] = useSearchParams()
  const sliceId = readNumber(search.get('slice_id'))
  const datasetId = readNumber(search.get('datasource_id')) ?? readNumber(search.get('dataset_id')) ?? readDatasource(search.get('datasource'))?.id
  const opened = useOpened(sliceId, datasetId)
  const vizType = search.get('viz_type')

  if (sliceId === undefined && datasetId === undefined)
    return (
      <div className={styles.missing}>
        <EmptyState
          title={t('explore.missingUrl')}
          text={t('explore.missingUrlHint')}
          action={<ButtonLink to={links.newChart()}>{t('explore.newChart')}</ButtonLink>}
        />
      </div>
    )
  if (opened.error)
    return (
      <div className={styles.failure}>
        <ErrorBox title={t('viz.failedTitle')} text={normaliseError(opened.error).error} onRetry={() => void opened.refetch()} />
      </div>
    )
  if (!opened.data)
    return (
      <div className={styles.skeleton} role="status" aria-label={t('ui.loading')}>
        <Skeleton height={240} width="80%" />
        <Skeleton height={360} width="90%" />
        <Skeleton height={420} />
      </div>
    )
  const { chart, form, dataset } = opened.data
  if (!dataset)
    return (
      <div className={styles.missing}>
        <EmptyState
          title={t('explore.missingDataset')}
          text={t('explore.missingDatasetHint')}
          action={<ButtonLink to={links.datasets()}>{t('explore.dataset')}</ButtonLink>}
        />
      </div>
    )
  return (
    <Explorer
      key={`${String(chart?.id ?? 'new')} ${String(dataset.id)} ${vizType ?? ''}`}
      chart={chart}
      form={chart ? form : { viz_type: vizType ?? 'table' }}
      dataset={dataset}
      dashboardId={readNumber(search.get('dashboard_id'))}
    />
  )
}
