import { CompiledQuery } from 'kysely'
import { loadDataset, type LoadedDataset } from '../datasets/load-dataset.ts'
import type { Db } from '../db/store.ts'
import type { Deps } from '../deps.ts'

interface Recalled {
  readonly stamp: string
  readonly loaded: LoadedDataset
}
/** As many as a busy day uses; the one that was not asked for longest leaves first. */
const mostDatasets = 500
const memories = new WeakMap<Db, Map<number, Recalled>>()

/**
 * A dataset as it is stored now. Charts ask for the same few datasets all day, and reading one takes five queries: it is read again only
 * when one of its rows was written since. Another process may have written, so the store is asked every time, and tells in
 * the same breath whether rules limit the rows.
 */
export async function recallDataset(
  deps: Pick<Deps, 'db'>,
  id: number,
): Promise<{ readonly loaded: LoadedDataset; readonly hasRowRules: boolean } | undefined> {
  const memory = memories.get(deps.db) ?? new Map<number, Recalled>()
  memories.set(deps.db, memory)
  const now = await readStamp(deps.db, id)
  if (now === undefined) {
    memory.delete(id)
    return undefined
  }
  const { stamp, hasRowRules } = now
  const known = memory.get(id)
  memory.delete(id)
  if (known?.stamp === stamp) {
    memory.set(id, known)
    return { loaded: known.loaded, hasRowRules }
  }
  const loaded = await loadDataset(deps, id)
  if (!loaded) return undefined
  memory.set(id, { stamp, loaded })
  const [oldest] = memory.keys()
  if (memory.size > mostDatasets && oldest !== undefined) memory.delete(oldest)
  return { loaded, hasRowRules }
}

const stampText = `
  select d.changed_on as a, d.closed_because as z, b.changed_on as b, d.database_id as c,
    (select max(changed_on) from dataset_columns where dataset_id = d.id) as d, (select count(*) from dataset_columns where dataset_id = d.id) as e,
    (select max(changed_on) from dataset_metrics where dataset_id = d.id) as f, (select count(*) from dataset_metrics where dataset_id = d.id) as g,
    (select sum(user_id) from dataset_owners where dataset_id = d.id) as h, (select count(*) from dataset_owners where dataset_id = d.id) as i,
    (select count(*) from row_rule_datasets where dataset_id = d.id) as rules
  from datasets d join databases b on b.id = d.database_id where d.id = $1`

/** Changes whenever a row of the dataset does. Read before the rows, so that a write in between makes the next stamp differ. */
async function readStamp(db: Db, id: number): Promise<{ readonly stamp: string; readonly hasRowRules: boolean } | undefined> {
  const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(stampText, [id]))
  const [row] = rows
  return row && { stamp: JSON.stringify(Object.values(row)), hasRowRules: row['rules'] !== 0 }
}
