import type { Logger } from 'pino'
import type { Db } from '../db/store.ts'
import { momentOf } from '../moment.ts'

interface LogEvent {
  readonly action: string
  readonly userId: number | null
  readonly dashboardId?: number | null
  readonly chartId?: number | null
  readonly json?: unknown
  readonly durationMs?: number | null
  readonly referrer?: string | undefined
}

/** One row per call, written in batches behind the answers. */
export interface EventLog {
  add(event: LogEvent): void
  flush(): Promise<void>
  close(): Promise<void>
}

const batch = 200
const delayMs = 1_000
/** When the store cannot keep up the oldest waiting events go: the log must not eat the memory of the server. */
const most = 20_000
const longestJson = 64 * 1024

export function openEventLog({
  db,
  log,
  now,
  enabled,
}: {
  readonly db: Db
  readonly log: Logger
  readonly now: () => Date
  readonly enabled: boolean
}): EventLog {
  let waiting: ReturnType<typeof rowOf>[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    while (waiting.length > 0) {
      const rows = waiting.splice(0, batch)
      try {
        await db.insertInto('logs').values(rows).execute()
      } catch (error) {
        log.error({ err: error, events: rows.length }, 'events could not be logged')
      }
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }
  return {
    add: (event) => {
      if (!enabled) return
      waiting.push(rowOf(event, now()))
      if (waiting.length > most) waiting = waiting.slice(-most)
      timer ??= setTimeout(() => void flush(), delayMs)
    },
    flush,
    close: flush,
  }
}

function rowOf(event: LogEvent, at: Date) {
  return {
    action: event.action.slice(0, 512),
    user_id: event.userId,
    dashboard_id: event.dashboardId ?? null,
    slice_id: event.chartId ?? null,
    json: jsonOf(event.json),
    dttm: momentOf(at),
    duration_ms: event.durationMs ?? null,
    referrer: event.referrer?.slice(0, 1000) ?? null,
  }
}

function jsonOf(value: unknown): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value, (key, inner: unknown) => (isSecret(key) ? 'XXXXXXXXXX' : inner))?.replaceAll('\\u0000', '')
  if (text === undefined) return null
  return text.length <= longestJson ? text : JSON.stringify({ truncated: true })
}

/** No password, token or connection address is ever written down. */
const isSecret = (key: string): boolean => /password|token|secret|private_key|sqlalchemy_uri|masked_encrypted_extra|server_cert|credentials/i.test(key)
