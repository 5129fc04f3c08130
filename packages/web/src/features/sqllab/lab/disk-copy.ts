/**
 * A second copy of the journal. Browsers write what a page puts into local storage to the disk seconds later, and lose it when they crash before;
 * a strict transaction of IndexedDB is on the disk when it is done. Local storage stays the first copy: it can be written while a page closes.
 */
export interface DiskCopy {
  /** Null: there was nothing to keep. */
  readonly text: string | null
  readonly writtenAt: number
}

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

/** A browser that has no such storage, or no room in it, keeps the first copy only. */
export async function writeDiskCopy(key: string, copy: DiskCopy): Promise<void> {
  try {
    const disk = await openDisk()
    await answerOf(disk.transaction(store, 'readwrite', { durability: 'strict' }).objectStore(store).put(copy, key))
  } catch {
    opening = undefined
  }
}

export async function readDiskCopy(key: string): Promise<DiskCopy | undefined> {
  try {
    return (await answerOf((await openDisk()).transaction(store).objectStore(store).get(key))) as DiskCopy | undefined
  } catch {
    opening = undefined
    return undefined
  }
}
