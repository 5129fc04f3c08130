import type { UploadStatus, UploadType } from '@sightline/contract'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createFairQueue, type FairQueue } from '../queries/fair-queue.ts'

/** Files of one form, written to a folder of their own. */
export interface Received {
  readonly folder: string
  readonly files: readonly ReceivedFile[]
}
export interface ReceivedFile {
  readonly field: string
  /** As the sender calls it: shown, never used as a path. */
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/** A file that was sent and what became of it. */
export interface Upload {
  readonly id: string
  readonly userId: number | null
  readonly name: string
  readonly size: number
  readonly type: UploadType
  readonly received: Received
  /** Aborting stops reading and loading. */
  readonly controller: AbortController
  status: UploadStatus
  rows: number
  totalRows: number | null
  datasetId: number | null
  error: string | null
  touched: number
  work: Promise<void> | null
}

export interface UploadDesk {
  /** An empty folder for a form that is being received; it must be kept by `add` or given to `discard`. */
  makeFolder(): Promise<string>
  discard(folder: string): Promise<void>
  add(upload: Pick<Upload, 'userId' | 'name' | 'size' | 'type' | 'received'>): Upload
  /** One's own uploads only. */
  find(userId: number | null, id: string): Upload | undefined
  /** Stops what is under way and removes the files. */
  remove(upload: Upload): Promise<void>
  /** Forgets what nobody asked about for an hour, and removes files that belong to nothing: what a crash left behind. */
  sweep(): Promise<void>
  /** Places for looking into files and for loading them; both are few, and fair between people. */
  readonly previews: FairQueue
  readonly loads: FairQueue
  close(): Promise<void>
}

const hourMs = 3_600_000
/** Files one person may have lying here; the oldest goes when another comes. */
const mostPerPerson = 5

export function createUploadDesk({ config, now }: { readonly config: Pick<Config, 'dataFolder'>; readonly now: () => Date }): UploadDesk {
  const root = join(config.dataFolder, 'uploads')
  const folders = new Set<string>()
  const uploads = new Map<string, Upload>()

  const discard = async (folder: string): Promise<void> => {
    await rm(folder, { recursive: true, force: true })
    folders.delete(folder)
  }
  const remove = async (upload: Upload): Promise<void> => {
    uploads.delete(upload.id)
    if (upload.status === 'loading') upload.status = 'stopped'
    upload.controller.abort()
    await upload.work
    await discard(upload.received.folder)
  }
  const dropOldest = (userId: number | null): void => {
    const own = [...uploads.values()].filter((one) => one.userId === userId && one.status !== 'loading').sort((a, b) => a.touched - b.touched)
    for (const one of own.slice(0, Math.max(0, own.length - mostPerPerson))) void remove(one)
  }

  return {
    previews: createFairQueue({ slots: 2, slotsPerUser: 1, waiting: 50 }),
    loads: createFairQueue({ slots: 2, slotsPerUser: 1, waiting: 50 }),
    makeFolder: async () => {
      const folder = join(root, randomUUID())
      folders.add(folder)
      await mkdir(root, { recursive: true, mode: 0o700 })
      await mkdir(folder, { mode: 0o700 })
      await chmod(root, 0o700)
      return folder
    },
    discard,
    add: (upload) => {
      const added: Upload = {
        ...upload,
        id: randomUUID(),
        controller: new AbortController(),
        status: 'ready',
        rows: 0,
        totalRows: null,
        datasetId: null,
        error: null,
        touched: now().getTime(),
        work: null,
      }
      uploads.set(added.id, added)
      dropOldest(upload.userId)
      return added
    },
    find: (userId, id) => {
      const upload = uploads.get(id)
      if (!upload || upload.userId !== userId) return undefined
      upload.touched = now().getTime()
      return upload
    },
    remove,
    sweep: async () => {
      const old = now().getTime() - hourMs
      for (const upload of uploads.values()) if (upload.status !== 'loading' && upload.touched < old) await remove(upload)
      const names = await readdir(root).catch(() => [])
      for (const folder of names.map((name) => join(root, name))) if (!folders.has(folder)) await rm(folder, { recursive: true, force: true })
    },
    close: async () => {
      await Promise.all([...uploads.values()].map(remove))
    },
  }
}
