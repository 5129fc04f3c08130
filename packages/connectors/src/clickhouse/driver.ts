import { emptyFrame, fail, ok, type Frame, type FrameColumn, type Result, type Statement } from '@sightline/core'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { problemOfAbort } from '../aborted.ts'
import type { Driver, RowStream, RunOptions, Surroundings } from '../connector.ts'
import { bodyOf, openHttpClient, tlsFor } from '../http-request.ts'
import { ProblemError } from '../problem-error.ts'
import { readRows } from '../read-rows.ts'
import { describeTable, listSchemas, listTables } from './catalog.ts'
import type { ClickhouseConfig } from './config.ts'
import { estimateCost, estimateRows } from './estimate.ts'
import { bindParameters } from './parameters.ts'
import { engineName, problemOf, ServerException } from './problems.ts'
import { LineReader, readFrame, readHead, type Head } from './rows.ts'

const rowsPerBatch = 4096
/** Pieces of the network are joined until they are worth reading. */
const bytesPerRead = 256 * 1024
const sockets = 16
/** A session that nobody uses is forgotten by the server after this long. */
const sessionSeconds = 300

/** Sent with every statement: what makes answers exact and independent of how a server is set up. */
const always: Readonly<Record<string, string>> = {
  default_format: 'JSONCompactEachRowWithNamesAndTypes',
  output_format_json_quote_64bit_integers: '0',
  output_format_json_quote_decimals: '1',
  output_format_json_escape_forward_slashes: '0',
  output_format_json_named_tuples_as_objects: '1',
  // Moments come in UTC, whatever the zone of their column.
  date_time_output_format: 'iso',
  session_timezone: 'UTC',
  cast_keep_nullable: '1',
  // `SELECT toStartOfDay(x) AS x … WHERE x > …` means the column, as everywhere else.
  prefer_column_name_to_alias: '1',
}

