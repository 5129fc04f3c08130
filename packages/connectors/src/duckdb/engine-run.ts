import { StatementType, type DuckDBConnection, type DuckDBPreparedStatement, type DuckDBResult, type DuckDBType } from '@duckdb/node-api'
import { columnOf, wireCells } from './cells.ts'
import { inSession } from './engine-session.ts'
import { connect, interrupted, keepInterrupting, RefusedError, running, send, type Running } from './engine-state.ts'
import { layoutOf, packChunks, type TakenChunk } from './pack-chunks.ts'
import { initialCredit, rowsPerBatch, type RunOrder, type WireCells, type WireColumn } from './protocol.ts'

const reads: ReadonlySet<StatementType> = new Set([StatementType.SELECT, StatementType.EXPLAIN])
/** `Set`, `Pragma`, `Copy`, `Attach`, `Call`, `Load`, `Transaction` and everything unknown are in neither list and refused. */
const writes: ReadonlySet<StatementType> = new Set([
  StatementType.INSERT,
  StatementType.UPDATE,
  StatementType.DELETE,
  StatementType.CREATE,
  StatementType.ALTER,
  StatementType.DROP,
  StatementType.MERGE_INTO,
])

/** Runs a statement and sends its rows as fast as they are taken. */
export async function run(id: number, order: RunOrder): Promise<void> {
  const state: Running = { credit: initialCredit, cancelled: false, wake: null, interrupt: null }
  running.set(id, state)
  try {
    await withConnection(order, async (connection) => {
      if (state.cancelled) throw interrupted()
      let endInterrupting: () => void = () => undefined
      state.interrupt = () => {
        endInterrupting()
        endInterrupting = keepInterrupting(connection)
      }
      try {
        await runOn(connection, id, order, state)
      } finally {
        // The connection goes on to another statement, or is closed.
        state.interrupt = null
        endInterrupting()
      }
    })
    await send({ op: 'end', id })
  } finally {
    running.delete(id)
  }
}

async function runOn(connection: DuckDBConnection, id: number, order: RunOrder, state: Running): Promise<void> {
  const prepared = await prepare(connection, order)
  if (state.cancelled) throw interrupted()
  const returnsRows = reads.has(prepared.statementType)
  const result = await prepared.stream()
  const types = returnsRows ? result.columnTypes() : []
  const columns = returnsRows ? result.columnNames().map((name, index) => columnOf(name, types[index]!)) : []
  await send({ op: 'columns', id, columns, layouts: types.map(layoutOf) })
  await sendBatches(id, state, result, order.maxRows ?? Number.POSITIVE_INFINITY, returnsRows)
  // An interrupted engine gives no more rows and no error: that is not an end.
  if (state.cancelled) throw interrupted()
}

/** The columns that a statement would return, by preparing it. */
export async function describe(id: number, order: RunOrder): Promise<void> {
  const columns = await withConnection({ ...order, readOnly: true }, async (connection) => {
    const prepared = await prepare(connection, order)
    if (!reads.has(prepared.statementType)) return []
    return Array.from({ length: prepared.columnCount }, (_, index) => {
      const name = prepared.columnName(index)
      // A column that is a bare parameter has no type before its value is known.
      return prepared.columnTypeId(index) === 0 ? { name, kind: 'string' as const, type: 'VARCHAR' } : columnOf(name, prepared.columnType(index))
    })
  })
  await send({ op: 'columns', id, columns, layouts: [] })
  await send({ op: 'end', id })
}

/** The session's connection, or one of its own per statement: a cancelled or failed one leaves nothing behind for the next. */
async function withConnection<Answer>(order: RunOrder, work: (connection: DuckDBConnection) => Promise<Answer>): Promise<Answer> {
  if (order.session !== null) return inSession(order.session, work)
  const connection = await connect(order)
  try {
    const answer = await work(connection)
    if (!order.readOnly) await connection.run('COMMIT')
    return answer
  } finally {
    connection.closeSync()
  }
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

async function sendBatches(id: number, state: Running, result: DuckDBResult, maxRows: number, returnsRows: boolean): Promise<void> {
  const types = result.columnTypes()
  let left = maxRows
  let pending: TakenChunk[] = []
  let rows = 0
  const flush = async (): Promise<void> => {
    if (rows === 0) return
    while (state.credit === 0 && !state.cancelled) await new Promise<void>((resolve) => (state.wake = resolve))
    if (state.cancelled) throw interrupted()
    state.credit--
    await send({ op: 'batch', id, length: rows, columns: types.map((type, index) => wireColumn(pending, index, type, rows)) })
    pending = []
    rows = 0
  }
  while (left > 0) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) break
    if (state.cancelled) throw interrupted()
    if (!returnsRows) continue
    const taken = Math.min(chunk.rowCount, left)
    left -= taken
    rows += taken
    pending.push({ chunk, taken })
    if (rows >= rowsPerBatch) await flush()
  }
  await flush()
}

/** As memory where the type allows it: a tenth of the work of making a value of every cell here and again on the other side. */
function wireColumn(chunks: readonly TakenChunk[], index: number, type: DuckDBType, length: number): WireColumn {
  const packed = packChunks(chunks, index, type, length)
  if (packed) return packed
  const parts = chunks.map(({ chunk, taken }) => {
    const values = chunk.getColumnValues(index)
    return wireCells(taken < values.length ? values.slice(0, taken) : values, type)
  })
  return parts.length === 1 ? parts[0]! : joinCells(parts)
}

function joinCells(parts: readonly WireCells[]): WireCells {
  const cells: unknown[] = []
  const exact: number[] = []
  for (const part of parts) {
    for (const place of part.exact ?? []) exact.push(cells.length + place)
    for (const cell of part.cells) cells.push(cell)
  }
  return exact.length > 0 ? { cells, exact } : { cells }
}
