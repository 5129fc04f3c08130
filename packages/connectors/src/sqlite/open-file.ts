import Database from 'libsql'
import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

export type Handle = InstanceType<typeof Database>

/** A sentence for the user: the engine never saw the statement. */
export class RefusedError extends Error {}

/** Before the first statement of a user: no schema of a foreign file is trusted, and no statement takes more memory than this. */
const settings = [
  'PRAGMA trusted_schema = OFF',
  'PRAGMA cell_size_check = ON',
  'PRAGMA mmap_size = 0',
  'PRAGMA busy_timeout = 10000',
  'PRAGMA hard_heap_limit = 536870912',
  'PRAGMA foreign_keys = ON',
]

/** The two ways into one file: readers cannot write, by the way the file is opened and by a setting besides. */
export class OpenFile {
  readonly #path: string
  #reader: { readonly handle: Handle; readonly inode: bigint } | null = null
  #writer: { readonly handle: Handle; readonly inode: bigint } | null = null

  constructor(path: string) {
    this.#path = path
  }

  reader(): Handle {
    const inode = this.#inode()
    if (inode === null) throw new RefusedError('The database file does not exist.')
    // The file may have been replaced by another of the same name.
    if (this.#reader?.inode === inode) return this.#reader.handle
    this.#reader?.handle.close()
    this.#recover()
    const handle = open(this.#path, 'ro')
    handle.exec('PRAGMA query_only = ON')
    this.#reader = { handle, inode }
    return handle
  }

  writer(): Handle {
    const known = this.#inode()
    if (this.#writer && this.#writer.inode === known) return this.#writer.handle
    this.#writer?.handle.close()
    const handle = open(this.#path, 'rwc')
    // An empty file is made at once, so that it has an identity to compare.
    handle.prepare('SELECT count(*) FROM sqlite_schema').get()
    this.#writer = { handle, inode: this.#inode() ?? 0n }
    return handle
  }

  /** Undoes what is not committed; temporary tables go with the connection. */
  forgetSession(): void {
    if (!this.#writer) return
    if (this.#writer.handle.inTransaction) this.#writer.handle.exec('ROLLBACK')
    this.#writer.handle.close()
    this.#writer = null
  }

  get isWriting(): boolean {
    return this.#writer?.handle.inTransaction ?? false
  }

  commit(): void {
    if (this.#writer?.handle.inTransaction) this.#writer.handle.exec('COMMIT')
  }

  #inode(): bigint | null {
    return statSync(this.#path, { bigint: true, throwIfNoEntry: false })?.ino ?? null
  }

  /** What a writer that died had begun is undone by the next to open the file, which a reader may not do. */
  #recover(): void {
    if (!existsSync(`${this.#path}-journal`)) return
    const handle = open(this.#path, 'rw')
    try {
      handle.prepare('SELECT count(*) FROM sqlite_schema').get()
    } finally {
      handle.close()
    }
  }
}

/** As an address, whose only parameter is ours: a name with a question mark in it is a name. */
function open(path: string, mode: 'ro' | 'rw' | 'rwc'): Handle {
  const handle = new Database(`${pathToFileURL(path).href}?mode=${mode}`)
  for (const setting of settings) handle.prepare(setting).get()
  return handle
}

/** Everything the engine's build has by name; a database in memory tells it. */
export function namesOfEngine(): { readonly functions: readonly string[]; readonly tables: readonly string[] } {
  const handle = new Database(':memory:')
  const names = (table: string): string[] => (handle.prepare(`SELECT DISTINCT name FROM ${table}`).raw(true).all() as [string][]).map(([name]) => name)
  const answer = { functions: names('pragma_function_list'), tables: names('pragma_module_list') }
  handle.close()
  return answer
}
