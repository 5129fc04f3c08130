import type { NotBrought } from '@sightline/contract'
import type { Extras } from '../source.ts'
import type { ObjectIndex } from './match-files.ts'
import type { Catalogue } from './read-catalogue.ts'
import { listOf, readList, textOf, type RemoteRow } from './read-list.ts'
import type { RemoteApi } from './remote-api.ts'

// What hangs beside the objects of bundles: layers of annotations, CSS templates, tags.

/** Beyond this many annotations the small print of each is left out: it takes a call for every one. */
const mostAsked = 2_000

export async function readLayers(api: RemoteApi, notBrought: NotBrought[]): Promise<Extras['annotationLayers']> {
  const list = await readList(api, '/api/v1/annotation_layer/', { columns: ['id', 'name', 'descr'] })
  if (!list.ok) {
    notBrought.push({ kind: 'annotation_layer', name: 'All annotation layers', why: `Annotation layers could not be read: ${list.why}.` })
    return []
  }
  const layers: Extras['annotationLayers'][number][] = []
  let asked = 0
  for (const row of list.value) {
    const name = textOf(row['name']) ?? `layer ${row.id}`
    const marks = await readList(api, `/api/v1/annotation_layer/${row.id}/annotation/`)
    if (!marks.ok) {
      notBrought.push({ kind: 'annotation_layer', name, why: `Its annotations could not be read: ${marks.why}.` })
      continue
    }
    const annotations: Extras['annotationLayers'][number]['annotations'][number][] = []
    for (const mark of marks.value) annotations.push(readMark(asked++ < mostAsked ? await readWholeMark(api, row.id, mark) : mark))
    layers.push({ id: row.id, name, description: textOf(row['descr']), annotations })
  }
  if (asked > mostAsked)
    notBrought.push({
      kind: 'annotation_layer',
      name: 'JSON metadata',
      why: `Of ${asked} annotations only the first ${mostAsked} came with their JSON metadata.`,
    })
  return layers
}

/** Lists of annotations leave out their JSON metadata. */
async function readWholeMark(api: RemoteApi, layerId: number, mark: RemoteRow): Promise<RemoteRow> {
  if ('json_metadata' in mark) return mark
  const item = await api.get(`/api/v1/annotation_layer/${layerId}/annotation/${mark.id}`)
  const result = item.ok ? item.value['result'] : undefined
  return typeof result === 'object' && result !== null ? { ...mark, ...result, id: mark.id } : mark
}

const readMark = (mark: RemoteRow) => ({
  short_descr: textOf(mark['short_descr']) ?? '',
  long_descr: textOf(mark['long_descr']),
  start_dttm: textOf(mark['start_dttm']),
  end_dttm: textOf(mark['end_dttm']),
  json_metadata: textOf(mark['json_metadata']),
})

export async function readCssTemplates(api: RemoteApi, notBrought: NotBrought[]): Promise<Extras['cssTemplates']> {
  const list = await readList(api, '/api/v1/css_template/', { columns: ['id', 'template_name', 'css'], order: 'template_name' })
  if (list.ok) return list.value.map((row) => ({ name: textOf(row['template_name']) ?? '', css: textOf(row['css']) ?? '' }))
  notBrought.push({ kind: 'css_template', name: 'All CSS templates', why: `CSS templates could not be read: ${list.why}.` })
  return []
}

type Tagged = Extras['tags'][number]['objects'][number]
const tagKinds: Readonly<Record<string, Tagged['kind']>> = { chart: 'chart', dashboard: 'dashboard', dataset: 'dataset', query: 'saved_query' }

/** Tags that people gave. The automatic ones (kinds, owners, favourites) follow from what is here. */
export async function readTags(api: RemoteApi, catalogue: Catalogue, index: ObjectIndex, notBrought: NotBrought[]): Promise<Extras['tags']> {
  const list = await readList(api, '/api/v1/tag/', { columns: ['id', 'name', 'type', 'description'] })
  if (!list.ok) {
    notBrought.push({ kind: 'tag', name: 'All tags', why: `Tags could not be read: ${list.why}.` })
    return []
  }
  const tags: Extras['tags'][number][] = []
  for (const row of list.value) {
    const name = textOf(row['name'])
    if (name === null || !isCustom(row['type']) || name.includes(':')) continue
    const found = new Map<string, Tagged>()
    const add = (kind: Tagged['kind'], id: unknown): void => {
      const uuid = typeof id === 'number' ? index.uuidOf(kind, id) : undefined
      if (uuid !== undefined) found.set(`${kind} ${uuid}`, { kind, uuid })
    }
    for (const kind of ['chart', 'dashboard'] as const)
      for (const object of catalogue[kind] ?? []) if (listOf(object['tags']).some(({ id }) => id === row.id)) add(kind, object.id)
    // A name with a comma would be read as two.
    const objects = await api.get('/api/v1/tag/get_objects/', name.includes(',') ? { tagIds: row.id } : { tags: name })
    if (!objects.ok) notBrought.push({ kind: 'tag', name, why: `All that carries this tag could not be read: ${objects.why}.` })
    else for (const { type, id } of listOf(objects.value['result'])) if (typeof type === 'string' && tagKinds[type]) add(tagKinds[type], id)
    tags.push({ name, description: textOf(row['description']), objects: [...found.values()] })
  }
  return tags
}

/** The number, its name, or the name as the source's language prints it. */
const isCustom = (type: unknown): boolean => type === 1 || (typeof type === 'string' && /(^|\.)custom$/i.test(type)) || type === '1'