export function openDriver(config: ClickhouseConfig, surroundings: Surroundings): Driver {
  const connectMilliseconds = Number(config.query?.['connect_timeout'] ?? 10) * 1000
  const http = openHttpClient(
    {
      host: config.host,
      port: config.port,
      tls: tlsFor(config.encryption === true, config.query?.['verify'] !== 'false', surroundings),
      connectMilliseconds,
    },
    { sockets, idleMilliseconds: surroundings.idleMilliseconds ?? 30_000 },
  )
  const headers = {
    'X-ClickHouse-User': asHeader(config.username),
    ...(config.password ? { 'X-ClickHouse-Key': asHeader(config.password) } : {}),
    'User-Agent': 'sightline',
  }

  /** The head of the answer; everything but success is thrown. A kept connection may have died unseen: then a new one is tried. */
  async function send(sql: string, settings: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<IncomingMessage> {
    const path = `/?${new URLSearchParams({ ...settings }).toString()}`
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await http.send({ method: 'POST', path, headers, body: sql, signal })
        if (response.statusCode !== 200) throw new ServerException(await bodyOf(response))
        return response
      } catch (error) {
        // Only what writes nothing may be said twice.
        if ((error as { code?: string }).code !== 'ECONNRESET' || settings['readonly'] === undefined || attempt > sockets) throw error
      }
    }
  }

  async function kill(queryId: string): Promise<void> {
    try {
      const response = await send(`KILL QUERY WHERE query_id = '${queryId}' ASYNC`, { default_format: 'Null' })
      await bodyOf(response)
    } catch (error) {
      surroundings.log(`A ClickHouse statement could not be cancelled: ${(error as Error).message}`)
    }
  }

  async function run(statement: Statement, options: RunOptions, sessionId: string | null): Promise<Result<RowStream>> {
    const { signal, maxRows = Number.POSITIVE_INFINITY } = options
    if (signal.aborted) return fail(problemOfAbort(signal, engineName))
    const problem = (error: unknown) => (signal.aborted ? problemOfAbort(signal, engineName) : problemOf(error, config, statement.sql))
    const { sql, values } = bindParameters(statement)
    const queryId = randomUUID()
    const stop = new AbortController()
    let isOver = false
    let killing: Promise<void> | null = null
    const cancel = (): void => {
      killing ??= kill(queryId)
      stop.abort()
    }
    const end = async (how: 'done' | 'left'): Promise<void> => {
      if (isOver) return
      isOver = true
      signal.removeEventListener('abort', cancel)
      if (how === 'left' && !killing) cancel()
      await killing
    }
    signal.addEventListener('abort', cancel)
    let reader: LineReader
    let found: { readonly head: Head; readonly rest: Buffer | null } | null
    try {
      const response = await send(
        sql,
        {
          ...always,
          ...values,
          query_id: queryId,
          database: options.schema ?? config.database,
          // What writes is answered when it is done, so that its failure is an answer of its own.
          // 1 and not 2, which would let a statement write through table functions and reach other servers.
          ...(options.readOnly ? { readonly: '1', cancel_http_readonly_queries_on_client_close: '1' } : { wait_end_of_query: '1' }),
          ...(sessionId === null ? {} : { session_id: sessionId, session_timeout: String(sessionSeconds) }),
        },
        stop.signal,
      )
      reader = new LineReader(response)
      found = await readHead(reader)
    } catch (error) {
      const answer = problem(error)
      await end('done')
      return fail(answer)
    }
    if (!found) {
      await end('done')
      return ok({ columns: [], batches: nothing() })
    }
    const { head, rest } = found
    async function* batches(): AsyncGenerator<Frame> {
      let left = maxRows
      let how: 'done' | 'left' = 'left'
      try {
        let lines = rest ?? (await reader.lines(bytesPerRead))
        for (; lines !== null && left > 0; lines = await reader.lines(bytesPerRead)) {
          const frame = readFrame(head, lines)
          for (let from = 0; from < frame.length && left > 0; from += rowsPerBatch) {
            if (signal.aborted) throw new ProblemError(problemOfAbort(signal, engineName))
            const some = cut(frame, from, Math.min(from + rowsPerBatch, from + left))
            left -= some.length
            yield some
          }
        }
        if (lines === null) how = 'done'
      } catch (error) {
        how = 'done'
        throw new ProblemError(problem(error))
      } finally {
        await end(how)
      }
    }
    return ok({ columns: head.columns, batches: batches() })
  }

  const stream = (statement: Statement, options: RunOptions) => run(statement, options, null)
  const rowsOf = (statement: Statement, signal: AbortSignal) => readRows(stream(statement, { signal, readOnly: true }))
  const schemaOr = (schema: string | null): string => schema ?? config.database

  /** Nothing of it runs: the planner makes an empty answer of LIMIT 0. */
  async function describe({ sql, params }: Statement, options: RunOptions): Promise<Result<readonly FrameColumn[]>> {
    const answer = await stream({ sql: `SELECT * FROM (\n${sql}\n) LIMIT 0`, params }, { ...options, readOnly: true })
    if (!answer.ok) return answer
    const read = await readRows(Promise.resolve(answer))
    return read.ok ? ok(answer.value.columns) : read
  }

  return {
    stream,
    describe,
    session: async (options) => {
      const id = randomUUID()
      return ok({
        stream: (statement, more) => run(statement, { ...options, ...more }, id),
        commit: async () => ok(undefined),
        close: async () => undefined,
      })
    },
    test: async (signal) => {
      // A server may think about a statement as long as it likes; whether it is there at all is asked with patience of its own.
      const limit = AbortSignal.timeout(connectMilliseconds)
      try {
        await bodyOf(await http.send({ method: 'GET', path: '/ping', headers: {}, signal: AbortSignal.any([signal, limit]) }))
      } catch (error) {
        const late = Object.assign(new Error('the server did not answer in time'), { code: 'ETIMEDOUT' })
        return fail(signal.aborted ? problemOfAbort(signal, engineName) : problemOf(limit.aborted ? late : error, config))
      }
      const rows = await rowsOf({ sql: 'SELECT 1', params: [] }, signal)
      return rows.ok ? ok(undefined) : rows
    },
    defaultSchema: async () => ok(config.database),
    schemas: (signal) => listSchemas((statement) => rowsOf(statement, signal)),
    tables: (schema, signal) => listTables((statement) => rowsOf(statement, signal), schemaOr(schema)),
    table: (name, schema, signal) => describeTable((statement) => rowsOf(statement, signal), name, schemaOr(schema)),
    rowEstimate: (name, schema, signal) => estimateRows((statement) => rowsOf(statement, signal), name, schemaOr(schema)),
    costEstimate: (statement, options) => estimateCost((explain) => readRows(stream(explain, { ...options, readOnly: true })), statement),
    close: async () => http.close(),
  }
}

async function* nothing(): AsyncGenerator<Frame> {}

function cut(frame: Frame, from: number, to: number): Frame {
  if (from === 0 && to >= frame.length) return frame
  const length = Math.min(to, frame.length) - from
  return length <= 0 ? emptyFrame(frame.columns) : { columns: frame.columns, values: frame.values.map((cells) => cells.slice(from, to)), length }
}

/** Other letters are sent as the bytes of UTF-8. */
const asHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
