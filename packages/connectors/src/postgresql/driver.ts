import { fail, ok, type Cell, type Frame, type FrameColumn, type Result, type Statement } from '@sightline/core'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { problemOfAbort } from '../aborted.ts'
import type { Driver, RowStream, RunOptions, Surroundings } from '../connector.ts'
import { readRows } from '../read-rows.ts'
import { ProblemError } from '../problem-error.ts'
import { statelessSession } from '../stateless-session.ts'
import { describeTable, listSchemas, listTables } from './catalog.ts'
import { describeQuery } from './describe-query.ts'
import type { PostgresConfig } from './config.ts'
import { engineName, isLostConnection, problemOf } from './problems.ts'
import { sslOf } from './ssl.ts'
import { columnOf, readerOf, type Field } from './types.ts'

const rowsPerBatch = 1000
/** Every value as the server's text; `types.ts` reads it. */
const textTypes = { getTypeParser: () => (value: string) => value } as never

export function openDriver(config: PostgresConfig, surroundings: Surroundings): Driver {
  const connection: pg.ClientConfig = {
    host: config.host,
    port: config.port,
    database: config.database,
    user: config.username,
    // As a function: an empty text would be replaced by what the environment or a password file of the server holds.
    password: () => config.password ?? '',
    ssl: sslOf(config),
    application_name: config.query?.['application_name'] ?? 'sightline',
    connectionTimeoutMillis: Number(config.query?.['connect_timeout'] ?? 10) * 1000,
    keepAlive: true,
    // Environment variables of the server process such as PGOPTIONS must not reach a user's connection.
    options: '-c DateStyle=ISO -c IntervalStyle=postgres -c TimeZone=UTC -c bytea_output=hex -c standard_conforming_strings=on -c extra_float_digits=1',
  }
  const pool = new pg.Pool({ ...connection, max: 16, idleTimeoutMillis: 30_000, allowExitOnIdle: true, maxLifetimeSeconds: 3600 })
  pool.on('error', (error) => surroundings.log(`An idle PostgreSQL connection was lost: ${error.message}`))

  /** A connection with its transaction begun. A pooled one may have died unseen: then a new one is tried, once per pooled connection. */
  async function begin(options: RunOptions): Promise<pg.PoolClient> {
    const first = options.readOnly ? 'BEGIN READ ONLY' : 'BEGIN'
    const schema = options.schema ? `; SET LOCAL search_path TO ${pg.escapeIdentifier(options.schema)}` : ''
    for (let attempt = 0; ; attempt++) {
      const client = await pool.connect()
      try {
        await client.query(first + schema)
        return client
      } catch (error) {
        client.release(true)
        if (!isLostConnection(error) || attempt >= 16) throw error
      }
    }
  }

  /** Read-only work is always undone: settings made by a function call must not reach the next user of the connection. */
  async function end(client: pg.PoolClient, how: 'commit' | 'undo'): Promise<void> {
    try {
      await client.query(how === 'commit' ? 'COMMIT' : 'ROLLBACK')
      if (how === 'commit') await client.query('DISCARD ALL')
      client.release()
    } catch (error) {
      client.release(true)
      if (how === 'commit') throw error
    }
  }

  /** On a second connection, because the first is busy and the pool may be full. */
  async function cancelBackend(client: pg.PoolClient): Promise<void> {
    const { processID } = client as unknown as { readonly processID: number }
    const second = new pg.Client(connection)
    second.on('error', () => undefined)
    try {
      await second.connect()
      await second.query('SELECT pg_cancel_backend($1)', [processID])
    } catch (error) {
      surroundings.log(`A PostgreSQL statement could not be cancelled: ${(error as Error).message}`)
    } finally {
      await second.end().catch(() => undefined)
    }
  }

  async function stream(statement: Statement, options: RunOptions): Promise<Result<RowStream>> {
    const { signal } = options
    if (signal.aborted) return fail(problemOfAbort(signal, engineName))
    let client: pg.PoolClient
    try {
      client = await begin(options)
    } catch (error) {
      return fail(problemOf(error, config))
    }
    // A connection lost between two reads tells nobody: the cursor would wait for ever.
    let lost: Error | null = null
    let tellReader: ((error: Error) => void) | null = null
    const onLost = (error?: Error): void => {
      lost ??= error ?? new Error('Connection terminated unexpectedly')
      tellReader?.(lost)
    }
    client.on('error', onLost)
    client.on('end', onLost)
    let isReading = false
    let isDone = false
    let cancelling: Promise<void> | null = null
    const cancel = (): void => {
      if (isReading && !isDone) cancelling ??= cancelBackend(client)
    }
    const finish = async (how: 'commit' | 'undo'): Promise<void> => {
      if (isDone) return
      isDone = true
      signal.removeEventListener('abort', cancel)
      // A cancel that arrives late would hit the next statement on this connection.
      await cancelling
      client.off('error', onLost)
      client.off('end', onLost)
      if (lost) client.release(true)
      else await end(client, how)
    }
    const cursor = client.query(new Cursor<Cell[]>(statement.sql, statement.params.map(parameterOf), { rowMode: 'array', types: textTypes }))
    const read = (count: number): Promise<{ rows: (string | null)[][]; fields: readonly Field[] }> =>
      new Promise((resolve, reject) => {
        if (lost) return reject(lost)
        tellReader = reject
        isReading = true
        if (signal.aborted) cancel()
        cursor.read(count, (error: Error | undefined, rows: unknown, result: unknown) => {
          isReading = false
          if (error) reject(error)
          else resolve({ rows: rows as (string | null)[][], fields: (result as { fields?: Field[] } | undefined)?.fields ?? [] })
        })
      })
    const closeCursor = (): Promise<void> =>
      new Promise((resolve, reject) => {
        if (lost) return reject(lost)
        tellReader = reject
        cursor.close().then(resolve, reject)
      })
    const problem = (error: unknown) => (signal.aborted ? problemOfAbort(signal, engineName) : problemOf(error, config, statement.sql))
    signal.addEventListener('abort', cancel)

    const maxRows = options.maxRows ?? Number.POSITIVE_INFINITY
    let firstRead: { rows: (string | null)[][]; fields: readonly Field[] }
    try {
      firstRead = await read(Math.max(1, Math.min(rowsPerBatch, maxRows)))
    } catch (error) {
      const answer = problem(error)
      await finish('undo')
      return fail(answer)
    }
    const columns = firstRead.fields.map(columnOf)
    const readers = firstRead.fields.map(readerOf)

    async function* batches(): AsyncGenerator<Frame> {
      let left = maxRows
      let rows = firstRead.rows.slice(0, maxRows)
      try {
        while (rows.length > 0) {
          if (signal.aborted) throw new ProblemError(problemOfAbort(signal, engineName))
          left -= rows.length
          yield frameOf(columns, readers, rows)
          if (left <= 0 || rows.length < rowsPerBatch) break
          rows = (await read(Math.min(rowsPerBatch, left))).rows
        }
        await closeCursor()
        if (!options.readOnly) await finish('commit')
      } catch (error) {
        if (error instanceof ProblemError) throw error
        throw new ProblemError(problem(error))
      } finally {
        if (!isDone) {
          await closeCursor().catch(() => undefined)
          await finish('undo')
        }
      }
    }
    return ok({ columns, batches: abandonable(batches(), signal, () => finish('undo')) })
  }

  const rowsOf = (statement: Statement, signal: AbortSignal) => readRows(stream(statement, { signal, readOnly: true }))

  async function describe(statement: Statement, options: RunOptions): Promise<Result<readonly FrameColumn[]>> {
    let client: pg.PoolClient
    try {
      client = await begin({ ...options, readOnly: true })
    } catch (error) {
      return fail(problemOf(error, config))
    }
    try {
      return ok((await describeQuery(client as unknown as pg.Client, statement.sql)).map(columnOf))
    } catch (error) {
      return fail(problemOf(error, config, statement.sql))
    } finally {
      await end(client, 'undo')
    }
  }

  return {
    stream,
    describe,
    test: async (signal) => {
      const rows = await rowsOf({ sql: 'SELECT 1', params: [] }, signal)
      return rows.ok ? ok(undefined) : rows
    },
    defaultSchema: async (signal) => {
      const rows = await rowsOf({ sql: 'SELECT current_schema()', params: [] }, signal)
      return rows.ok ? ok((rows.value[0]?.[0] as string | null | undefined) ?? null) : rows
    },
    schemas: (signal) => listSchemas((statement) => rowsOf(statement, signal)),
    tables: (schema, signal) => listTables((statement) => rowsOf(statement, signal), schema),
    table: (name, schema, signal) => describeTable((statement) => rowsOf(statement, signal), name, schema),
    session: async (options) => ok(statelessSession(stream, options)),
    close: () => pool.end(),
  }
}

/** Batches whose reader never came back still give their connection back when the signal is aborted. */
function abandonable(batches: AsyncGenerator<Frame>, signal: AbortSignal, release: () => Promise<void>): AsyncIterable<Frame> {
  let isBegun = false
  const onAbort = (): void => {
    if (!isBegun) void release()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  return {
    [Symbol.asyncIterator]: () => {
      isBegun = true
      signal.removeEventListener('abort', onAbort)
      return batches
    },
  }
}

function frameOf(columns: readonly FrameColumn[], readers: readonly ((text: string) => Cell)[], rows: readonly (readonly (string | null)[])[]): Frame {
  const values = readers.map((read, index) => {
    const cells: Cell[] = []
    for (let row = 0; row < rows.length; row++) {
      const text = rows[row]![index]
      cells.push(text === null || text === undefined ? null : read(text))
    }
    return cells
  })
  return { columns, values, length: rows.length }
}

const parameterOf = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value instanceof Date ? value.toISOString() : value)
