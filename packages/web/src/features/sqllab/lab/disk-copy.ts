/**
 * A second copy of the journals. Browsers write what a page puts into local storage to the disk seconds later, and lose it when they crash before;
 * a strict transaction of IndexedDB is on the disk when it is done. Local storage stays the first copy: it can be written while a page closes.
 */
const store = 'copies'
let opening: Promise<IDBDatabase> | undefined

const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
  })

function openDisk(): Promise<IDBDatabase> {
  opening ??= (async () => {
    const request = indexedDB.open('sightline.sqllab', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store))
    return answerOf(request)
  })()
  return opening
}

/** Puts a copy on the disk and takes those away that it replaces, both or neither. A browser without such storage, or room in it, has the first copy only. */
export async function writeDiskCopy(key: string, text: string, replaced: Iterable<string>): Promise<void> {
  try {
    const copies = (await openDisk()).transaction(store, 'readwrite', { durability: 'strict' }).objectStore(store)
    for (const old of replaced) copies.delete(old)
    await answerOf(copies.put(text, key))
  } catch {
    opening = undefined
  }
}

/** The copies whose keys begin with these letters. */
export async function readDiskCopies(prefix: string): Promise<ReadonlyMap<string, unknown>> {
  try {
    const copies = (await openDisk()).transaction(store).objectStore(store)
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
    const [keys, values] = await Promise.all([answerOf(copies.getAllKeys(range)), answerOf(copies.getAll(range))])
    return new Map(keys.map((key, place): [string, unknown] => [String(key), values[place]]))
  } catch {
    opening = undefined
    return new Map()
  }
}
