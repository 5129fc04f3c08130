import { fail, ok, type FrameColumn, type Result, type Statement } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { Driver, RowStream, RunOptions, Surroundings } from '../connector.ts'
import { readRows, succeeds } from '../read-rows.ts'
import { describeTable, estimateRows, listSchemas, listTables } from './catalog.ts'
import type { EngineProcess } from './engine-process.ts'
import { loadRows } from './load.ts'
import { engineName } from './problems.ts'
import type { RunOrder } from './protocol.ts'
import { readStream } from './read-stream.ts'
import { openSession } from './session.ts'
import { leaseEngine, type EngineLease } from './shared-engine.ts'

export function openDriver(path: string, surroundings: Surroundings): Driver {
  let leasing: Promise<Result<EngineLease>> | null = null

  /** A file that could not be found is looked for again by the next call. */
  async function engineFor({ signal, readOnly }: Pick<RunOptions, 'signal' | 'readOnly'>): Promise<Result<EngineProcess>> {
    if (signal.aborted) return fail(problemOfAbort(signal, engineName))
    leasing ??= leaseEngine(path, surroundings)
    const lease = await leasing
    if (lease.ok) return lease.value.running(readOnly)
    leasing = null
    return lease
  }

  const orderOf = (statement: Statement, options: RunOptions): RunOrder => ({
    sql: statement.sql,
    params: statement.params,
    schema: options.schema ?? null,
    readOnly: options.readOnly,
    maxRows: options.maxRows ?? null,
    session: null,
  })

  async function stream(statement: Statement, options: RunOptions): Promise<Result<RowStream>> {
    const engine = await engineFor(options)
    if (!engine.ok) return engine
    return readStream(engine.value, { op: 'run', order: orderOf(statement, options) }, statement.sql, options.signal)
  }

  async function describe(statement: Statement, options: RunOptions): Promise<Result<readonly FrameColumn[]>> {
    const engine = await engineFor(options)
    if (!engine.ok) return engine
    const rows = await readStream(engine.value, { op: 'describe', order: orderOf(statement, options) }, statement.sql, options.signal)
    if (!rows.ok) return rows
    return ok(rows.value.columns)
  }

  const rowsOf = (statement: Statement, signal: AbortSignal) => readRows(stream(statement, { signal, readOnly: true }))

  return {
    stream,
    describe,
    test: (signal) => succeeds(rowsOf({ sql: 'SELECT 1', params: [] }, signal)),
    defaultSchema: async () => ok('main'),
    schemas: (signal) => listSchemas((statement) => rowsOf(statement, signal)),
    tables: (schema, signal) => listTables((statement) => rowsOf(statement, signal), schema ?? 'main'),
    table: (name, schema, signal) => describeTable((statement) => rowsOf(statement, signal), name, schema ?? 'main'),
    rowEstimate: (name, schema, signal) => estimateRows((statement) => rowsOf(statement, signal), name, schema ?? 'main'),
    session: async (options) => {
      const engine = await engineFor(options)
      return engine.ok ? openSession(engine.value, options) : engine
    },
    load: async (table, columns, batches, options) => {
      const engine = await engineFor({ signal: options.signal, readOnly: false })
      return engine.ok ? loadRows(engine.value, table, columns, batches, options) : engine
    },
    close: async () => {
      const lease = await leasing
      if (lease?.ok) await lease.value.release()
    },
  }
}
