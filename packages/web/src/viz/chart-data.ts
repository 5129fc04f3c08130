import { chartOf, type Chart, type QueryObject } from '@sightline/charts'
import { kindNumbers, type Cell, type Frame, type Kind } from '@sightline/core'
import { request } from '../api/client.ts'

export type ChartForm = Readonly<Record<string, unknown>>

/** `7__table` → 7 and table; anything after the underscores that nobody knows means table. */
export const readDatasource = (datasource: unknown): { readonly id: number; readonly type: string } | undefined => {
  const [id, type] = typeof datasource === 'string' ? datasource.split('__') : []
  const known = ['table', 'query', 'dataset', 'sl_table', 'saved_query']
  return id !== undefined && /^\d+$/.test(id) ? { id: Number(id), type: type !== undefined && known.includes(type) ? type : 'table' } : undefined
}

export interface QueryContext {
  readonly datasource: { readonly id: number; readonly type: string }
  readonly force: boolean
  readonly queries: readonly QueryObject[]
  readonly form_data: ChartForm
  readonly result_format: 'json'
  readonly result_type: 'full' | 'results' | 'query' | 'samples'
}

export type ContextProblem = { readonly kind: 'unsupported'; readonly type: string } | { readonly kind: 'form'; readonly problem: string }

/** The question a form asks, or why it asks none. */
export function buildContext(
  form: ChartForm,
): { readonly context: QueryContext; readonly chart: Chart; readonly parsed: Record<string, unknown> } | ContextProblem {
  const chart: Chart | undefined = chartOf(String(form['viz_type']))
  if (!chart) return { kind: 'unsupported', type: String(form['viz_type']) }
  const parsed = chart.form.safeParse(form)
  const datasource = readDatasource(form['datasource'])
  if (!parsed.success) return { kind: 'form', problem: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') }
  if (!datasource) return { kind: 'form', problem: 'datasource' }
  try {
    const queries = chart.queries(parsed.data)
    return {
      chart,
      parsed: parsed.data,
      context: {
        datasource,
        force: false,
        queries,
        form_data: { ...form, force: false, result_format: 'json', result_type: 'full' },
        result_format: 'json',
        result_type: 'full',
      },
    }
  } catch (cause) {
    return { kind: 'form', problem: cause instanceof Error ? cause.message : String(cause) }
  }
}

export interface QueryReply {
  readonly data: readonly Readonly<Record<string, Cell>>[]
  readonly colnames: readonly string[]
  readonly coltypes: readonly number[]
  readonly rowcount?: number
  readonly query?: string
  readonly is_cached?: boolean | null
  readonly cached_dttm?: string | null
  /** Whose days and hours count. */
  readonly time_zone?: string
  readonly error?: string | null
}

const kinds = Object.fromEntries(Object.entries(kindNumbers).map(([kind, number]) => [number, kind])) as Readonly<Record<number, Kind>>

/** Records of the wire as columns. */
export const frameOf = (reply: QueryReply): Frame => ({
  columns: reply.colnames.map((name, index) => ({ name, kind: kinds[reply.coltypes[index] ?? 1] ?? 'string', type: '' })),
  values: reply.colnames.map((name) => reply.data.map((row) => row[name] ?? null)),
  length: reply.data.length,
})

/** At most this many charts wait for the server at once, so that one heavy dashboard leaves room for everything else. */
const mostAtOnce = 4
let running = 0
const waiting: (() => void)[] = []

async function takeTurn(signal: AbortSignal): Promise<() => void> {
  if (running >= mostAtOnce)
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        const at = waiting.indexOf(go)
        if (at >= 0) waiting.splice(at, 1)
        reject(new DOMException('The request was called off', 'AbortError'))
      }
      waiting.push(go)
      signal.addEventListener('abort', leave, { once: true })
    })
  running++
  return () => {
    running--
    waiting.shift()?.()
  }
}

export interface ChartData {
  /** The form these rows were asked for with. */
  readonly form: ChartForm
  readonly replies: readonly QueryReply[]
  readonly frames: readonly Frame[]
  /** Milliseconds from asking to the answer. */
  readonly tookMs: number
}

export async function fetchChartData(context: QueryContext, signal: AbortSignal): Promise<ChartData> {
  const { slice_id: sliceId, dashboardId } = context.form_data
  const done = await takeTurn(signal)
  const startedAt = performance.now()
  try {
    const { result } = await request<{ result: readonly QueryReply[] }>('/api/v1/chart/data', {
      method: 'POST',
      query: {
        form_data: typeof sliceId === 'number' ? JSON.stringify({ slice_id: sliceId }) : undefined,
        dashboard_id: typeof dashboardId === 'number' ? dashboardId : undefined,
        force: context.force ? true : undefined,
      },
      body: context,
      signal,
      isSpread: true,
    })
    return { form: context.form_data, replies: result, frames: result.map(frameOf), tookMs: performance.now() - startedAt }
  } finally {
    done()
  }
}
