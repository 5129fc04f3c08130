import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseWithLongIntegersAsText } from '../exact-json.ts'
import { bodyOf, openHttpClient, type HttpRequest, type HttpTarget } from '../http-request.ts'
import { ProblemError } from '../problem-error.ts'
import { problemOfStatement, UnexpectedAnswer, type TrinoError } from './problems.ts'
import { absorbHeaders, headersOfState, type SessionState } from './session-state.ts'
import type { TrinoColumn } from './types.ts'

/** One answer of the protocol. */
interface Answer {
  readonly nextUri?: string
  readonly columns?: readonly TrinoColumn[]
  readonly data?: readonly (readonly unknown[])[]
  readonly updateType?: string
  readonly stats?: { readonly progressPercentage?: number }
  readonly error?: TrinoError
}

/** A statement that was handed over. Pages are asked for one by one: a reader that waits makes the server wait. */
export interface RunningQuery {
  /** The next answer; null after the last. Throws what the server or the network says. */
  next(): Promise<Answer | null>
  /** Ends the statement on the server, whatever it is doing. Without effect when it is over. */
  cancel(): Promise<void>
}

export interface TrinoClient {
  run(sql: string, state: SessionState, signal?: AbortSignal): Promise<RunningQuery>
  close(): void
}

export interface TrinoLogin {
  readonly username: string
  readonly password: string | null
  readonly source: string
}

const sockets = 16
/** A server that is busy or restarting is asked again this often. */
const tries = 8
const busy = new Set([429, 502, 503, 504])

export function openClient(target: HttpTarget, login: TrinoLogin, idleMilliseconds: number): TrinoClient {
  const http = openHttpClient(target, { sockets, idleMilliseconds })
  const always: Record<string, string> = {
    'X-Trino-User': login.username,
    'X-Trino-Source': login.source,
    'X-Trino-Time-Zone': 'UTC',
    // Without it timestamps are rounded to milliseconds.
    'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME,PATH',
    'User-Agent': 'sightline',
    ...(login.password === null ? {} : { Authorization: `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}` }),
  }

  /** Every request of the protocol is answered within a second or so, also while the statement runs; a silent server is given up. */
  async function send(request: HttpRequest): Promise<IncomingMessage> {
    const limit = AbortSignal.timeout(target.connectMilliseconds)
    const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit
    try {
      return await http.send({ ...request, signal, headers: { ...always, ...request.headers } })
    } catch (error) {
      if (limit.aborted && !request.signal?.aborted) throw Object.assign(new Error('the server did not answer in time'), { code: 'ETIMEDOUT' })
      throw error
    }
  }

  async function ask(request: HttpRequest, state: SessionState): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      let response: IncomingMessage
      try {
        response = await send(request)
      } catch (error) {
        // A connection that was kept may have died unseen. A statement only begins with the first question after it, so it may be handed over again.
        if (request.method === 'POST' && attempt <= sockets && (error as { code?: string }).code === 'ECONNRESET') continue
        throw error
      }
      const text = await bodyOf(response)
      if (response.statusCode === 200) {
        absorbHeaders(state, response.headers)
        return parseWithLongIntegersAsText(text) as Answer
      }
      if (!busy.has(response.statusCode ?? 0) || attempt >= tries) throw new UnexpectedAnswer(response.statusCode ?? 0, text)
      await wait(50 * attempt, undefined, request.signal ? { signal: request.signal } : {})
    }
  }

  async function run(sql: string, state: SessionState, signal?: AbortSignal): Promise<RunningQuery> {
    let nextPath: string | null = null
    let isOver = false
    let ahead: Promise<Answer> | null = null
    const reading = new AbortController()

    /** Only the path is followed: the host that an answer names may be known to the server alone, or be somebody else's. */
    const take = (answer: Answer): Answer => {
      const uri = answer.nextUri === undefined ? null : new URL(answer.nextUri)
      nextPath = uri ? uri.pathname + uri.search : null
      if (!nextPath) isOver = true
      if (answer.error) {
        isOver = true
        throw new ProblemError(problemOfStatement(answer.error))
      }
      return answer
    }
    const askNext = (): void => {
      if (isOver || nextPath === null) return
      ahead = ask({ method: 'GET', path: nextPath, headers: {}, signal: reading.signal }, state).then(take)
      // Whoever reads sees it; a reader that left must not turn it into an unhandled failure.
      ahead.catch(() => undefined)
    }
    // The hand-over itself is not cut short by the signal: until it is answered nobody could say what to cancel.
    const first = take(await ask({ method: 'POST', path: '/v1/statement', headers: headersOfState(state), body: sql }, state))
    let unread: Answer | null = first
    const query: RunningQuery = {
      next: async () => {
        let answer = unread
        unread = null
        if (!answer) {
          if (!ahead) askNext()
          if (!ahead) return null
          answer = await ahead
          ahead = null
        }
        // While this page is read the next one is on its way; more than one is never held.
        askNext()
        return answer
      },
      cancel: async () => {
        if (isOver) return
        isOver = true
        reading.abort()
        if (nextPath === null) return
        const response = await send({ method: 'DELETE', path: nextPath, headers: {} })
        await bodyOf(response)
      },
    }
    if (signal?.aborted) await query.cancel()
    return query
  }

  return { run, close: () => http.close() }
}
