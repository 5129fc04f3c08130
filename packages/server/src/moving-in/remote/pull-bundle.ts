import type { NotBrought } from '@sightline/contract'
import { bundleKinds, everyKind, objectKinds, type BundleKind, type ObjectKind } from '../../bundles/bundle-kinds.ts'
import type { Document } from '../../bundles/documents.ts'
import { printBundle } from '../../bundles/print-bundle.ts'
import { bundleLimits, readBundle } from '../../bundles/read-bundle.ts'
import { sizesInZip } from '../../files/read-zip.ts'
import { Refusal } from '../../http/problem.ts'
import type { OnStep } from '../move-in.ts'
import { kindOfPath, openFinder } from './match-files.ts'
import { nounsOf, type Catalogue } from './read-catalogue.ts'
import { textOf, type RemoteRow } from './read-list.ts'
import type { RemoteApi } from './remote-api.ts'

/** Files of a bundle by their path. */
type PulledFiles = Map<string, Document>

interface Pulled {
  readonly files: PulledFiles
  /** Of all files together. */
  size: number
}

/** So many objects are asked for in one bundle: their ids stand in the address of the call. */
const atOnce = 50

/**
 * Everything that can be had as bundles: the one bundle of everything where the account may ask for it, and by kind whatever that leaves out
 * (of two tables with the same name in two schemas, a bundle of everything holds only one).
 */
export async function pullBundle(
  api: RemoteApi,
  catalogue: Catalogue,
  { now, onStep, notBrought }: { readonly now: Date; readonly onStep: OnStep; readonly notBrought: NotBrought[] },
): Promise<{ readonly files: PulledFiles; readonly archive: Buffer }> {
  const pulled: Pulled = { files: new Map(), size: 0 }
  const { files } = pulled
  onStep('Fetching everything')
  const whole = await api.download('/api/v1/assets/export/')
  if (whole.ok) await addFiles(pulled, whole.value, 'assets')
  const before = files.size
  for (const kind of [...everyKind].reverse()) {
    const find = openFinder(files)
    const missing = (catalogue[kind] ?? []).filter((row) => !find(kind, row))
    for (let start = 0; start < missing.length; start += atOnce) {
      onStep(`Fetching ${nounsOf[kind].toLowerCase()}`, start, missing.length)
      await pullSome(api, kind, missing.slice(start, start + atOnce), pulled, notBrought)
    }
  }
  const dropped = dropOrphans(files, notBrought)
  const isUntouched = whole.ok && files.size === before && dropped === 0
  const archive = isUntouched
    ? whole.value
    : (
        await printBundle(
          'assets',
          'assets',
          [...files].map(([path, content]) => ({ path, content })),
          now,
        )
      ).bytes
  return { files, archive }
}

/** A bundle of some objects of a kind. One that cannot be printed there must not keep the others: the half that fails is asked for in halves again. */
async function pullSome(api: RemoteApi, kind: ObjectKind, rows: readonly RemoteRow[], pulled: Pulled, notBrought: NotBrought[]): Promise<void> {
  const answer = await api.download(`/api/v1/${kind}/export/`, { q: rows.map(({ id }) => id) })
  if (answer.ok) return addFiles(pulled, answer.value, kind)
  if (answer.status === 401 || answer.status === 403 || rows.length === 1) {
    for (const row of rows) notBrought.push({ kind, name: nameOf(kind, row), why: `It could not be exported: ${answer.why}.` })
    return
  }
  const half = Math.ceil(rows.length / 2)
  await pullSome(api, kind, rows.slice(0, half), pulled, notBrought)
  await pullSome(api, kind, rows.slice(half), pulled, notBrought)
}

const tooMuch = new Refusal({
  code: 'GENERIC_COMMAND_ERROR',
  status: 422,
  message: 'The server there has more than can be moved in one go. Export a part of it as a bundle.',
})

/** Each object once, whatever bundle it came in; another object that has the same path gets one of its own. */
async function addFiles(pulled: Pulled, archive: Buffer, kind: BundleKind): Promise<void> {
  const { files } = pulled
  const bundle = await readBundle(archive, kind, [bundleKinds[kind].type])
  const sizes = new Map([...sizesInZip(archive, bundleLimits)].map(([name, size]) => [name.split('/').slice(1).join('/'), size]))
  const known = new Set([...files].map(([path, { uuid }]) => `${kindOfPath(path)} ${String(uuid).toLowerCase()}`))
  for (const [path, file] of bundle) {
    if (known.has(`${kindOfPath(path)} ${String(file['uuid']).toLowerCase()}`)) continue
    let free = path
    for (let more = 2; files.has(free); more++) free = path.replace(/(\.ya?ml)$/i, `_${more}$1`)
    files.set(free, file)
    pulled.size += sizes.get(path) ?? 0
  }
  if (pulled.size > bundleLimits.bytes || files.size > bundleLimits.entries) throw tooMuch
}

const needs: readonly { readonly kind: ObjectKind; readonly key: string; readonly of: ObjectKind }[] = [
  { kind: 'dataset', key: 'database_uuid', of: 'database' },
  { kind: 'chart', key: 'dataset_uuid', of: 'dataset' },
  { kind: 'saved_query', key: 'database_uuid', of: 'database' },
]

/** An object whose source did not come cannot come either. */
function dropOrphans(files: PulledFiles, notBrought: NotBrought[]): number {
  let dropped = 0
  for (const { kind, key, of } of needs) {
    const there = new Set([...files].filter(([path]) => path.startsWith(objectKinds[of].folder)).map(([, { uuid }]) => String(uuid).toLowerCase()))
    for (const [path, file] of files) {
      if (!path.startsWith(objectKinds[kind].folder) || !file[key] || there.has(String(file[key]).toLowerCase())) continue
      files.delete(path)
      dropped++
      notBrought.push({ kind, name: nameOf(kind, file), why: `Its ${objectKinds[of].noun} could not be brought.` })
    }
  }
  return dropped
}

const titles: Readonly<Record<ObjectKind, string>> = {
  database: 'database_name',
  dataset: 'table_name',
  chart: 'slice_name',
  dashboard: 'dashboard_title',
  saved_query: 'label',
}

const nameOf = (kind: ObjectKind, row: Readonly<Record<string, unknown>>): string =>
  textOf(row[titles[kind]]) ?? `${objectKinds[kind].noun} ${String(row['id'] ?? '')}`.trim()
