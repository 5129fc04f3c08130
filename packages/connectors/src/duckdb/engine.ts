/**
 * The embedded engine's own process. It holds one database file, has no secrets in its environment, cannot reach other files, the network or
 * extensions, and cannot be talked out of it: the configuration is locked before the first statement of a user arrives.
 */
import { DuckDBInstance, StatementType, type DuckDBConnection, type DuckDBPreparedStatement, type DuckDBResult } from '@duckdb/node-api'
import { existsSync } from 'node:fs'
import { columnOf, wireColumn } from './cells.ts'
import { initialCredit, rowsPerBatch, type FromEngine, type OpenOptions, type RunOrder, type ToEngine, type WireColumn } from './protocol.ts'

class RefusedError extends Error {}

interface Running {
  credit: number
  cancelled: boolean
  wake: (() => void) | null
  interrupt: (() => void) | null
}

const reads: ReadonlySet<StatementType> = new Set([StatementType.SELECT, StatementType.EXPLAIN])
/** `Set`, `Pragma`, `Copy`, `Attach`, `Call`, `Load` and everything unknown are in neither list and refused. */
const writes: ReadonlySet<StatementType> = new Set([
  StatementType.INSERT,
  StatementType.UPDATE,
  StatementType.DELETE,
  StatementType.CREATE,
  StatementType.ALTER,
  StatementType.DROP,
  StatementType.MERGE_INTO,
])

let instance: DuckDBInstance | null = null
const running = new Map<number, Running>()

const send = (message: FromEngine): Promise<void> =>
  new Promise((resolve) => {
    // When the channel is gone the server is gone, and 'disconnect' ends this process.
    if (!process.connected) return resolve()
    process.send?.(message, undefined, undefined, () => resolve())
  })

async function open(options: OpenOptions): Promise<void> {
  if (options.file !== ':memory:' && !options.mayCreate && !existsSync(options.file)) throw new RefusedError('The database file does not exist.')
  instance = await DuckDBInstance.create(options.file, {
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

/** A connection of its own per statement: a cancelled or failed one leaves nothing behind for the next. */
async function connect(order: RunOrder): Promise<DuckDBConnection> {
  if (!instance) throw new RefusedError('The database is not open.')
  const connection = await instance.connect()
  try {
    if (order.schema) await connection.run(`USE "${order.schema.replaceAll('"', '""')}"`)
    await connection.run(order.readOnly ? 'BEGIN TRANSACTION READ ONLY' : 'BEGIN TRANSACTION')
  } catch (error) {
    connection.closeSync()
    throw error
  }
  return connection
}

async function prepare(connection: DuckDBConnection, order: RunOrder): Promise<DuckDBPreparedStatement> {
  const extracted = await connection.extractStatements(order.sql)
  if (extracted.count !== 1) throw new RefusedError(extracted.count === 0 ? 'There is no statement to run.' : 'Only one statement can be run at a time.')
  const prepared = await extracted.prepare(0)
  const kind = prepared.statementType
  if (!reads.has(kind) && !writes.has(kind)) throw new RefusedError(`${StatementType[kind] ?? 'This kind of'} statement is not allowed.`)
  if (order.readOnly && !reads.has(kind)) throw new RefusedError('Cannot write: this connection is read-only.')
  order.params.forEach((value, index) => bind(prepared, index + 1, value))
  return prepared
}

function bind(prepared: DuckDBPreparedStatement, index: number, value: unknown): void {
  if (value === null || value === undefined) prepared.bindNull(index)
  else if (typeof value === 'boolean') prepared.bindBoolean(index, value)
  else if (typeof value === 'bigint') prepared.bindHugeInt(index, value)
  else if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) prepared.bindDouble(index, value)
    else if (Math.abs(value) < 2 ** 31) prepared.bindInteger(index, value)
    else prepared.bindBigInt(index, BigInt(value))
  } else if (value instanceof Date) prepared.bindVarchar(index, value.toISOString().replace('T', ' ').replace('Z', ''))
  else prepared.bindVarchar(index, typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value))
}

