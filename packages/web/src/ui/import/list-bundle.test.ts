import { expect, test } from 'vitest'
import { countObjects, listEntries } from './list-bundle.ts'

/** A zip of empty files with these names. */
const zipOf = (names: readonly string[], comment = ''): Blob => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const entries: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  const record = (length: number, signature: number, name: Uint8Array, at: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(length + name.length)
    const view = new DataView(bytes.buffer)
    view.setUint32(0, signature, true)
    view.setUint16(at, name.length, true)
    bytes.set(name, length)
    return bytes
  }
  for (const name of names) {
    const bytes = new TextEncoder().encode(name)
    parts.push(record(30, 0x04034b50, bytes, 26))
    entries.push(record(46, 0x02014b50, bytes, 28))
    offset += 30 + bytes.length
  }
  const size = entries.reduce((sum, entry) => sum + entry.length, 0)
  const end = new Uint8Array(22)
  const view = new DataView(end.buffer)
  view.setUint32(0, 0x06054b50, true)
  view.setUint16(10, names.length, true)
  view.setUint32(12, size, true)
  view.setUint32(16, offset, true)
  view.setUint16(20, comment.length, true)
  return new Blob([...parts, ...entries, end, comment])
}

test('a bundle says what it holds before it is sent', async () => {
  const names = [
    'export/metadata.yaml',
    'export/dashboards/Sales_1.yaml',
    'export/charts/A_1.yaml',
    'export/charts/B_2.yml',
    'export/charts/._A_1.yaml',
    'export/datasets/main/orders.yaml',
    'export/databases/main.yaml',
    'export/queries/main/public/Q.yaml',
    'export/charts/readme.txt',
  ]
  expect(await listEntries(zipOf(names, 'a comment'))).toEqual(names)
  expect(countObjects(names)).toEqual([
    ['dashboards', 1],
    ['charts', 2],
    ['datasets', 1],
    ['databases', 1],
    ['queries', 1],
  ])
  // Without a folder around it, as other programs pack it.
  expect(countObjects(['metadata.yaml', 'charts/A.yaml'])).toEqual([['charts', 1]])
})

test('what is no zip says nothing', async () => {
  expect(await listEntries(new Blob(['no zip']))).toBeUndefined()
  expect(await listEntries(new Blob([]))).toBeUndefined()
  expect(await listEntries(zipOf(['a']).slice(40))).toBeUndefined()
})
