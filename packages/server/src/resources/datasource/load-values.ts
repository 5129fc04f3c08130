import { datasourceTypes, type DatasourceType } from '@sightline/contract'
import { printCell, type Caller, type Cell } from '@sightline/core'
import { framesOf } from '../../chart-data/frames-of.ts'
import { openSource } from '../../chart-data/open-source.ts'
import { runChartData } from '../../chart-data/run-chart-data.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { idOf } from '../../rest/ids.ts'

const readable: readonly string[] = ['table', 'dataset', 'query'] satisfies readonly DatasourceType[]

/** The values of a column, each once: those the caller may see, narrowed by what the dataset says about such lists. */
export async function loadValues(
  deps: Deps,
  caller: Caller,
  { type, id, column }: { readonly type: string; readonly id: string; readonly column: string },
  signal: AbortSignal,
): Promise<string> {
  if (!(datasourceTypes as readonly string[]).includes(type)) throw new Refusal(400, `Invalid datasource type: ${type}`)
  if (!readable.includes(type)) throw new Refusal(400, `Unable to get column values for datasource type: ${type}`)
  const datasource = { id: idOf(id), type: type as DatasourceType }
  const { loaded } = await openSource(deps, caller, datasource, {}, { signal }).catch(asMessage)
  if (!loaded.columns.some(({ column_name }) => column_name === column)) throw new Refusal(400, `Column name ${column} does not exist`)
  const query = { columns: [column], metrics: [], apply_fetch_values_predicate: true, row_limit: deps.config.filterSelectRowLimit }
  const [values] = framesOf(await runChartData(deps, { caller, context: { datasource, queries: [query] }, signal }))
  const print = values?.columns[0]?.kind === 'temporal' ? printMoment : printCell
  return `{"result":[${(values?.values[0] ?? []).map(print).join(',')}]}`
}

/** Moments of whole seconds stand in words, as this call has always written them; others keep their milliseconds. Both are taken as values of filters. */
const printMoment = (cell: Cell): string =>
  typeof cell === 'number' && cell % 1000 === 0 && Math.abs(cell) <= 8.64e15 ? JSON.stringify(new Date(cell).toUTCString()) : printCell(cell)

/** This call tells a refusal as one sentence. */
function asMessage(error: unknown): never {
  const problem = error instanceof Refusal && 'problems' in error.body ? error.body.problems[0] : undefined
  throw problem ? new Refusal(problem.status ?? 403, problem.message) : error
}
