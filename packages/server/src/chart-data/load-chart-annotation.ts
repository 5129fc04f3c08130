import { chartOf, oldChartOf } from '@sightline/charts'
import type { AnnotationLayer, WireQueryContext, WireQueryObject } from '@sightline/contract'
import { addUnits, Exact, readTimeDelta, type Cell, type Frame } from '@sightline/core'
import { formDataOf } from '../charts/form-data.ts'
import type { Deps } from '../deps.ts'
import { mergeFilters } from '../explorer/merge-filters.ts'
import { findChart, mayReadChartRow, type ChartRow } from '../explorer/reach-source.ts'
import { Refusal } from '../http/problem.ts'
import { idIn } from '../rest/ids.ts'
import type { AnnotationAsking, AnnotationRecords } from './load-annotations.ts'
import { readQueryContext } from './read-query-context.ts'

/** More marks than this are no picture any more. */
const mostRecords = 10_000

interface Overrides {
  readonly time_range?: unknown
  readonly time_grain_sqla?: unknown
  readonly granularity?: unknown
  readonly time_shift?: unknown
}

/** The rows of another chart's first query, as records: what it asks for, with the times that the layer puts in place of its own. */
export async function loadChartAnnotation(deps: Deps, { caller, force, run }: AnnotationAsking, layer: AnnotationLayer): Promise<AnnotationRecords> {
  const id = idIn(layer.value)
  const chart = id === null ? undefined : await findChart(deps, id)
  // To those who may not see a chart it is not there.
  if (!chart || !(await mayReadChartRow(deps, caller, chart))) throw new Refusal(400, 'Error: The chart does not exist')
  const context = savedContext(chart)
  const [query] = context.queries
  if (!query) throw new Refusal(400, 'Error: The chart query context does not exist')
  const overrides = overridesOf(layer)
  const [frame] = await run({
    ...context,
    force,
    form_data: { ...context.form_data, slice_id: chart.id },
    result_type: 'full',
    result_format: 'json',
    queries: [withOverrides(query, overrides)],
  })
  return { records: recordsOf(frame!, backShift(overrides)) }
}

/** What the chart asked when it was saved, or would ask now if it was saved without that. */
function savedContext(chart: ChartRow): WireQueryContext {
  const refusal = new Refusal(400, 'Error: The chart query context does not exist')
  try {
    if (chart.query_context) return readQueryContext(JSON.parse(chart.query_context))
    const form = formDataOf(chart)
    return readQueryContext({ datasource: { id: chart.datasource_id, type: chart.datasource_type }, queries: queriesOf(chart.viz_type, form), form_data: form })
  } catch {
    throw refusal
  }
}

/** Older types ask as they do at their own call. */
function queriesOf(vizType: string, form: Readonly<Record<string, unknown>>): readonly unknown[] {
  const type = chartOf(vizType)
  if (!type) return oldChartOf(vizType).queries(mergeFilters(form))
  const read = type.form.safeParse(form)
  return read.success ? type.queries(read.data) : []
}

const overridesOf = ({ overrides }: AnnotationLayer): Overrides => (typeof overrides === 'object' && overrides !== null ? overrides : {})
const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Marks over marks are not drawn, so a chart that itself has annotations is asked without them. */
function withOverrides(query: WireQueryObject, overrides: Overrides): WireQueryObject {
  const grain = textIn(overrides.time_grain_sqla)
  const [timeRange, granularity, shift] = [textIn(overrides.time_range), textIn(overrides.granularity), textIn(overrides.time_shift)]
  return {
    ...query,
    result_type: undefined,
    annotation_layers: [],
    row_limit: Math.min(query.row_limit || mostRecords, mostRecords),
    ...(timeRange === undefined ? {} : { time_range: timeRange }),
    ...(granularity === undefined ? {} : { granularity }),
    ...(shift === undefined ? {} : { time_shift: shift }),
    ...(grain === undefined
      ? {}
      : {
          extras: { ...query.extras, time_grain_sqla: grain as NonNullable<WireQueryObject['extras']>['time_grain_sqla'] },
          columns: query.columns?.map((column) => (typeof column === 'object' && column.columnType === 'BASE_AXIS' ? { ...column, timeGrain: grain } : column)),
        }),
  }
}

/** What was asked about an earlier time is drawn at the time of the chart it is laid over. */
function backShift({ time_shift: shift }: Overrides): (moment: number) => number {
  const delta = textIn(shift) === undefined ? undefined : readTimeDelta(String(shift as string))
  return delta?.ok ? (moment) => addUnits(new Date(moment), -delta.value.amount, delta.value.unit).getTime() : (moment) => moment
}

function recordsOf({ columns, values, length }: Frame, move: (moment: number) => number): AnnotationRecords['records'] {
  const read = columns.map(
    ({ kind }) =>
      (cell: Cell) =>
        kind === 'temporal' && typeof cell === 'number' ? move(cell) : plainCell(cell),
  )
  return Array.from({ length }, (_, row) => Object.fromEntries(columns.map(({ name }, at) => [name, read[at]!(values[at]![row] ?? null)])))
}

/** A mark is drawn at a pixel: no digit beyond those of a double matters. */
const plainCell = (cell: Cell): unknown => (typeof cell === 'bigint' ? Number(cell) : cell instanceof Exact ? Number(cell.text) : cell)
