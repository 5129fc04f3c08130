import {
  fail,
  formatDate,
  mayReadDataset,
  ok,
  printSelect,
  quoteName,
  readTimeRange,
  rowRuleGroups,
  wallClockIn,
  type Caller,
  type Dialect,
  type Result,
} from '@sightline/core'
import type { prepareQuery } from '../chart-data/run-query.ts'
import { fullNameOf, loadDataset, type LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { closedTo } from '../row-rules/closed-datasets.ts'
import { loadRowRules } from '../row-rules/load-row-rules.ts'
import { answerPartition } from './answer-partition.ts'
import { plainQuery } from './plain-query.ts'
import type { AnswerCall, TemplateCall, TemplateContext } from './templates.ts'

export interface CallPlace {
  readonly databaseId: number
  readonly dialect: Dialect
  readonly schema: string | null
  readonly signal: AbortSignal
  /** Whose days and hours count: the dataset's, where there is one. */
  readonly zone?: string
  /** Makes the statement of a dataset; handed in, because that renders templates itself. */
  readonly prepare: typeof prepareQuery
  /** Datasets over datasets: how many are open already. */
  readonly depth?: number
}

const deepest = 3

const refuse = (message: string) => fail({ code: 'INVALID_TEMPLATE_PARAMS_ERROR' as const, message })

/** Answers what templates ask the server, with the eyes of the caller. */
export function answerCallsFor(deps: Deps, caller: Caller, place: CallPlace, context: TemplateContext): AnswerCall {
  return async (call: TemplateCall): Promise<Result<unknown>> => {
    switch (call.name) {
      case 'dataset':
        return answerDataset(deps, caller, place, context, call.args)
      case 'metric':
        return answerMetric(deps, caller, call.args)
      case 'get_time_filter':
        return answerTimeFilter(deps, place, context, call.args)
      default:
        return answerPartition(deps, caller, place, call)
    }
  }
}

/** The dataset, if the caller may read it; whether it exists is told to nobody else. */
async function openDataset(deps: Deps, caller: Caller, id: unknown): Promise<Result<LoadedDataset>> {
  const loaded = typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? await loadDataset(deps, id) : undefined
  const isOpen =
    loaded &&
    mayReadDataset(caller, {
      name: fullNameOf(loaded.row),
      perm: loaded.row.perm,
      schemaPerm: loaded.row.schema_perm,
      database: loaded.database,
      ownerIds: loaded.ownerIds,
    })
  return isOpen ? ok(loaded) : refuse(`Dataset ${String(id)} not found!`)
}

/** `dataset(3)` → `(SELECT …) AS dataset_3`: its columns, its calculated columns, and the row rules that bind the caller. */
async function answerDataset(
  deps: Deps,
  caller: Caller,
  place: CallPlace,
  context: TemplateContext,
  { id, include_metrics: withMetrics, columns: chosen }: TemplateCall['args'],
): Promise<Result<string>> {
  const depth = place.depth ?? 0
  if (depth >= deepest) return refuse('Datasets are nested too deeply in this template.')
  const opened = await openDataset(deps, caller, id)
  if (!opened.ok) return opened
  const loaded = opened.value
  const closed = closedTo(caller, loaded.row)
  if (closed) return fail(closed)
  if (loaded.database.id !== place.databaseId) return refuse(`Dataset ${loaded.row.id} lies in another database.`)
  const names = Array.isArray(chosen) ? chosen.map(String) : loaded.columns.map(({ column_name }) => column_name)
  const metrics = withMetrics === true ? loaded.metrics.map(({ metric_name }) => metric_name) : null
  const rules = rowRuleGroups(await loadRowRules(deps, loaded.row.id), caller, { datasetId: loaded.row.id, isAsked: true }).map((group) =>
    group.map(({ clause }) => clause),
  )
  const asking = {
    caller,
    formData: {},
    urlParams: context.urlParams,
    now: deps.now(),
    signal: place.signal,
    force: false,
    cacheTimeout: deps.config.cacheTimeoutSeconds,
    templateDepth: depth + 1,
  }
  const prepared = await place.prepare(deps, asking, plainQuery(names, metrics), loaded, rules)
  if (!prepared.ok) return prepared
  const { plan, dialect } = prepared.value
  const statement = printSelect({ ...plan.select, limit: null, offset: 0 }, dialect)
  // Values travel as parameters, and there is no way to carry them into a text.
  if (statement.params.length > 0) return refuse(`Dataset ${loaded.row.id} needs values that cannot be written into a template.`)
  return ok(`(\n${statement.sql}\n) AS ${quoteName(`dataset_${loaded.row.id}`, dialect)}`)
}

async function answerMetric(deps: Deps, caller: Caller, { key, dataset_id: id }: TemplateCall['args']): Promise<Result<string>> {
  if (id === undefined || id === null) return refuse(`Please specify the Dataset ID for the \`\`${String(key)}\`\` metric in the Jinja macro.`)
  const opened = await openDataset(deps, caller, id)
  if (!opened.ok) return opened
  const found = opened.value.metrics.find(({ metric_name }) => metric_name === key)
  return found ? ok(found.expression) : refuse(`Metric \`\`${String(key)}\`\` not found in ${opened.value.row.table_name}.`)
}

/** The bounds of the time filter on a column, as literals of the database or in a format of the author's. */
function answerTimeFilter(
  deps: Deps,
  { dialect, zone = deps.config.timeZone }: CallPlace,
  context: TemplateContext,
  { column, default: fallback, target_type: type, strftime }: TemplateCall['args'],
): Result<unknown> {
  const filter = context.filters.find(({ col, op }) => op.toUpperCase() === 'TEMPORAL_RANGE' && (column === undefined || column === null || col === column))
  const text = typeof filter?.val === 'string' ? filter.val : typeof fallback === 'string' ? fallback : null
  const range = readTimeRange(text, { now: wallClockIn(deps.now(), zone) })
  if (!range.ok) return range
  const print = (date: Date | null): string | null => {
    if (!date) return null
    return typeof strftime === 'string' ? formatDate(date, strftime) : dialect.timeLiteral(typeof type === 'string' ? type : 'TIMESTAMP', date)
  }
  return ok({ from_expr: print(range.value.since), to_expr: print(range.value.until), time_range: text ?? 'No filter' })
}
