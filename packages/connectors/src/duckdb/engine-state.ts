import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { existsSync } from 'node:fs'
import type { FromEngine, OpenOptions, SessionOrder } from './protocol.ts'

/** Said to the user as it is; other errors are the engine's own. */
export class RefusedError extends Error {}

/** A call under way. */
export interface Running {
  credit: number
  cancelled: boolean
  wake: (() => void) | null
  interrupt: (() => void) | null
}

export const running = new Map<number, Running>()

const againMilliseconds = 50

/** The engine forgets an interrupt that reaches it just before the statement begins: it is told again until the answer ends that. */
export function keepInterrupting(connection: DuckDBConnection): () => void {
  const timer = setInterval(() => connection.interrupt(), againMilliseconds)
  connection.interrupt()
  return () => clearInterval(timer)
}

export const send = (message: FromEngine): Promise<void> =>
  new Promise((resolve) => {
    // When the channel is gone the server is gone, and 'disconnect' ends this process.
    if (!process.connected) return resolve()
    process.send?.(message, undefined, undefined, () => resolve())
  })

export const interrupted = (): Error => new Error('INTERRUPT Error: Interrupted!')
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

let instance: DuckDBInstance | null = null

export async function open(options: OpenOptions): Promise<void> {
  if (options.file !== ':memory:' && !options.mayCreate && !existsSync(options.file)) throw new RefusedError('The database file does not exist.')
  instance = await DuckDBInstance.create(options.file, {
    ...(options.mayWrite || options.file === ':memory:' ? {} : { access_mode: 'READ_ONLY' }),
    memory_limit: options.memoryLimit,
    threads: String(options.threads),
    temp_directory: options.tempFolder,
    max_temp_directory_size: options.tempLimit,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
    enable_external_access: 'false',
    lock_configuration: 'true',
  })
}

/** A connection with its transaction begun. */
export async function connect(order: SessionOrder): Promise<DuckDBConnection> {
  if (!instance) throw new RefusedError('The database is not open.')
  const connection = await instance.connect()
  try {
    if (order.schema) await connection.run(`USE ${quoted(order.schema)}`)
    await begin(connection, order.readOnly)
  } catch (error) {
    connection.closeSync()
    throw error
  }
  return connection
}

export async function begin(connection: DuckDBConnection, readOnly: boolean): Promise<void> {
  await connection.run(readOnly ? 'BEGIN TRANSACTION READ ONLY' : 'BEGIN TRANSACTION')
}
