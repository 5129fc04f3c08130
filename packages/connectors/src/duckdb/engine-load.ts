import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBTimestampValue,
  TIMESTAMP,
  VARCHAR,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { LoadColumn } from '../connector.ts'
import { connect, interrupted, quoted, RefusedError, running, send } from './engine-state.ts'
import { fillVector } from './fill-vector.ts'
import type { LoadOrder, ToEngine } from './protocol.ts'

/** The engine's own limit of rows in a chunk. */
const rowsPerChunk = 2048
const mostDigits = 38
const stage = 'sightline_load'

/** Decimals are kept as text until the last row has told how many digits the column needs. */
const types: Readonly<Record<LoadColumn['type'], DuckDBType>> = {
  integer: BIGINT,
  decimal: VARCHAR,
  double: DOUBLE,
  string: VARCHAR,
  boolean: BOOLEAN,
  date: DATE,
  timestamp: TIMESTAMP,
}

interface Load {
  readonly connection: DuckDBConnection
  readonly order: LoadOrder
  readonly appender: DuckDBAppender
  /** Whether rows are collected in a table of their own before they go where they belong. */
  readonly isStaged: boolean
  readonly isAppended: boolean
  readonly digits: readonly { whole: number; fraction: number }[]
  /** Rows are appended in the order of their arrival. */
  last: Promise<void>
}

const loads = new Map<number, Load>()

export async function beginLoad(id: number, order: LoadOrder): Promise<void> {
  const connection = await connect({ schema: null, readOnly: false })
  try {
    running.set(id, { credit: 0, cancelled: false, wake: null, interrupt: () => connection.interrupt() })
    const target = `${quoted(order.schema)}.${quoted(order.table)}`
    const found = await connection.runAndReadAll(
      'SELECT 1 FROM duckdb_tables() WHERE database_name = current_database() AND NOT temporary AND schema_name = $1 AND table_name = $2',
      [order.schema, order.table],
    )
    const exists = found.currentRowCount > 0
    if (exists && order.ifExists === 'fail') throw new RefusedError(`Table "${order.table}" already exists.`)
    const isAppended = exists && order.ifExists === 'append'
    if (exists && !isAppended) await connection.run(`DROP TABLE ${target}`)
    const isStaged = isAppended || order.columns.some(({ type }) => type === 'decimal')
    const columns = order.columns.map(({ name, type }) => `${quoted(name)} ${types[type].toString()}`).join(', ')
    await connection.run(isStaged ? `CREATE TEMP TABLE ${stage} (${columns})` : `CREATE TABLE ${target} (${columns})`)
    const appender = isStaged ? await connection.createAppender(stage, 'main', 'temp') : await connection.createAppender(order.table, order.schema)
    if (running.get(id)?.cancelled) throw interrupted()
    loads.set(id, { connection, order, appender, isStaged, isAppended, digits: order.columns.map(() => ({ whole: 1, fraction: 0 })), last: Promise.resolve() })
  } catch (error) {
    running.delete(id)
    connection.closeSync()
    throw error
  }
  await send({ op: 'next', id })
}

