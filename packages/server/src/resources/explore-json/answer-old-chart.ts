import { oldChartOf } from '@sightline/charts'
import { describeIssues, queryContextSchema, type ResultType, type WireQueryContext } from '@sightline/contract'
import { momentAt, printCell, readTimeRange, showStatement, wallClockIn, type Caller, type Frame } from '@sightline/core'
import { framesOf } from '../../chart-data/frames-of.ts'
import { printHead } from '../../chart-data/print-answers.ts'
import { runChartData, type ChartDataAnswer } from '../../chart-data/run-chart-data.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { coltypesOf, printRecords } from './print-records.ts'
import type { OldRequest } from './read-old-form.ts'

export interface OldAsking {
  readonly caller: Caller
  readonly request: OldRequest
  readonly force: boolean
  readonly signal: AbortSignal
  /** What the address says, for templates. */
  readonly urlParams: Readonly<Record<string, string>>
}

const bare = (status: number, error: string): Refusal => Refusal.raw(status, { error })

/** Everything an older chart gets: what it draws, and what is known about the rows it was made from. */
export async function answerOldChart(deps: Deps, asking: OldAsking): Promise<Uint8Array> {
  const { form, merged } = asking.request
  const chart = oldChartOf(vizTypeOf(merged))
  const answers = await ask(deps, asking, 'full')
  const frames = framesOf(answers)
  const first = answers[0]
  if (first?.kind !== 'rows') throw bare(400, 'No query.')
  const { annotation_data: _annotations, error: _error, result_format: _format, ...head } = JSON.parse(printHead(first)) as Record<string, unknown>
  const facts = { ...head, ...boundsOf(deps, merged, first.ran.zone), errors: [], form_data: form, ...factsOf(frames[0]!, first) }
  const data = chart.data ? [printCell(chart.data(merged, frames))] : printRecords(frames[0]!)
  return Buffer.concat([Buffer.from(`${JSON.stringify(facts).slice(0, -1)},"data":`), ...(await allOf(data)), Buffer.from('}')])
}

/** The statement of the chart's own query, which does not run. */
export async function showOldStatement(deps: Deps, asking: OldAsking): Promise<{ readonly query: string; readonly language: 'sql' }> {
  const [first] = await ask(deps, asking, 'query')
  if (first?.kind !== 'statement') throw bare(400, 'No query.')
  return { query: showStatement(first.prepared.statement, first.prepared.dialect), language: 'sql' }
}

/** The rows of the chart's own query, or those they come from. */
export async function loadOldRows(deps: Deps, asking: OldAsking, type: 'results' | 'samples'): Promise<Uint8Array> {
  const answers = await ask(deps, asking, type)
  const first = answers[0]
  if (first?.kind !== 'rows') throw bare(400, 'No query.')
  const [frame] = framesOf([first])
  const facts = JSON.stringify(factsOf(frame!, first))
  return Buffer.concat([Buffer.from(`${facts.slice(0, -1)},"data":`), ...(await allOf(printRecords(frame!))), Buffer.from('}')])
}

/** The same answers as the wire has them, for a file. */
export const askForFile = (deps: Deps, asking: OldAsking): Promise<readonly ChartDataAnswer[]> => ask(deps, asking, 'results')

async function ask(deps: Deps, { caller, request, force, signal, urlParams }: OldAsking, type: ResultType): Promise<readonly ChartDataAnswer[]> {
  const { merged, datasource } = request
  const chart = oldChartOf(vizTypeOf(merged))
  const refusal = chart.refusal?.(merged)
  if (refusal !== undefined) throw bare(400, refusal)
  const queries = chart.queries(merged)
  const context = queryContextSchema.safeParse({
    datasource,
    force,
    // Only a whole answer needs the other queries of the chart.
    queries: type === 'full' ? queries : queries.slice(0, 1),
    form_data: { ...merged, slice_id: merged['slice_id'] },
    result_type: type,
    result_format: 'json',
  })
  if (!context.success) throw bare(400, describeIssues(context.error.issues))
  return run(deps, { caller, signal, urlParams, context: context.data })
}

/** A question that fails is an answer that tells why; that something is closed or not there is told as everywhere. */
async function run(
  deps: Deps,
  request: { readonly caller: Caller; readonly signal: AbortSignal; readonly urlParams: Readonly<Record<string, string>>; readonly context: WireQueryContext },
): Promise<readonly ChartDataAnswer[]> {
  try {
    return await runChartData(deps, request)
  } catch (error) {
    if (!(error instanceof Refusal) || !('message' in error.body)) throw error
    const said = String(error.body.message as string)
    if (error.status !== 400) throw bare(error.status, said)
    const failed = { message: said.replace(/^Error: /, ''), error_type: 'VIZ_GET_DF_ERROR', level: 'error', extra: null }
    throw Refusal.raw(400, { errors: [failed], status: 'failed', form_data: request.context.form_data, data: null, rowcount: 0 })
  }
}

const vizTypeOf = (form: Readonly<Record<string, unknown>>): string => (typeof form['viz_type'] === 'string' ? form['viz_type'] : 'table')

/** These charts tell the range of their form; a form without one ends today. */
function boundsOf(deps: Deps, form: Readonly<Record<string, unknown>>, zone: string): Record<string, number | null> {
  const range = readTimeRange(typeof form['time_range'] === 'string' ? form['time_range'] : '', { now: wallClockIn(deps.now(), zone) })
  const moment = (wall: Date | null) => (wall ? momentAt(wall.getTime(), zone) : null)
  return range.ok ? { from_dttm: moment(range.value.since), to_dttm: moment(range.value.until) } : { from_dttm: null, to_dttm: null }
}

const factsOf = (frame: Frame, { loaded }: Extract<ChartDataAnswer, { kind: 'rows' }>) => ({
  rowcount: frame.length,
  colnames: frame.columns.map(({ name }) => name),
  coltypes: coltypesOf(frame, loaded),
})

async function allOf(pieces: AsyncIterable<string> | readonly string[]): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return all
}
