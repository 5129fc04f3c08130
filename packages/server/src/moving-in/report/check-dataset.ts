import type { FidelityReport } from '@sightline/contract'
import { fail, ok, planQuery, printSelect, readQueryObject, type QueryDataset, type Result } from '@sightline/core'
import { storedOf } from '../../bundles/documents.ts'
import type { DatasetContent } from '../../bundles/file-schema.ts'
import type { Planning } from '../../bundles/import-plan.ts'
import { readColumnsWith } from '../../datasets/read-columns.ts'
import { contextOf } from '../../sqllab/open-place.ts'
import type { OpenDatabase } from './open-database.ts'

export type DatasetCheck = Pick<FidelityReport['datasets'][number], 'state' | 'why' | 'columns' | 'metrics'>

interface Named {
  readonly name: string
  /** Columns have it only where they are calculated. */
  readonly expression: string | null
}
interface Lost {
  readonly name: string
  readonly why: string
}

export const uncheckedDataset = (why: string): DatasetCheck => ({
  state: 'unchecked',
  why,
  columns: { found: 0, missing: [] },
  metrics: { found: 0, missing: [] },
})

/** Asks the database whether what a dataset speaks of is there. Expressions are planned by the database, no row is read. */
export async function checkDataset(planning: Planning, database: OpenDatabase, content: DatasetContent, signal: AbortSignal): Promise<DatasetCheck> {
  const dataset = await render(planning, database, content)
  if (!dataset.ok) return uncheckedDataset(`Its templates cannot be filled in: ${dataset.problem.message}`)
  const { columns, metrics, sql, table, schema } = dataset.value
  const real = await readColumnsWith(database.driver, database.connector.dialect, { table_name: table, schema, sql }, signal)
  if (!real.ok) {
    if (isNoAnswer(real.problem.code, signal)) return uncheckedDataset(`The database did not answer: ${real.problem.message}`)
    const why = sql === null ? `The table was not found: ${real.problem.message}` : `Its SQL does not run: ${real.problem.message}`
    const missing = metrics.map(({ name }) => ({ name, why: 'The data of the dataset were not found.' }))
    return { state: 'missing', why, columns: { found: 0, missing: columns.map(({ name }) => name) }, metrics: { found: 0, missing } }
  }
  const names = new Set(real.value.map(({ column_name }) => column_name))
  // A name that is written differently may still be found: databases disagree about upper and lower case.
  const doubtful = columns.filter(({ name, expression }) => expression !== null || !names.has(name))
  const lostColumns = await findLost(database, dataset.value, 'columns', doubtful, signal)
  if (!lostColumns.ok) return uncheckedDataset(`The database did not answer: ${lostColumns.problem.message}`)
  const lostMetrics = await findLost(database, dataset.value, 'metrics', metrics, signal)
  if (!lostMetrics.ok) return uncheckedDataset(`The database did not answer: ${lostMetrics.problem.message}`)
  const isComplete = lostColumns.value.length + lostMetrics.value.length === 0
  return {
    state: isComplete ? 'complete' : 'missing',
    why: null,
    columns: { found: columns.length - lostColumns.value.length, missing: lostColumns.value.map(({ name }) => name) },
    metrics: { found: metrics.length - lostMetrics.value.length, missing: [...lostMetrics.value] },
  }
}

const isNoAnswer = (code: string, signal: AbortSignal): boolean => signal.aborted || code.startsWith('CONNECTION_') || code.includes('TIMEOUT')

/** Those of them that the database does not know how to compute. All are tried at once first: most datasets are whole. */
async function findLost(
  database: OpenDatabase,
  dataset: QueryDataset,
  part: 'columns' | 'metrics',
  all: readonly Named[],
  signal: AbortSignal,
): Promise<Result<readonly Lost[]>> {
  if (all.length === 0) return ok([])
  const together = await tryParts(database, dataset, part, all, signal)
  if (together.ok) return ok([])
  if (isNoAnswer(together.problem.code, signal)) return together
  const lost: Lost[] = []
  for (const one of all) {
    const alone = all.length === 1 ? together : await tryParts(database, dataset, part, [one], signal)
    if (alone.ok) continue
    if (isNoAnswer(alone.problem.code, signal)) return alone
    lost.push({ name: one.name, why: alone.problem.message })
  }
  return ok(lost)
}

/** The statement that a chart would send, described by the database instead of run. */
async function tryParts(
  { driver, connector }: OpenDatabase,
  dataset: QueryDataset,
  part: 'columns' | 'metrics',
  all: readonly Named[],
  signal: AbortSignal,
): Promise<Result<void>> {
  const names = all.map(({ name }) => name)
  const query = readQueryObject(part === 'columns' ? { columns: names, row_limit: 1 } : { columns: [], metrics: names, row_limit: 1 })
  if (!query.ok) return query
  const plan = planQuery(query.value, dataset, [], new Date(0), 'UTC', connector.dialect)
  if (!plan.ok) return plan
  const described = await driver.describe(printSelect(plan.value.select, connector.dialect), { signal, schema: dataset.schema ?? undefined, readOnly: true })
  return described.ok ? ok(undefined) : fail(described.problem)
}

/** What the planner must know of a dataset of a bundle, its templates filled in for whoever moves it. */
async function render({ deps, caller }: Planning, { connector }: OpenDatabase, content: DatasetContent): Promise<Result<QueryDataset>> {
  const context = { ...contextOf(caller, storedOf(content.template_params)), dialectId: connector.dialect.id }
  const filled = async (text: string | null | undefined): Promise<Result<string | null>> => {
    if (!text?.trim()) return ok(null)
    const rendered = await deps.templates.render(text, context)
    return rendered.ok ? ok(rendered.value.text) : rendered
  }
  const sql = await filled(content.sql)
  if (!sql.ok) return sql
  const columns: QueryDataset['columns'][number][] = []
  for (const { column_name, type, expression, is_dttm, python_date_format } of content.columns ?? []) {
    const own = await filled(expression)
    if (!own.ok) return own
    columns.push({ name: column_name, type: type ?? null, expression: own.value, isTemporal: is_dttm ?? false, dateFormat: python_date_format || null })
  }
  const metrics: QueryDataset['metrics'][number][] = []
  for (const { metric_name, expression } of content.metrics ?? []) {
    const own = await filled(expression)
    if (!own.ok) return own
    metrics.push({ name: metric_name, expression: own.value ?? '' })
  }
  return ok({
    schema: content.schema || null,
    table: content.table_name,
    sql: sql.value,
    columns,
    metrics,
    mainTimeColumn: content.main_dttm_col ?? null,
    alwaysFiltersMainTime: false,
    offsetHours: 0,
    fetchValuesPredicate: null,
  })
}
