import { fail, ok, type FrameColumn, type Result, type Statement } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { Driver, RowStream, RunOptions, Session, SessionOptions, Surroundings } from '../connector.ts'
import { readRows, succeeds } from '../read-rows.ts'
import { grace, readStream, sendRows, tellEnd } from './calls.ts'
import { describeTable, estimateRows, listTables } from './catalog.ts'
import { EnginePool } from './engine-pool.ts'
import { engineName, refusal } from './problems.ts'
import type { RunOrder } from './protocol.ts'

export function openDriver(path: string, surroundings: Surroundings): Driver {
  const pool = new EnginePool(path, surroundings)

  const orderOf = (statement: Statement, options: Omit<RunOptions, 'signal'>, more: Partial<RunOrder> = {}): RunOrder => ({
    sql: statement.sql,
    params: statement.params,
    readOnly: options.readOnly || surroundings.mayWrite === false,
    maxRows: options.maxRows ?? null,
    isOurs: false,
    inSession: false,
    ...more,
  })

  async function start(op: 'run' | 'describe', order: RunOrder, signal: AbortSignal): Promise<Result<RowStream>> {
    if (signal.aborted) return fail(problemOfAbort(signal, engineName))
    const engine = await pool.take(signal)
    if (!engine.ok) return engine
    return readStream(engine.value, op, order, signal, () => pool.giveBack(engine.value))
  }

  const stream = (statement: Statement, options: RunOptions): Promise<Result<RowStream>> => start('run', orderOf(statement, options), options.signal)

  /** The engine knows the types of a table's columns and of nothing else; for the rest the first rows are looked at, read-only. */
  async function describe(statement: Statement, options: RunOptions): Promise<Result<readonly FrameColumn[]>> {
    const rows = await start('describe', orderOf(statement, { ...options, readOnly: true }), options.signal)
    if (!rows.ok) return rows
    const drained = await readRows(Promise.resolve(rows))
    return drained.ok ? ok(rows.value.columns) : drained
  }

  async function session(options: SessionOptions): Promise<Result<Session>> {
    const engine = await pool.take(options.signal)
    if (!engine.ok) return engine
    let current: Promise<void> = Promise.resolve()
    let isClosed = false
    return ok({
      stream: async (statement, more) => {
        if (isClosed) return fail(refusal('The session is closed.'))
        await current
        let done: () => void = () => undefined
        current = new Promise((resolve) => (done = resolve))
        return readStream(engine.value, 'run', orderOf(statement, { ...options, ...more }, { inSession: true }), more.signal, done)
      },
      commit: async () => {
        await current
        return isClosed ? fail(refusal('The session is closed.')) : tellEnd(engine.value, 'commit')
      },
      close: async () => {
        if (isClosed) return
        isClosed = true
        // What the session knew is forgotten anyway: a step without end in sight ends with its process.
        const hurry = setTimeout(() => void engine.value.kill(), grace.cancelled)
        await current
        clearTimeout(hurry)
        if (engine.value.isAlive()) {
          const forgotten = await tellEnd(engine.value, 'reset')
          if (!forgotten.ok) await engine.value.kill()
        }
        pool.giveBack(engine.value)
      },
    })
  }

  const ask = (signal: AbortSignal) => (statement: Statement) => readRows(start('run', orderOf(statement, { readOnly: true }, { isOurs: true }), signal))

  return {
    stream,
    describe,
    test: (signal) => succeeds(ask(signal)({ sql: 'SELECT count(*) FROM sqlite_schema', params: [] })),
    defaultSchema: async () => ok('main'),
    schemas: async () => ok(['main']),
    tables: (_, signal) => listTables(ask(signal)),
    table: (name, _, signal) => describeTable(ask(signal), name),
    rowEstimate: (name, _, signal) => estimateRows(ask(signal), name),
    session,
    load: async (table, columns, batches, options) => {
      if (surroundings.mayWrite === false) return fail(refusal('Cannot write: this connection is read-only.'))
      const engine = await pool.take(options.signal)
      if (!engine.ok) return engine
      try {
        return await sendRows(engine.value, { table, columns, ifExists: options.ifExists }, batches, options)
      } finally {
        pool.giveBack(engine.value)
      }
    },
    close: () => pool.close(),
  }
}
