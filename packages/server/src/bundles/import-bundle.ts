import type { ImportReply } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { orDuplicate } from '../rest/duplicates.ts'
import { bundleKinds, everyKind, objectKinds, type BundleKind, type ObjectKind } from './bundle-kinds.ts'
import { printDocument, type Document } from './documents.ts'
import type { ImportOrder } from './import-form.ts'
import type { Plan, Planning } from './import-plan.ts'
import { planDatabase } from './plan-database.ts'
import { planDataset } from './plan-dataset.ts'
import { planChart, planDashboard, planQuery } from './plan-pictures.ts'
import { importRefusal, readBundle, type Bundle } from './read-bundle.ts'
import { readOldJson } from './read-old-json.ts'
import { writeDatabase, writeDataset } from './write-data.ts'
import { writeChart, writeDashboard, writeQuery } from './write-pictures.ts'

/** Takes in a bundle: all of it or nothing. */
export async function importBundle(deps: Deps, caller: Caller, kind: BundleKind, order: ImportOrder, signal: AbortSignal): Promise<ImportReply> {
  const planning = await planBundle(deps, caller, kind, order, signal)
  await writeBundle(planning)
  return { message: 'OK', ...(planning.notes.length > 0 ? { notes: planning.notes.map(({ words }) => words) } : {}) }
}

/** Reads and checks every file of a bundle and gives it its fate; what is wrong is told for all files at once. Nothing is written. */
export async function planBundle(deps: Deps, caller: Caller, kind: BundleKind, order: ImportOrder, signal: AbortSignal): Promise<Planning> {
  const types = order.isMove ? Object.values(bundleKinds).map(({ type }) => type) : [bundleKinds[kind].type]
  const old = kind === 'dashboard' ? await readOldJson(deps.db, order.archive) : null
  const bundle = old ?? (await readBundle(order.archive, kind, types))
  const planning: Planning = {
    deps,
    caller,
    kind,
    order,
    signal,
    faults: {},
    wrong: new Set(),
    notes: [],
    databases: new Map(),
    datasets: new Map(),
    charts: new Map(),
    dashboards: new Map(),
    queries: new Map(),
  }
  for (const object of everyKind) if (bundleKinds[kind].reads.includes(object)) await planAll(planning, object, bundle)
  if (Object.keys(planning.faults).length > 0) throw importRefusal(kind, planning.faults)
  return planning
}

/** Writes what was planned in one transaction. What `also` writes belongs to it: both stay, or neither. */
export async function writeBundle(planning: Planning, also: (tx: Db) => Promise<void> = async () => {}): Promise<void> {
  const { deps, kind } = planning
  await orDuplicate(
    deps.db.transaction().execute(async (tx) => {
      await writeAll(tx, planning)
      await also(tx)
    }),
    importRefusal(kind, { _schema: ['Something of this bundle was made by somebody else in the meantime. Please try again.'] }),
  )
  for (const { fate, id } of planning.databases.values()) if (fate === 'replace' && id !== null) await deps.queries.forget(id)
}

const planners: Readonly<Record<ObjectKind, (planning: Planning, path: string, file: Document) => Promise<void>>> = {
  database: planDatabase,
  dataset: planDataset,
  chart: planChart,
  dashboard: planDashboard,
  saved_query: planQuery,
}

/** What no two files of a bundle may share, besides the uuid: the name, place or address by which the object is known. */
const namesOf: Readonly<Record<ObjectKind, (file: Document) => unknown>> = {
  database: (file) => file['database_name'],
  dataset: (file) => `${String(file['database_uuid']).toLowerCase()} ${printDocument([file['schema'] || null, file['table_name']])}`,
  chart: () => undefined,
  dashboard: (file) => file['slug'] || undefined,
  saved_query: () => undefined,
}

async function planAll(planning: Planning, object: ObjectKind, bundle: Bundle): Promise<void> {
  const [uuids, names] = [new Set<string>(), new Set<unknown>()]
  for (const [path, file] of bundle) {
    if (!path.startsWith(objectKinds[object].folder)) continue
    await takeTurn(planning)
    const [uuid, name] = [String(file['uuid']).toLowerCase(), namesOf[object](file)]
    if (uuids.has(uuid)) planning.faults[path] ??= { uuid: ['Another file of the bundle has the same uuid.'] }
    else if (name !== undefined && names.has(name)) planning.faults[path] ??= `Another file of the bundle stands for the same ${objectKinds[object].noun}`
    else await planners[object](planning, path, file)
    if (planning.faults[path] !== undefined) planning.wrong.add(uuid)
    uuids.add(uuid)
    names.add(name)
  }
}

async function writeAll(tx: Db, planning: Planning): Promise<void> {
  const each = async <One extends Plan<unknown>>(plans: ReadonlyMap<string, One>, write: (tx: Db, planning: Planning, plan: One) => Promise<void>) => {
    for (const plan of plans.values()) {
      if (plan.fate === 'keep') continue
      await takeTurn(planning)
      await write(tx, planning, plan)
    }
  }
  await each(planning.databases, writeDatabase)
  await each(planning.datasets, writeDataset)
  await each(planning.charts, writeChart)
  await each(planning.dashboards, writeDashboard)
  await each(planning.queries, writeQuery)
}

/** The embedded store answers within one turn of the event loop: without a pause a large bundle would hold up everybody. A move may be stopped here. */
async function takeTurn({ order, signal }: Planning): Promise<void> {
  await turn()
  if (order.isMove) signal.throwIfAborted()
}
