import { fail, ok, splitStatements, type Caller, type Dialect, type Query, type QueryDataset, type Result } from '@sightline/core'
import type { LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { guardFragment, mayReadTables } from '../row-rules/guard-fragment.ts'
import { guardRows, mayReadTable, type GuardPlace } from '../row-rules/guard-rows.ts'
import { mayUseExpressions } from '../datasets/may-use-expressions.ts'
import type { RenderedQuery } from './render-query.ts'

/**
 * A dataset over SQL reads tables that may have rules of their own: those hold inside it too, or a dataset written by one person would
 * show another what the rules of the table keep from them. The same is true of its metrics and calculated columns.
 */
export async function guardSource(
  deps: Deps,
  caller: Caller,
  loaded: LoadedDataset,
  { dataset, context }: RenderedQuery,
  dialect: Dialect,
): Promise<Result<QueryDataset>> {
  const place = placeOf(loaded, dialect)
  // Another dataset over the same table may be closed; then this one shows nothing of the table either.
  const readable = dataset.sql === null ? await mayReadTable(deps, caller, place, loaded.row.table_name) : ok(undefined)
  if (!readable.ok) return readable
  const guarded = await guardSql(deps, caller, place, dataset.sql, context)
  if (!guarded.ok) return guarded
  const sourced = { ...dataset, sql: guarded.value }
  const parts = [...dataset.columns, ...dataset.metrics].map(({ expression }) => expression)
  if (![...parts, dataset.fetchValuesPredicate].some((text) => text && mayReadTables(text))) return ok(sourced)
  const guardText = async (text: string): Promise<string> => {
    const guarded = await guardFragment(deps, caller, place, text, context)
    // One that cannot be guarded must not run; the others of the dataset may. A lone semicolon is refused wherever it is put.
    return guarded.ok ? guarded.value : ';'
  }
  const guardPart = async <Part extends { readonly expression: string | null }>(part: Part): Promise<Part> =>
    part.expression ? { ...part, expression: await guardText(part.expression) } : part
  return ok({
    ...sourced,
    columns: await Promise.all(dataset.columns.map(guardPart)),
    metrics: await Promise.all(dataset.metrics.map(guardPart)),
    fetchValuesPredicate: dataset.fetchValuesPredicate && (await guardText(dataset.fetchValuesPredicate)),
  })
}

const placeOf = ({ database, row }: LoadedDataset, dialect: Dialect): GuardPlace => ({ database, dialect, schema: row.schema, askedSchema: row.schema })

async function guardSql(deps: Deps, caller: Caller, place: GuardPlace, sql: string | null, context: RenderedQuery['context']): Promise<Result<string | null>> {
  if (sql === null) return ok(null)
  const statements = splitStatements(sql, place.dialect.id)
  if (statements?.length !== 1) return fail({ code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Virtual dataset query must be one statement' })
  const guarded = await guardRows(deps, caller, place, statements, context)
  if (!guarded.ok) return fail({ ...guarded.problem, status: 403 })
  const [statement] = guarded.value
  return ok(statement === statements[0] ? sql : statement!.text)
}

/**
 * Where sub-queries are allowed in custom fields, they read tables in the name of whoever asks: they must be open to the asker, with the rules
 * that bind the asker put around them. Where they are not, the planner refuses them.
 */
export async function guardQuery(
  deps: Deps,
  caller: Caller,
  loaded: LoadedDataset,
  { query, context }: RenderedQuery,
  dialect: Dialect,
): Promise<Result<Query>> {
  if (!deps.config.featureFlags.ALLOW_ADHOC_SUBQUERY) return ok(query)
  const place = placeOf(loaded, dialect)
  let failure: Result<never> | null = null
  const guardText = async (text: string): Promise<string> => {
    const allowed = await mayUseExpressions(deps, caller, loaded.database, place.schema, [text])
    const guarded = allowed.ok ? await guardFragment(deps, caller, place, text, context) : allowed
    if (guarded.ok) return guarded.value
    failure ??= { ok: false, problem: { ...guarded.problem, status: 403 } }
    return text
  }
  const clause = async (text: string | null): Promise<string | null> => (text === null ? null : guardText(text))
  const one = async <Thing>(thing: Thing): Promise<Thing> => {
    const written = typeof thing === 'object' && thing !== null ? (thing as { readonly sqlExpression?: unknown }).sqlExpression : undefined
    return typeof written === 'string' ? { ...thing, sqlExpression: await guardText(written) } : thing
  }
  const each = <Thing>(things: readonly Thing[]): Promise<Thing[]> => Promise.all(things.map(one))
  const guarded: Query = {
    ...query,
    where: await clause(query.where),
    having: await clause(query.having),
    columns: await each(query.columns),
    seriesColumns: await each(query.seriesColumns),
    metrics: query.metrics && (await each(query.metrics)),
    seriesLimitMetric: query.seriesLimitMetric && (await one(query.seriesLimitMetric)),
    filters: await Promise.all(query.filters.map(async (filter) => ({ ...filter, col: await one(filter.col) }))),
    orderBy: await Promise.all(query.orderBy.map(async ([by, ascending]) => [await one(by), ascending] as (typeof query.orderBy)[number])),
  }
  return failure ?? ok(guarded)
}
