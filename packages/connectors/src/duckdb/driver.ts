import { emptyFrame, Exact, fail, ok, type Cell, type Frame, type FrameColumn, type Result, type Statement } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { Driver, RowStream, RunOptions, Surroundings } from '../connector.ts'
import { ProblemError } from '../problem-error.ts'
import { describeTable, listSchemas, listTables } from './catalog.ts'
import { engineLimits, startEngine, type EngineProcess } from './engine-process.ts'
import { findFile } from './file.ts'
import { engineName, problemOf, refusal } from './problems.ts'
import type { FromEngine, RunOrder } from './protocol.ts'

/** After an interrupt the engine has this long to end the statement; then the process is ended instead. */
const graceMilliseconds = 1500

const died = () => ({
  code: 'GENERIC_DB_ENGINE_ERROR' as const,
  message: 'duckdb error: The database engine stopped while it ran this query. It starts again with the next one.',
  extra: { engine_name: engineName },
})

export function openDriver(path: string, surroundings: Surroundings): Driver {
  let starting: Promise<Result<EngineProcess>> | null = null
  let closed = false

  async function start(mayCreate: boolean): Promise<Result<EngineProcess>> {
    const file = await findFile(path, surroundings.fileRoots)
    if (!file.ok) return file
    const engine = await startEngine(surroundings.program('duckdb-engine'), (reason) => {
      starting = null
      if (!closed) surroundings.log(`The DuckDB engine process ${reason}`)
    })
    return new Promise((resolve) => {
      const options = { file: file.value, mayCreate, tempFolder: engine.tempFolder, ...engineLimits }
      const id = engine.call({ op: 'open', options }, (message) => {
        engine.drop(id)
        if (message?.op === 'end') return resolve(ok(engine))
        void engine.kill()
        resolve(fail(message?.op === 'error' ? refusal(message.message) : died()))
      })
    })
  }

  /** The one process of this file; a failed start is tried again by the next call. */
  async function engineFor(readOnly: boolean): Promise<Result<EngineProcess>> {
    if (closed) return fail(refusal('The connection is closed.'))
    starting ??= start(!readOnly)
    const attempt = starting
    const engine = await attempt
    if (!engine.ok && starting === attempt) starting = null
    return engine
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

  async function rowsOf(statement: Statement, signal: AbortSignal): Promise<Result<readonly (readonly Cell[])[]>> {
    const rows = await stream(statement, { signal, readOnly: true })
    if (!rows.ok) return rows
    const all: Cell[][] = []
    try {
      for await (const batch of rows.value.batches) for (let row = 0; row < batch.length; row++) all.push(batch.values.map((cells) => cells[row] ?? null))
    } catch (error) {
      if (error instanceof ProblemError) return fail(error.problem)
      throw error
    }
    return ok(all)
  }

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
    close: async () => {
      closed = true
      const engine = await starting
      if (engine?.ok) await engine.value.kill()
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
      if (message === null) finish(new ProblemError(signal.aborted ? problemOfAbort(signal, engineName) : died()))
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