async function run(id: number, order: RunOrder): Promise<void> {
  const state: Running = { credit: initialCredit, cancelled: false, wake: null, interrupt: null }
  running.set(id, state)
  let connection: DuckDBConnection | null = null
  try {
    connection = await connect(order)
    const current = connection
    state.interrupt = () => current.interrupt()
    const prepared = await prepare(connection, order)
    if (state.cancelled) throw new Error('INTERRUPT Error: Interrupted!')
    const returnsRows = reads.has(prepared.statementType)
    const result = await prepared.stream()
    const types = returnsRows ? result.columnTypes() : []
    await send({ op: 'columns', id, columns: returnsRows ? result.columnNames().map((name, index) => columnOf(name, types[index]!)) : [] })
    await sendBatches(id, state, result, order.maxRows ?? Number.POSITIVE_INFINITY, returnsRows)
    if (!order.readOnly) await connection.run('COMMIT')
    await send({ op: 'end', id })
  } finally {
    running.delete(id)
    connection?.closeSync()
  }
}

async function sendBatches(id: number, state: Running, result: DuckDBResult, maxRows: number, returnsRows: boolean): Promise<void> {
  const types = result.columnTypes()
  let left = maxRows
  let pending: WireColumn[][] = []
  let rows = 0
  const flush = async (): Promise<void> => {
    if (rows === 0) return
    while (state.credit === 0 && !state.cancelled) await new Promise<void>((resolve) => (state.wake = resolve))
    if (state.cancelled) throw new Error('INTERRUPT Error: Interrupted!')
    state.credit--
    await send({ op: 'batch', id, length: rows, columns: joinColumns(pending) })
    pending = []
    rows = 0
  }
  while (left > 0) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) break
    if (!returnsRows) continue
    const taken = Math.min(chunk.rowCount, left)
    left -= taken
    rows += taken
    pending.push(
      types.map((type, index) => {
        const values = chunk.getColumnValues(index)
        return wireColumn(taken < values.length ? values.slice(0, taken) : values, type)
      }),
    )
    if (rows >= rowsPerBatch) await flush()
  }
  await flush()
}

function joinColumns(parts: readonly WireColumn[][]): WireColumn[] {
  const [first] = parts
  if (!first || parts.length === 1) return first ?? []
  return first.map((_, index) => {
    const cells: unknown[] = []
    const exact: number[] = []
    for (const part of parts) {
      const column = part[index]!
      for (const place of column.exact ?? []) exact.push(cells.length + place)
      for (const cell of column.cells) cells.push(cell)
    }
    return exact.length > 0 ? { cells, exact } : { cells }
  })
}

async function describe(id: number, order: RunOrder): Promise<void> {
  const connection = await connect(order)
  try {
    const prepared = await prepare(connection, order)
    const columns = reads.has(prepared.statementType)
      ? Array.from({ length: prepared.columnCount }, (_, index) => {
          const name = prepared.columnName(index)
          // A column that is a bare parameter has no type before its value is known.
          return prepared.columnTypeId(index) === 0 ? { name, kind: 'string' as const, type: 'VARCHAR' } : columnOf(name, prepared.columnType(index))
        })
      : []
    await send({ op: 'columns', id, columns })
    await send({ op: 'end', id })
  } finally {
    connection.closeSync()
  }
}

async function answer(message: ToEngine): Promise<void> {
  if (message.op === 'open') {
    await open(message.options)
    await send({ op: 'end', id: message.id })
  } else if (message.op === 'run') await run(message.id, message.order)
  else if (message.op === 'describe') await describe(message.id, message.order)
  else {
    const state = running.get(message.id)
    if (!state) return
    if (message.op === 'more') state.credit++
    else {
      state.cancelled = true
      state.interrupt?.()
    }
    state.wake?.()
    state.wake = null
  }
}

process.on('message', (message: ToEngine) => {
  answer(message).catch((error: unknown) =>
    send({ op: 'error', id: message.id, message: error instanceof Error ? error.message : String(error), refused: error instanceof RefusedError }),
  )
})
process.on('disconnect', () => process.exit(0))
