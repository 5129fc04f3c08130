import { isDocument, type Document } from '../../bundles/documents.ts'

// Forms of charts name annotation layers, and charts whose rows are drawn as marks, by the ids they have where the form was made. Pure.

/** Undefined: it did not come along. */
export type NewId = (id: number) => number | undefined

interface NewIds {
  readonly layer: NewId
  readonly chart: NewId
}

/** Sources whose `value` is the id of a layer; those of the others, but formulas, is that of a chart. */
const idOf = (value: unknown): number | null => {
  const plain = isDocument(value) ? value['value'] : value
  const id = typeof plain === 'string' && /^\d{1,15}$/.test(plain) ? Number(plain) : plain
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}

/** One layer of a form. What it names may not have come along: then it is kept but not drawn, because the id is another thing's here. */
function remapLayer(layer: unknown, ids: NewIds, lost: () => void): unknown {
  if (!isDocument(layer)) return layer
  const kind = layer['sourceType']
  const newId = kind === 'NATIVE' ? ids.layer : kind === 'line' || kind === 'table' ? ids.chart : null
  const old = idOf(layer['value'])
  if (!newId || old === null) return layer
  const id = newId(old)
  if (id === undefined) {
    lost()
    return { ...layer, show: false }
  }
  const { value } = layer
  return { ...layer, value: isDocument(value) ? { ...value, value: id } : typeof value === 'string' ? String(id) : id }
}

/** Every list of layers in a form or in a query context. */
export function remapForm(form: Document, ids: NewIds): { readonly form: Document; readonly hasLost: boolean } {
  let hasLost = false
  const lost = (): void => void (hasLost = true)
  const walk = (holder: Document): Document =>
    Object.fromEntries(
      Object.entries(holder).map(([key, value]) => {
        if (key === 'annotation_layers' && Array.isArray(value)) return [key, value.map((layer) => remapLayer(layer, ids, lost))]
        if (key === 'form_data' && isDocument(value)) return [key, walk(value)]
        if (key === 'queries' && Array.isArray(value)) return [key, value.map((query) => (isDocument(query) ? walk(query) : query))]
        return [key, value]
      }),
    )
  return { form: walk(form), hasLost }
}
