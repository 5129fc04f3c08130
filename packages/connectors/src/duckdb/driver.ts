import { emptyFrame, Exact, fail, ok, type Cell, type Frame, type FrameColumn, type Result, type Statement } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { Driver, RowStream, RunOptions, Surroundings } from '../connector.ts'
import { readRows } from '../read-rows.ts'
import { ProblemError } from '../problem-error.ts'
import { statelessSession } from '../stateless-session.ts'
import { describeTable, listSchemas, listTables } from './catalog.ts'
import type { EngineProcess } from './engine-process.ts'
import { died, engineName, problemOf, refusal } from './problems.ts'
import type { FromEngine, RunOrder } from './protocol.ts'
import { leaseEngine, type EngineLease } from './shared-engine.ts'

/** After an interrupt the engine has this long to end the statement; then the process is ended instead. */
const graceMilliseconds = 1500

export function openDriver(path: string, surroundings: Surroundings): Driver {
  let leasing: Promise<Result<EngineLease>> | null = null

  /** A file that could not be found is looked for again by the next call. */
  async function engineFor(readOnly: boolean): Promise<Result<EngineProcess>> {
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
  })

  async function stream(statement: Statement, options: RunOptions): Promise<Result<RowStream>> {
    if (options.signal.aborted) return fail(problemOfAbort(options.signal, engineName))
    const engine = await engineFor(options.readOnly)
    if (!engine.ok) return engine
    return readStream(engine.value, { op: 'run', order: orderOf(statement, options) }, statement.sql, options.signal)
  }

  async function describe(statement: Statement, options: RunOptions): Promise<Result<readonly FrameColumn[]>> {
    const engine = await engineFor(options.readOnly)
    if (!engine.ok) return engine
    const rows = await readStream(engine.value, { op: 'describe', order: orderOf(statement, options) }, statement.sql, options.signal)
    if (!rows.ok) return rows
    return ok(rows.value.columns)
  }

  const rowsOf = (statement: Statement, signal: AbortSignal) => readRows(stream(statement, { signal, readOnly: true }))

  return {
    stream,
    describe,
    test: async (signal) => {
      const rows = await rowsOf({ sql: 'SELECT 1', params: [] }, signal)
      return rows.ok ? ok(undefined) : rows
    },
    defaultSchema: async () => ok('main'),
    schemas: (signal) => listSchemas((statement) => rowsOf(statement, signal)),
    tables: (schema, signal) => listTables((statement) => rowsOf(statement, signal), schema ?? 'main'),
    table: (name, schema, signal) => describeTable((statement) => rowsOf(statement, signal), name, schema ?? 'main'),
    session: async (options) => ok(statelessSession(stream, options)),
    close: async () => {
      const lease = await leasing
      if (lease?.ok) await lease.value.release()
    },
  }
}

function readStream(engine: EngineProcess, order: Parameters<EngineProcess['call']>[0], sql: string, signal: AbortSignal): Promise<Result<RowStream>> {
  return new Promise((resolve) => {
    const waiting: FromEngine[] = []
    let columns: readonly FrameColumn[] | null = null
    let failure: ProblemError | null = null
    let isOver = false
    let wake: (() => void) | null = null
    let grace: NodeJS.Timeout | undefined

    const finish = (problem: ProblemError | null): void => {
      if (isOver) return
      isOver = true
      failure = problem
      clearTimeout(grace)
      signal.removeEventListener('abort', cancel)
      engine.drop(id)
      if (!columns && problem) resolve(fail(problem.problem))
      wake?.()
    }
    const cancel = (): void => {
      engine.tell({ op: 'cancel', id })
      grace ??= setTimeout(() => void engine.kill(), graceMilliseconds)
    }
    const id = engine.call(order, (message) => {
      if (message === null) finish(new ProblemError(signal.aborted ? problemOfAbort(signal, engineName) : died))
      else if (message.op === 'columns') {
        columns = message.columns
        resolve(ok({ columns, batches: batches(columns) }))
      } else if (message.op === 'batch') {
        waiting.push(message)
        wake?.()
      } else if (message.op === 'end') finish(null)
      else if (signal.aborted) finish(new ProblemError(problemOfAbort(signal, engineName)))
      else finish(new ProblemError(message.refused ? refusal(message.message) : problemOf(message.message, sql)))
    })
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()

    async function* batches(known: readonly FrameColumn[]): AsyncGenerator<Frame> {
      try {
        for (;;) {
          const message = waiting.shift()
          if (message?.op === 'batch') {
            engine.tell({ op: 'more', id })
            yield frameOf(known, message)
          } else if (isOver) {
            if (failure) throw failure
            return
          } else {
            await new Promise<void>((resolveWait) => (wake = resolveWait))
            wake = null
          }
        }
      } finally {
        // A reader that leaves early ends the statement.
        if (!isOver) {
          cancel()
          waiting.length = 0
        }
      }
    }
  })
}

function frameOf(columns: readonly FrameColumn[], message: Extract<FromEngine, { op: 'batch' }>): Frame {
  if (message.length === 0) return emptyFrame(columns)
  for (const column of message.columns) for (const place of column.exact ?? []) column.cells[place] = new Exact(String(column.cells[place]))
  return { columns, values: message.columns.map(({ cells }) => cells as Cell[]), length: message.length }
}
