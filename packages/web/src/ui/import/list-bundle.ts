/** Longer lists of entries belong to archives that the server refuses anyway. */
const largestDirectory = 16 * 2 ** 20
const endLength = 22
const longestComment = 65_535

const bytesOf = async (file: Blob, from: number, to: number): Promise<DataView> => new DataView(await file.slice(from, to).arrayBuffer())

/** The names in a zip, read from the list at its end; undefined where there is none that can be read. Nothing is unpacked. */
export const listEntries = async (file: Blob): Promise<readonly string[] | undefined> => {
  const tail = await bytesOf(file, Math.max(0, file.size - endLength - longestComment), file.size)
  let end = tail.byteLength - endLength
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) return undefined
  const [size, from] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  if (size > largestDirectory || from + size > file.size) return undefined
  const list = await bytesOf(file, from, from + size)
  const names: string[] = []
  for (let at = 0; at + 46 <= list.byteLength && list.getUint32(at, true) === 0x02014b50;) {
    const length = list.getUint16(at + 28, true)
    if (at + 46 + length > list.byteLength) return undefined
    names.push(new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, length)))
    at += 46 + length + list.getUint16(at + 30, true) + list.getUint16(at + 32, true)
  }
  return names
}

/** Folders of a bundle, in the order in which people think of what is in them. */
export const bundleFolders = ['dashboards', 'charts', 'datasets', 'databases', 'queries'] as const
export type BundleFolder = (typeof bundleFolders)[number]

/** How many objects of each kind a bundle holds; kinds that it does not hold are left out. */
export const countObjects = (names: readonly string[]): readonly (readonly [BundleFolder, number])[] =>
  bundleFolders.flatMap((folder) => {
    const inFolder = new RegExp(`^(?:[^/]+/)?${folder}/(?:[^/]+/)*[^/._][^/]*\\.ya?ml$`)
    const count = names.filter((name) => inFolder.test(name)).length
    return count === 0 ? [] : [[folder, count] as const]
  })
