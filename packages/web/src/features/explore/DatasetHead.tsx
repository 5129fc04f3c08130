import { Database, Ellipsis, PanelLeftClose, SquareTerminal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { may, mayEdit } from '../../api/bootstrap.ts'
import { marksOf, type Dataset } from '../../controls/dataset.ts'
import { MarkGlyphs } from '../../controls/MarkGlyphs.tsx'
import { openDatasetDialog } from '../../dataset-door.ts'
import { links } from '../../links.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { t } from '../../words/words.ts'
import { datasetMenu, titleTooltip } from './dataset-menu.ts'
import styles from './DatasetPanel.module.css'

const QueryPreview = lazy(async () => ({ default: (await import('./QueryPreview.tsx')).QueryPreview }))

export interface DatasetHeadProps {
  readonly dataset: Dataset
  readonly onEdited: (dataset: Dataset) => void
  readonly onSwapped: (dataset: Dataset) => void
  /** The query becomes a dataset, and the chart goes over to it. */
  readonly onSaveQuery: () => void
  readonly onHide: () => void
}

const sqlAddressOf = (dataset: Dataset): string =>
  links.sql({
    dbid: dataset.database.id,
    sql: dataset.sql || dataset.select_star || `SELECT *\nFROM ${dataset.table_name}`,
    ...(dataset.schema ? { schema: dataset.schema } : {}),
  })

/** The source of the chart, what is said about it, and what can be done with it. */
export const DatasetHead = ({ dataset, onEdited, onSwapped, onSaveQuery, onHide }: DatasetHeadProps) => {
  const [isPreviewed, setIsPreviewed] = useState(false)
  const tooltip = titleTooltip(dataset.table_name)
  const title = <h2 className={styles.title}>{dataset.table_name}</h2>
  return (
    <header className={styles.head}>
      {dataset.type === 'query' ? <SquareTerminal size={14} aria-hidden /> : <Database size={14} aria-hidden />}
      <span className={styles.titleBox}>{tooltip === undefined ? title : <Tooltip text={tooltip}>{title}</Tooltip>}</span>
      <MarkGlyphs marks={marksOf(dataset)} />
      <Menu
        label={t('explore.datasetMenu')}
        align="end"
        trigger={(props) => <IconButton {...props} label={t('explore.datasetMenu')} icon={<Ellipsis size={16} />} />}
        items={datasetMenu(
          { type: dataset.type, mayEdit: mayEdit(dataset.owners), mayUseSql: may('menu_access', 'SQL Lab') },
          {
            edit: () => openDatasetDialog({ kind: 'edit', id: dataset.id, onSaved: onEdited }),
            swap: () => openDatasetDialog({ kind: 'swap', onSwapped }),
            preview: () => setIsPreviewed(true),
            saveAsDataset: onSaveQuery,
            sqlAddress: sqlAddressOf(dataset),
          },
        )}
      />
      <IconButton label={t('explore.hideDataset')} icon={<PanelLeftClose size={16} />} onClick={onHide} />
      {isPreviewed && (
        <Suspense fallback={null}>
          <QueryPreview dataset={dataset} sqlAddress={sqlAddressOf(dataset)} onClose={() => setIsPreviewed(false)} />
        </Suspense>
      )}
    </header>
  )
}
