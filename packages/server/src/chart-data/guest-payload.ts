import type { WireQueryContext } from '@sightline/contract'
import { dashboardRefusal, type Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { idIn } from '../rest/ids.ts'

type Document = Readonly<Record<string, unknown>>

const parts = ['columns', 'groupby', 'metrics', 'series_columns', 'series_limit_metric', 'timeseries_limit_metric', 'annotation_layers']
/** Everything else would show what the dashboard does not: whole rows, or statements. */
const openTypes: ReadonlySet<unknown> = new Set([undefined, null, 'full', 'results', 'post_processed'])
const changed = () => new Refusal({ ...dashboardRefusal, message: 'Guest user cannot modify chart payload' })

/**
 * A guest sees a dashboard as it was saved. What is asked for must stand in the saved chart (or filter) that asks, and rows are chosen only by
 * columns that stand on the dashboard: a dataset has more in it than its charts show.
 */
export async function mustAskAsSaved(deps: Deps, caller: Caller, context: WireQueryContext): Promise<void> {
  if (caller.kind !== 'guest') return
  const formData = context.form_data ?? {}
  const saved = await loadSaved(deps, caller, formData)
  if (!saved) return // refused when the dataset is opened
  const mayAsk = (type: unknown): boolean => openTypes.has(type) || (saved.isFilter && (type === 'columns' || type === 'timegrains'))
  if (!mayAsk(context.result_type)) throw changed()
  for (const query of context.queries as readonly Document[]) {
    if (!mayAsk(query['result_type'])) throw changed()
    if (!parts.every((name) => listOf(query[name]).every((value) => saved.asker.has(value)))) throw changed()
    if (!listOf(query['orderby']).every((pair) => saved.asker.has(listOf(pair)[0]))) throw changed()
    if (!saved.asker.has(query['granularity']) && !saved.movesTime) throw changed()
    if (!listOf(query['filters']).every((filter) => isDocument(filter) && (saved.board.has(filter['col']) || (saved.movesTime && isTime(filter)))))
      throw changed()
    const extras = isDocument(query['extras']) ? query['extras'] : {}
    if (!saved.asker.hasCondition('where', extras['where']) || !saved.asker.hasCondition('having', extras['having'])) throw changed()
  }
}

interface Saved {
  /** The chart or filter that asks. */
  readonly asker: Stock
  readonly board: Stock
  readonly isFilter: boolean
  /** The dashboard lets its viewers choose the time column. */
  readonly movesTime: boolean
}

async function loadSaved({ db }: Deps, { guest }: Caller, formData: Document): Promise<Saved | null> {
  const dashboardId = idIn(formData['dashboardId'])
  if (dashboardId === null || !guest?.dashboardIds.includes(dashboardId)) return null
  const dashboard = await db.selectFrom('dashboards').select('json_metadata').where('id', '=', dashboardId).executeTakeFirst()
  const charts = await db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .select(['charts.id', 'params', 'query_context'])
    .where('dashboard_charts.dashboard_id', '=', dashboardId)
    .execute()
  const metadata = parsed(dashboard?.json_metadata)
  const documents = charts.map(({ id, params, query_context }) => ({ id, content: [parsed(params), parsed(query_context)] }))
  const filters = isDocument(metadata) ? listOf(metadata['native_filter_configuration']) : []
  const isFilter = formData['type'] === 'NATIVE_FILTER'
  const asker = isFilter
    ? filters.find((filter) => isDocument(filter) && filter['id'] === formData['native_filter_id'])
    : documents.find(({ id }) => id === idIn(formData['slice_id']))?.content
  const movesTime = filters.some((filter) => isDocument(filter) && filter['filterType'] === 'filter_timecolumn')
  return { asker: stockOf(isFilter ? [asker, 'count'] : asker, isFilter), board: stockOf([filters, documents]), isFilter, movesTime }
}

/** What a saved document mentions. */
interface Stock {
  has(value: unknown): boolean
  hasCondition(clause: 'where' | 'having', text: unknown): boolean
}

function stockOf(document: unknown, isFilter = false): Stock {
  const texts = new Set<unknown>()
  const wholes = new Set<string>()
  const aggregates = new Set<string>()
  const conditions = { where: [] as string[], having: [] as string[] }
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value)
    else if (Array.isArray(value)) value.forEach(walk)
    else if (isDocument(value)) {
      wholes.add(canonical(value))
      aggregates.add(aggregateIn(value) ?? '')
      if (typeof value['sqlExpression'] === 'string' && typeof value['clause'] === 'string')
        conditions[value['clause'].toLowerCase() === 'having' ? 'having' : 'where'].push(value['sqlExpression'])
      for (const clause of ['where', 'having'] as const) if (typeof value[clause] === 'string') conditions[clause].push(value[clause])
      Object.values(value).forEach(walk)
    }
  }
  walk(document)
  return {
    has: (value) => {
      if (value === null || value === undefined) return true
      if (!isDocument(value)) return texts.has(value)
      const aggregate = aggregateIn(value)
      if (wholes.has(canonical(value)) || (aggregate !== null && aggregates.has(aggregate))) return true
      // A filter over a range asks where its column begins and ends.
      if (isFilter && /^(MIN|MAX) of /.test(aggregate ?? '')) return texts.has(aggregate?.slice('MIN of '.length))
      // The client writes an axis of time as an expression of its own.
      const { sqlExpression } = value
      return value['aggregate'] === undefined && typeof sqlExpression === 'string' && texts.has(sqlExpression)
    },
    // Several conditions are sent as one text, each in brackets.
    hasCondition: (clause, text) =>
      !text || (typeof text === 'string' && (conditions[clause].includes(text) || text === conditions[clause].map((one) => `(${one})`).join(' AND '))),
  }
}

/** A simple metric is the same whatever it is called. */
function aggregateIn({ aggregate, column, expressionType }: Document): string | null {
  const name = isDocument(column) ? column['column_name'] : undefined
  return expressionType === 'SIMPLE' && typeof aggregate === 'string' && typeof name === 'string' ? `${aggregate} of ${name}` : null
}

const isTime = ({ op, col }: Document): boolean => op === 'TEMPORAL_RANGE' && typeof col === 'string'
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null && !Array.isArray(value)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (isDocument(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner))

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
