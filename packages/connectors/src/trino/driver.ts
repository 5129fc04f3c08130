import { fail, ok, type FrameColumn, type Result, type Statement } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { Driver, RowStream, RunOptions, Session, SessionOptions, Surroundings } from '../connector.ts'
import { tlsFor } from '../http-request.ts'
import { ProblemError } from '../problem-error.ts'
import { readRows } from '../read-rows.ts'
import { describeTable, listCatalogs, listSchemas, listTables } from './catalog.ts'
import { openClient, type RunningQuery } from './client.ts'
import { placeIn, type TrinoConfig } from './config.ts'
import { estimateCost, estimateRows } from './estimate.ts'
import { bodyOfStatement } from './literals.ts'
import { loadTable } from './load.ts'
import { engineName, problemOf, refusal } from './problems.ts'
import { readQuery } from './read-query.ts'
import { newState, type SessionState } from './session-state.ts'

export function openDriver(config: TrinoConfig, surroundings: Surroundings): Driver {
  const { catalog, schema: ownSchema } = placeIn(config.database)
  const client = openClient(
    {
      host: config.host,
      port: config.port,
      tls: tlsFor(config.encryption === true, config.query?.['verify'] !== 'false', surroundings),
      connectMilliseconds: Number(config.query?.['connect_timeout'] ?? 30) * 1000,
    },
    { username: asHeader(config.username), password: config.password ?? null, source: config.query?.['source'] ?? 'sightline' },
    surroundings.idleMilliseconds ?? 30_000,
  )
  /** Ends of transactions that nobody waits for. */
  const endings = new Set<Promise<unknown>>()

  const runToEnd = async (sql: string, state: SessionState): Promise<void> => {
    const query = await client.run(sql, state)
    while (await query.next());
  }

  async function endTransaction(state: SessionState): Promise<void> {
    if (state.transaction === null) return
    try {
      await runToEnd('ROLLBACK', state)
    } catch (error) {
      // The server forgets a transaction by itself after a while.
      if (!(error instanceof ProblemError)) surroundings.log(`A Trino transaction could not be ended: ${(error as Error).message}`)
    }
    state.transaction = null
  }

  const stateFor = (schema: string | undefined): Result<SessionState> => {
    const wanted = schema ?? ownSchema
    // Names are case-blind, and the header that carries this one knows the letters of Latin-1 only.
    if (wanted !== null && !isHeaderText(wanted)) return fail(refusal(`The schema "${wanted}" can only be used on Trino by writing its name in the statement.`))
    return ok(newState(catalog, wanted?.toLowerCase() ?? null))
  }

  /** Runs one statement; `after` is told when it is over. */
  async function open(
    statement: Statement,
    state: SessionState,
    options: RunOptions,
    after: (how: 'done' | 'failed' | 'left') => Promise<void>,
  ): Promise<Result<RowStream>> {
    const { signal } = options
    const problem = (error: unknown) => (signal.aborted ? problemOfAbort(signal, engineName) : problemOf(error, config))
    let query: RunningQuery | null = null
    const cancelQuery = async (): Promise<void> => {
      try {
        await query?.cancel()
      } catch (error) {
        surroundings.log(`A Trino statement could not be cancelled: ${(error as Error).message}`)
      }
    }
    const onAbort = (): void => void cancelQuery()
    let isOver = false
    const end = async (how: 'done' | 'failed' | 'left'): Promise<void> => {
      if (isOver) return
      isOver = true
      signal.removeEventListener('abort', onAbort)
      if (how !== 'done') await cancelQuery()
      await after(how)
    }
    if (signal.aborted) return fail(problemOfAbort(signal, engineName))
    signal.addEventListener('abort', onAbort)
    try {
      // The server itself then refuses every statement that writes.
      if (options.readOnly && state.transaction === null) await runToEnd('START TRANSACTION READ ONLY', state)
      query = await client.run(bodyOfStatement(statement), state, signal)
      if (signal.aborted) throw new ProblemError(problemOfAbort(signal, engineName))
      const rows = await readQuery(query, {
        maxRows: options.maxRows ?? Number.POSITIVE_INFINITY,
        onProgress: options.onProgress,
        problem: (error) => new ProblemError(problem(error)),
        end,
      })
      return ok(rows)
    } catch (error) {
      const answer = problem(error)
      await end('failed')
      return fail(answer)
    }
  }

  async function stream(statement: Statement, options: RunOptions): Promise<Result<RowStream>> {
    const state = stateFor(options.schema)
    if (!state.ok) return state
    return open(statement, state.value, options, async () => {
      const ending = endTransaction(state.value)
      endings.add(ending)
      void ending.finally(() => endings.delete(ending))
    })
  }

  const rowsOf = (statement: Statement, signal: AbortSignal) => readRows(stream(statement, { signal, readOnly: true }))

  /** Nothing of it runs: the planner makes an empty answer of LIMIT 0. */
  async function describe({ sql, params }: Statement, options: RunOptions): Promise<Result<readonly FrameColumn[]>> {
    const answer = await stream({ sql: `SELECT * FROM (\n${sql}\n) LIMIT 0`, params }, { ...options, readOnly: true })
    if (!answer.ok) return answer
    const { columns } = answer.value
    const read = await readRows(Promise.resolve(answer))
    return read.ok ? ok(columns) : read
  }

  async function session(options: SessionOptions): Promise<Result<Session>> {
    const state = stateFor(options.schema)
    if (!state.ok) return state
    return ok({
      stream: (statement, more) =>
        open(statement, state.value, { ...options, ...more }, async (how) => {
          // After a failure the server ignores whatever else is said in a transaction.
          if (how !== 'done') await endTransaction(state.value)
        }),
      commit: async () => ok(undefined),
      close: () => endTransaction(state.value),
    })
  }

  return {
    stream,
    describe,
    session,
    test: async (signal) => {
      const rows = await listSchemas((statement) => rowsOf(statement, signal), catalog)
      return rows.ok ? ok(undefined) : rows
    },
    defaultSchema: async () => ok(ownSchema),
    catalogs: (signal) => listCatalogs((statement) => rowsOf(statement, signal)),
    schemas: (signal) => listSchemas((statement) => rowsOf(statement, signal), catalog),
    tables: (schema, signal) => listTables((statement) => rowsOf(statement, signal), catalog, schema ?? ownSchema),
    table: (name, schema, signal) => describeTable((statement) => rowsOf(statement, signal), { catalog, schema: schema ?? ownSchema, table: name }),
    rowEstimate: (name, schema, signal) => estimateRows((statement) => rowsOf(statement, signal), { catalog, schema: schema ?? ownSchema, table: name }),
    costEstimate: (statement, options) => estimateCost((explain) => readRows(stream(explain, { ...options, readOnly: true })), statement),
    load: (table, columns, batches, options) => {
      const run = (statement: Statement, signal: AbortSignal) => readRows(stream(statement, { signal, readOnly: false }))
      return loadTable(run, { catalog, schema: options.schema ?? ownSchema, table }, columns, batches, options)
    },
    close: async () => {
      await Promise.allSettled(endings)
      client.close()
    },
  }
}

const isHeaderText = (text: string): boolean => /^[\x20-\x7e\xa0-\xff]*$/.test(text)

/** Other letters are sent as the bytes of UTF-8, which is what servers behind gateways expect. */
const asHeader = (text: string): string => (isHeaderText(text) ? text : Buffer.from(text, 'utf8').toString('latin1'))
