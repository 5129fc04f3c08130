import type { ColumnSummary } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { unwrap } from '../http/problem.ts'
import { momentOf } from '../moment.ts'
import type { LoadedDataset } from './load-dataset.ts'
import { mayUseSource } from './may-use-source.ts'
import { mainTimeOf, mergeColumns, type ColumnChanges } from './merge-columns.ts'
import { readColumns } from './read-columns.ts'
import { applyColumnChanges } from './write-columns.ts'

/** Reads the columns of a dataset from its database again: new ones come, types follow, vanished ones go, calculated ones stay. Says which. */
export async function refreshColumns(deps: Deps, caller: Caller, dataset: LoadedDataset, signal: AbortSignal): Promise<ColumnSummary> {
  unwrap(await mayUseSource(deps, caller, dataset.database, dataset.row))
  const source = unwrap(await readColumns(deps, dataset.row, caller, signal))
  const stamp = { at: momentOf(deps.now()), by: caller.id }
  const changes = mergeColumns(dataset.columns, source)
  await deps.db.transaction().execute(async (tx) => {
    await applyColumnChanges(tx, dataset.row.id, changes, stamp)
    const calculated = dataset.columns.filter(({ expression }) => expression)
    const main = mainTimeOf(dataset.row.main_dttm_col, [...source, ...calculated])
    await tx.updateTable('datasets').set({ main_dttm_col: main, changed_on: stamp.at, changed_by_id: stamp.by }).where('id', '=', dataset.row.id).execute()
  })
  return summarise(dataset.columns, changes)
}

function summarise(known: LoadedDataset['columns'], { add, retype, remove }: ColumnChanges): ColumnSummary {
  const namesOf = (ids: readonly number[]) => ids.flatMap((id) => known.find((column) => column.id === id)?.column_name ?? [])
  return { added: add.map(({ column_name }) => column_name), changed: namesOf(retype.map(({ id }) => id)), removed: namesOf(remove) }
}
