import { isAdmin, ok, type Result } from '@sightline/core'
import { loadDataset, type DatabaseRow, type LoadedDataset } from '../datasets/load-dataset.ts'
import { mayOpenUnderRules, mayWriteUnderRules } from '../datasets/may-open-under-rules.ts'
import { mayUseExpressions } from '../datasets/may-use-expressions.ts'
import { mayUseSource } from '../datasets/may-use-source.ts'
import { mustNotBeBound } from '../row-rules/bound-by-rules.ts'
import type { Document } from './documents.ts'
import { datasetContent, readContent, type DatasetContent } from './file-schema.ts'
import { fateOf, noteMissing, wordsOfRefusal, type Planning } from './import-plan.ts'

/** The dataset a file speaks of: the one of its uuid, else of its place in the database, else a new one. */
export async function planDataset(planning: Planning, path: string, file: Document): Promise<void> {
  const { deps, caller, faults, datasets, notes } = planning
  const read = readContent(datasetContent, file)
  if ('fault' in read) return void (faults[path] = read.fault)
  const { content } = read
  const home = await findHome(planning, content.database_uuid)
  if (home === undefined)
    return noteMissing(planning, { path, uuid: content.uuid }, content.database_uuid, { database_uuid: ['The bundle has no such database.'] })
  const place = { table_name: content.table_name, schema: content.schema || null, sql: content.sql?.trim() ? content.sql : null }
  const [byUuid, byPlace] = await Promise.all([findByUuid(planning, content.uuid), home && findByPlace(planning, home.id, place)])
  const id = byUuid ?? byPlace ?? null
  const before = id === null ? null : ((await loadDataset(deps, id)) ?? null)
  const mayReplace = before !== null && (isAdmin(caller) || (caller.id !== null && before.ownerIds.includes(caller.id)))
  const fate = fateOf(planning, 'dataset', before && { mayReplace })
  if (typeof fate === 'object') return void (faults[path] = fate.fault)
  if (fate === 'replace' && byUuid && byPlace && byUuid !== byPlace)
    return void (faults[path] = { table_name: [`Dataset ${content.table_name} already exists`] })
  // In a database that comes with the bundle there is nothing yet that rules or permissions could protect.
  if (fate !== 'keep' && home) {
    const words = await wordsOfRefusal(() => mayWrite(planning, home, content, place, before))
    if (words !== null) return void (faults[path] = words)
  }
  if (fate !== 'keep' && typeof content['data'] === 'string')
    notes.push({
      kind: 'rows',
      name: content.table_name,
      words: `The dataset "${content.table_name}" came over without its data: rows are not loaded from addresses in bundles.`,
    })
  datasets.set(content.uuid, { path, content, fate, id: before?.row.id ?? null, before })
}

/** Null for one that is still to be made, undefined for none. */
async function findHome({ deps: { db }, databases }: Planning, uuid: string): Promise<DatabaseRow | null | undefined> {
  const plan = databases.get(uuid)
  if (plan && plan.id === null) return null
  const query = db.selectFrom('databases').selectAll()
  return plan?.id ? query.where('id', '=', plan.id).executeTakeFirst() : query.where('uuid', '=', uuid).executeTakeFirst()
}

const findByUuid = async ({ deps: { db } }: Planning, uuid: string): Promise<number | undefined> =>
  (await db.selectFrom('datasets').select('id').where('uuid', '=', uuid).executeTakeFirst())?.id

interface Place {
  readonly table_name: string
  readonly schema: string | null
  readonly sql: string | null
}

const findByPlace = async ({ deps: { db } }: Planning, databaseId: number, { table_name, schema }: Place): Promise<number | undefined> =>
  (
    await db
      .selectFrom('datasets')
      .select('id')
      .where('database_id', '=', databaseId)
      .where('table_name', '=', table_name)
      .where('schema', schema === null ? 'is' : '=', schema)
      .executeTakeFirst()
  )?.id

/** The same questions as where a dataset is made or changed by hand: nobody opens through a bundle what he may not read himself. */
async function mayWrite(
  { deps, caller, signal }: Planning,
  database: DatabaseRow,
  content: DatasetContent,
  place: Place,
  before: LoadedDataset | null,
): Promise<Result<void>> {
  const isOther =
    !before ||
    before.row.database_id !== database.id ||
    before.row.table_name !== place.table_name ||
    before.row.schema !== place.schema ||
    before.row.sql !== place.sql
  if (isOther) {
    const usable = await mayUseSource(deps, caller, database, place)
    if (!usable.ok) return usable
    if (before) await mustNotBeBound(deps, caller, [before.row.id])
    const open = await mayOpenUnderRules(deps, caller, database, place, signal)
    if (!open.ok) return open
  }
  const known = new Set([
    before?.row.fetch_values_predicate,
    ...(before?.columns ?? []).map(({ expression }) => expression),
    ...(before?.metrics ?? []).map(({ expression }) => expression),
  ])
  const sent = [
    content.fetch_values_predicate,
    ...(content.columns ?? []).map(({ expression }) => expression),
    ...(content.metrics ?? []).map(({ expression }) => expression),
  ]
  const written = sent.filter((text): text is string => Boolean(text?.trim()) && !known.has(text ?? null))
  const usable = await mayUseExpressions(deps, caller, database, place.schema, written)
  if (!usable.ok) return usable
  const open = await mayWriteUnderRules(deps, caller, database, place.schema, written, signal)
  return open.ok ? ok(undefined) : open
}