export function takeRows({ id, length, columns }: Extract<ToEngine, { op: 'rows' }>): Promise<void> {
  const load = loads.get(id)
  if (!load) return Promise.resolve()
  load.last = load.last.then(async () => {
    for (let from = 0; from < length; from += rowsPerChunk) {
      if (running.get(id)?.cancelled) throw interrupted()
      const count = Math.min(rowsPerChunk, length - from)
      const chunk = DuckDBDataChunk.create(
        load.order.columns.map(({ type }) => types[type]),
        count,
      )
      load.order.columns.forEach(({ name, type }, index) => {
        const column = columns[index]!
        const digits = load.digits[index]!
        if ('data' in column) fillVector(chunk, index, column, type, from, count, (text) => noteDigits(text, name, digits))
        else
          chunk.setColumnValues(
            index,
            column.slice(from, from + count).map((cell) => valueOf(cell, type, name, digits)),
          )
      })
      load.appender.appendDataChunk(chunk)
      // Between two chunks other statements get their turn.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await send({ op: 'next', id })
  })
  return orEnd(id, load.last)
}

/** All rows have arrived: they are moved to their table where they were staged, and kept. */
export async function keepLoad(id: number): Promise<void> {
  const load = loads.get(id)
  if (!load) return
  const { connection, order, appender } = load
  load.last = load.last.then(async () => {
    appender.flushSync()
    appender.closeSync()
    const target = `${quoted(order.schema)}.${quoted(order.table)}`
    const names = order.columns.map(({ name }) => quoted(name)).join(', ')
    const fitted = order.columns.map((column, index) => fittedColumn(column, load.digits[index]!)).join(', ')
    if (load.isAppended) await connection.run(`INSERT INTO ${target} (${names}) SELECT ${names} FROM temp.main.${stage}`)
    else if (load.isStaged) await connection.run(`CREATE TABLE ${target} AS SELECT ${fitted} FROM temp.main.${stage}`)
    if (running.get(id)?.cancelled) throw interrupted()
    await connection.run('COMMIT')
  })
  await orEnd(id, load.last)
  endLoad(id)
  await send({ op: 'end', id })
}

/** Answers when nothing of the load is under way any more. */
export async function cancelLoad(id: number): Promise<void> {
  const load = loads.get(id)
  if (!load) return
  await load.last.catch(() => undefined)
  endLoad(id)
  throw interrupted()
}

async function orEnd(id: number, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    endLoad(id)
    throw error
  }
}

/** What was not committed goes with the connection. */
function endLoad(id: number): void {
  const load = loads.get(id)
  if (!load) return
  loads.delete(id)
  running.delete(id)
  try {
    load.appender.clear()
    load.appender.closeSync()
  } catch {
    // It is closed already.
  }
  load.connection.closeSync()
}

function fittedColumn({ name, type }: LoadColumn, { whole, fraction }: { readonly whole: number; readonly fraction: number }): string {
  if (type !== 'decimal') return quoted(name)
  if (whole + fraction > mostDigits) throw new RefusedError(`Column "${name}" has numbers of more than ${mostDigits} digits.`)
  // A little room, so that rows appended later may have more digits before the point.
  const width = Math.min(mostDigits, Math.max(18, whole + fraction))
  return `CAST(${quoted(name)} AS DECIMAL(${width}, ${fraction})) AS ${quoted(name)}`
}

function valueOf(cell: unknown, type: LoadColumn['type'], name: string, digits: { whole: number; fraction: number }): DuckDBValue {
  if (cell === null || cell === undefined) return null
  switch (type) {
    case 'integer': {
      const value = BigInt(cell as number | bigint | string)
      if (BigInt.asIntN(64, value) !== value) throw new RefusedError(`Column "${name}" is of whole numbers up to 64 bits, which cannot hold ${value}.`)
      return value
    }
    case 'decimal': {
      const text = String(cell)
      noteDigits(text, name, digits)
      return text
    }
    case 'double':
      return Number(cell)
    case 'boolean':
      return Boolean(cell)
    case 'date':
      return new DuckDBDateValue(Math.floor(Number(cell) / 86_400_000))
    case 'timestamp':
      return new DuckDBTimestampValue(BigInt(Math.round(Number(cell) * 1000)))
    case 'string':
      return typeof cell === 'string' ? cell : JSON.stringify(cell)
  }
}

function noteDigits(text: string, name: string, digits: { whole: number; fraction: number }): void {
  const match = /^[+-]?(\d*)\.?(\d*)$/.exec(text)
  if (!match) throw new RefusedError(`Column "${name}" is of decimals, which cannot hold ${text}.`)
  digits.whole = Math.max(digits.whole, match[1]!.replace(/^0+/, '').length)
  digits.fraction = Math.max(digits.fraction, match[2]!.replace(/0+$/, '').length)
}
