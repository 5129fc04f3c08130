import type { MenuEntry } from '../../ui/Menu.tsx'
import { t } from '../../words/words.ts'

export interface DatasetMenuFacts {
  readonly type: 'table' | 'query'
  /** Owners and admins. */
  readonly mayEdit: boolean
  readonly mayUseSql: boolean
}

export interface DatasetMenuActions {
  readonly edit: () => void
  readonly swap: () => void
  readonly preview: () => void
  readonly saveAsDataset: () => void
  /** The address of the SQL editor with the SQL behind the source. */
  readonly sqlAddress: string
}

/** What can be done with the source of a chart. */
export const datasetMenu = ({ type, mayEdit, mayUseSql }: DatasetMenuFacts, actions: DatasetMenuActions): readonly MenuEntry[] => {
  const inSql: MenuEntry[] = mayUseSql ? [{ key: 'sql', label: t('explore.openInSql'), to: actions.sqlAddress }] : []
  if (type === 'query')
    return [
      { key: 'preview', label: t('explore.queryPreview'), onSelect: actions.preview },
      ...inSql,
      { key: 'save', label: t('explore.saveAsDataset'), onSelect: actions.saveAsDataset },
    ]
  return [
    {
      key: 'edit',
      label: t('explore.editDataset'),
      isDisabled: !mayEdit,
      hint: mayEdit ? undefined : t('explore.ownersOnly'),
      onSelect: actions.edit,
    },
    { key: 'swap', label: t('explore.swapDataset'), onSelect: actions.swap },
    ...inSql,
  ]
}

const longestTitle = 25

/** A long title is cut on the screen; then the whole of it is in the tooltip. */
export const titleTooltip = (title: string): string | undefined => (title.length > longestTitle ? title : undefined)
