import { kindNumbers, momentAt, ok, showStatement, type Dialect, type Result } from '@sightline/core'
import { grainChoices } from '../datasets/grain-names.ts'
import { kindNumberOf } from '../datasets/kind-of-type.ts'
import type { LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { Refusal, unwrap } from '../http/problem.ts'
import { collectPieces } from './collect-pieces.ts'
import type { FinishOrder, Output, Pieces } from './finish/finish-order.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

export type RowsAnswer = Extract<ChartDataAnswer, { kind: 'rows' }>

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8')

/** Printed rows of up to so many cells are kept beside the rows themselves; longer ones leave as they are printed. */
const cellsToKeep = 2_000_000

/** `{"result": […]}` in pieces. Everything that can be refused is refused before the first of them. */
export async function printAnswers(
  deps: Deps,
  answers: readonly ChartDataAnswer[],
  signal: () => AbortSignal,
  [begin, end]: readonly [string, string] = ['{"result":[', ']}'],
): Promise<AsyncGenerator<Uint8Array>> {
  const printed: Pieces[] = []
  for (const answer of answers) printed.push(await printAnswer(deps, answer, signal))
  async function* all(): AsyncGenerator<Uint8Array> {
    yield bytesOf(begin)
    for (const [at, pieces] of printed.entries()) {
      if (at > 0) yield bytesOf(',')
      yield* pieces
    }
    yield bytesOf(end)
  }
  return all()
}

async function printAnswer(deps: Deps, answer: ChartDataAnswer, signal: () => AbortSignal): Promise<Pieces> {
  switch (answer.kind) {
    case 'statement':
      return [bytesOf(JSON.stringify({ language: 'sql', query: showStatement(answer.prepared.statement, answer.prepared.dialect) }))]
    case 'columns': {
      const data = answer.loaded.columns.map((column) => ({
        column_name: column.column_name,
        verbose_name: column.verbose_name,
        dtype: columnTypeOf(column),
      }))
      return [bytesOf(JSON.stringify({ data }))]
    }
    case 'grains': {
      const { dialect } = unwrap(await deps.queries.connectorOf(answer.loaded.database.id))
      return [bytesOf(JSON.stringify({ data: grainsOf(dialect) }))]
    }
    case 'rows': {
      const rows = await finishJson(deps, answer, signal)
      if (!rows.ok) throw refusalOfRows(rows)
      const head = answer.resultType === 'results' ? '{' : `{${printHead(answer).slice(1, -1)},`
      return between(head, rows.value, '}')
    }
  }
}

async function* between(head: string, pieces: Pieces, end: string): AsyncGenerator<Uint8Array> {
  yield bytesOf(head)
  yield* pieces
  yield bytesOf(end)
}

/** What fails after the database has answered is told as one sentence, unless it says itself that it is the server's own trouble. */
export const refusalOfRows = ({ problem }: Extract<Result<never>, { ok: false }>): Refusal =>
  problem.status === 503 || problem.code === 'BACKEND_TIMEOUT_ERROR' ? new Refusal(problem) : new Refusal(400, `Error: ${problem.message}`)

/** The rows and what is said about them, from the cache if they were printed before. */
async function finishJson(deps: Deps, answer: RowsAnswer, signal: () => AbortSignal): Promise<Result<Pieces>> {
  const { ran, form } = answer
  const name = `json ${ran.shape} ${form === null ? '' : JSON.stringify(form)}`
  const known = ran.cached.attachment(name)
  if (known) return ok(known)
  const order = orderOf(answer, { kind: 'json' })
  const { rows } = order.main
  if (rows.length * rows.columns.length > cellsToKeep) return deps.finisher.finish(order, signal())
  return ran.cached.attach(name, signal(), async (stop) => {
    const finished = await deps.finisher.finish(order, stop)
    return finished.ok ? ok(await collectPieces(finished.value)) : finished
  })
}

export function orderOf({ ran, loaded, form }: RowsAnswer, output: Output): FinishOrder {
  return { ...ran.sources, form, output, shownNames: shownNamesOf(loaded), timeNames: timeNamesOf(loaded) }
}

const timeNamesOf = ({ columns }: LoadedDataset): ReadonlySet<string> => new Set(columns.filter(({ is_dttm }) => is_dttm).map(({ column_name }) => column_name))

/** The names that people gave to columns and metrics. */
const shownNamesOf = ({ columns, metrics }: LoadedDataset): ReadonlyMap<string, string> =>
  new Map(
    [
      ['__timestamp', 'Time'] as const,
      ...metrics.map(({ metric_name, verbose_name }) => [metric_name, verbose_name] as const),
      ...columns.map(({ column_name, verbose_name }) => [column_name, verbose_name] as const),
    ].flatMap(([name, shown]) => (shown ? [[name, shown] as const] : [])),
  )

/** This list knows no booleans: they count as texts in it. */
const columnTypeOf = (column: LoadedDataset['columns'][number]): number => {
  const kind = kindNumberOf(column)
  return kind === kindNumbers.numeric || kind === kindNumbers.temporal ? kind : kindNumbers.string
}

const grainsOf = (dialect: Dialect) => grainChoices(dialect).map(([duration, name]) => ({ name, function: dialect.grains[duration]!('{col}'), duration }))

/** What changes from call to call, or is small. */
export function printHead({ ran, cacheTimeout, annotations }: RowsAnswer): string {
  const { plan, cached, zone } = ran
  const statements = [ran.statement, ...ran.otherStatements].map((statement) => showStatement(statement, ran.dialect))
  const moment = (wall: Date | null) => (wall ? momentAt(wall.getTime(), zone) : null)
  return JSON.stringify({
    cache_key: cached.key,
    cached_dttm: cached.cachedAt?.toISOString().slice(0, 19) ?? null,
    cache_timeout: cacheTimeout,
    applied_template_filters: ran.appliedTemplateFilters,
    annotation_data: annotations,
    error: null,
    is_cached: cached.cachedAt ? true : null,
    query: statements.length === 1 ? statements[0] : `${statements.join(';\n\n')};`,
    status: 'success',
    stacktrace: null,
    from_dttm: moment(plan.range.since),
    to_dttm: moment(plan.range.until),
    time_zone: zone,
    result_format: 'json',
    applied_filters: plan.appliedFilters.map((column) => ({ column })),
    rejected_filters: plan.rejectedFilters,
  })
}
