import type { QueryClient } from '@tanstack/react-query'
import { copyText } from '../../../ui/copy-text.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { runPreview } from '../lab/run-commands.ts'
import { readLab } from '../lab/store.ts'
import { openTable, setExpanded } from '../lab/table-commands.ts'
import { tableQuery, type TablePlace } from './queries.ts'
import type { TableTreeRow } from './tree-rows.ts'

const placeOf = ({ dbId, schema, name }: TableTreeRow): TablePlace => ({ dbId, schema, name })

/** Unfolds or folds; a table is put beside the tab by its first unfolding. */
export function toggleTable(tabId: string, row: TableTreeRow): void {
  if (row.opened) void setExpanded(row.opened.id, !row.opened.expanded)
  else openTable(tabId, placeOf(row))
}

async function selectOf(client: QueryClient, { dbId, schema, name }: TableTreeRow): Promise<string | undefined> {
  try {
    return (await client.fetchQuery(tableQuery(dbId, schema, name))).selectStar
  } catch {
    showToast('danger', t('sqllab.tableFailed.fetching'))
    return undefined
  }
}

/** Its first rows, in a pane of their own below the editor. */
export async function previewRows(client: QueryClient, tabId: string, row: TableTreeRow): Promise<void> {
  const id = row.opened?.id ?? openTable(tabId, placeOf(row))
  const statement = await selectOf(client, row)
  const table = readLab().sql.tables.find((one) => one.id === id)
  if (statement !== undefined && table) runPreview(table, statement)
}

export async function copySelect(client: QueryClient, row: TableTreeRow): Promise<void> {
  const statement = await selectOf(client, row)
  if (statement !== undefined) await copyText(statement)
}
