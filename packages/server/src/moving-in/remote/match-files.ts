import { everyKind, objectKinds, type ObjectKind } from '../../bundles/bundle-kinds.ts'
import type { Document } from '../../bundles/documents.ts'
import type { Catalogue } from './read-catalogue.ts'
import { textOf, type RemoteRow } from './read-list.ts'

// Lists know objects by their ids, bundles by their uuids: how one is found in the other. Pure.

type Files = ReadonlyMap<string, Document>

export const kindOfPath = (path: string): ObjectKind | undefined => everyKind.find((kind) => path.startsWith(objectKinds[kind].folder))

/** Files of charts and dashboards end in the id: `Sales_7.yaml`, or `7.yaml` where nothing is left of the name. */
const idOfPath = (path: string): number | null => {
  const found = /(?:^|[/_])(\d+)\.ya?ml$/i.exec(path)
  return found ? Number(found[1]) : null
}

const uuidOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value.toLowerCase() : undefined)

/** Finds the file of a row of a list: by its uuid where the list tells it, else by what both carry. */
export type FindFile = (kind: ObjectKind, row: RemoteRow) => Document | undefined

export function openFinder(files: Files): FindFile {
  const databases = new Map([...files].filter(([path]) => kindOfPath(path) === 'database').map(([, file]) => [uuidOf(file['uuid']), file['database_name']]))
  const byUuid = new Map<string, Document>()
  const byKey = new Map<string, Document>()
  for (const [path, file] of files) {
    const kind = kindOfPath(path)
    if (kind === undefined) continue
    byUuid.set(`${kind} ${uuidOf(file['uuid'])}`, file)
    byKey.set(keyOf(kind, file, idOfPath(path), databases.get(uuidOf(file['database_uuid']))), file)
  }
  return (kind, row) => {
    const uuid = uuidOf(row['uuid'])
    const database = (row['database'] as { readonly database_name?: unknown } | null | undefined)?.database_name
    return uuid === undefined ? byKey.get(keyOf(kind, row, row.id, database)) : byUuid.get(`${kind} ${uuid}`)
  }
}

/** What a row of a list and a file of a bundle both tell of an object. Nothing and an empty text are the same to the source. */
function keyOf(kind: ObjectKind, thing: Readonly<Record<string, unknown>>, id: number | null, database: unknown): string {
  const parts: Readonly<Record<ObjectKind, readonly unknown[]>> = {
    database: [thing['database_name']],
    dataset: [database, thing['schema'], thing['table_name']],
    chart: [id, thing['slice_name']],
    dashboard: [id, thing['dashboard_title']],
    saved_query: [database, thing['schema'], thing['label'], thing['sql']],
  }
  return `${kind} ${JSON.stringify(parts[kind].map((part) => part ?? ''))}`
}

/** The uuids of everything that came, by the ids of the source. */
export interface ObjectIndex {
  uuidOf(kind: ObjectKind, id: number): string | undefined
  /** Datasets that came, by the names of their tables. */
  datasetsNamed(table: string): readonly string[]
  readonly datasets: readonly string[]
  /** Datasets that came though no list tells of them. */
  readonly unlisted: readonly string[]
  readonly chartIds: readonly { readonly id: number; readonly uuid: string }[]
}

export function indexObjects(files: Files, catalogue: Catalogue): ObjectIndex {
  const find = openFinder(files)
  const uuids = new Map<string, string>()
  for (const kind of everyKind)
    for (const row of catalogue[kind] ?? []) {
      const uuid = uuidOf(find(kind, row)?.['uuid'])
      if (uuid !== undefined) uuids.set(`${kind} ${row.id}`, uuid)
    }
  const listed = new Set((catalogue.dataset ?? []).map(({ id }) => uuids.get(`dataset ${id}`)))
  const tables = [...files].filter(([path]) => path.startsWith(objectKinds.dataset.folder)).map(([, file]) => file)
  const uuidsOf = (found: readonly Document[]): readonly string[] => found.flatMap((file) => uuidOf(file['uuid']) ?? [])
  return {
    uuidOf: (kind, id) => uuids.get(`${kind} ${id}`),
    datasetsNamed: (table) => uuidsOf(tables.filter((file) => textOf(file['table_name'])?.toLowerCase() === table.toLowerCase())),
    datasets: uuidsOf(tables),
    unlisted: uuidsOf(tables).filter((uuid) => !listed.has(uuid)),
    chartIds: (catalogue.chart ?? []).flatMap(({ id }) => {
      const uuid = uuids.get(`chart ${id}`)
      return uuid === undefined ? [] : [{ id, uuid }]
    }),
  }
}
