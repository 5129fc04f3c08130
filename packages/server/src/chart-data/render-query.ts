import {
  isAdhocColumn,
  labelOfColumn,
  labelOfMetric,
  ok,
  type Caller,
  type Dialect,
  type Query,
  type QueryDataset,
  type Result,
  type RowRuleClauses,
} from '@sightline/core'
import type { Deps } from '../deps.ts'
import type { AnswerCall, TemplateCall, TemplateContext } from '../templates/templates.ts'

export interface RenderedQuery {
  readonly query: Query
  readonly dataset: QueryDataset
  readonly rules: RowRuleClauses
  readonly removedFilters: readonly string[]
  /** Columns whose filters a template has read. */
  readonly appliedFilters: readonly string[]
  readonly cacheKeys: readonly unknown[]
  /** What the templates have seen; the rules of tables inside the dataset's SQL are rendered with it too. */
  readonly context: TemplateContext
}

export interface TemplateInputs {
  readonly caller: Caller
  readonly urlParams: Readonly<Record<string, string>>
  readonly templateParams: string | null
  readonly range: { readonly since: Date | null; readonly until: Date | null }
  readonly dialect: Pick<Dialect, 'id'>
  readonly ask: (call: TemplateCall, context: TemplateContext) => ReturnType<AnswerCall>
}

const isTemplate = (text: string | null | undefined): text is string => typeof text === 'string' && /\{[{%#]/.test(text)

/** Renders every template that takes part in the statement: the dataset's, the asker's and the rules'. */
export async function renderQuery(
  deps: Deps,
  query: Query,
  dataset: QueryDataset,
  rules: RowRuleClauses,
  inputs: TemplateInputs,
): Promise<Result<RenderedQuery>> {
  const seen = { ...contextOf(query, dataset, inputs), rowRules: rules.flat(), dialectId: inputs.dialect.id }
  const context: TemplateContext = { ...seen, ask: (call) => inputs.ask(call, seen) }
  const renderer = new Renderer(deps, context)
  const wanted = new Set(
    [...(query.metrics ?? []), ...query.orderBy.map(([by]) => by), ...(query.seriesLimitMetric ? [query.seriesLimitMetric] : [])].map((one) =>
      typeof one === 'string' ? one : 'label' in one ? one.label : null,
    ),
  )
  const rendered: RenderedQuery = {
    query: {
      ...query,
      where: await renderer.text(query.where, 'WHERE clause'),
      having: await renderer.text(query.having, 'HAVING clause'),
      columns: await renderer.each(query.columns, 'column expression'),
      seriesColumns: await renderer.each(query.seriesColumns, 'column expression'),
      metrics: query.metrics && (await renderer.each(query.metrics, 'metric expression')),
      seriesLimitMetric: query.seriesLimitMetric && (await renderer.one(query.seriesLimitMetric, 'metric expression')),
      filters: await Promise.all(query.filters.map(async (filter) => ({ ...filter, col: await renderer.one(filter.col, 'column expression') }))),
      orderBy: await Promise.all(
        query.orderBy.map(async ([by, ascending]) => [await renderer.one(by, 'ORDER BY'), ascending] as (typeof query.orderBy)[number]),
      ),
    },
    dataset: {
      ...dataset,
      sql: await renderer.text(dataset.sql, 'virtual dataset query'),
      columns: await Promise.all(
        dataset.columns.map(async (column) => ({ ...column, expression: await renderer.text(column.expression, `column ${column.name}`) })),
      ),
      metrics: await Promise.all(
        dataset.metrics.map(async (metric) =>
          wanted.has(metric.name) ? { ...metric, expression: (await renderer.text(metric.expression, `metric ${metric.name}`))! } : metric,
        ),
      ),
      fetchValuesPredicate: await renderer.text(dataset.fetchValuesPredicate, 'fetch values predicate'),
    },
    rules: await Promise.all(rules.map((group) => Promise.all(group.map(async (clause) => (await renderer.text(clause, 'row rule'))!)))),
    removedFilters: renderer.removedFilters,
    appliedFilters: [...new Set(renderer.appliedFilters)],
    cacheKeys: renderer.cacheKeys,
    context,
  }
  return renderer.failure ?? ok(rendered)
}

/** Keeps the first failure, so that the tree above can be written as one expression. */
class Renderer {
  readonly removedFilters: string[] = []
  readonly appliedFilters: string[] = []
  readonly cacheKeys: unknown[] = []
  failure: Result<never> | null = null
  readonly #deps: Deps
  readonly #context: TemplateContext

  constructor(deps: Deps, context: TemplateContext) {
    this.#deps = deps
    this.#context = context
  }

  async text(text: string | null, place: string): Promise<string | null> {
    if (!isTemplate(text) || this.failure || !this.#deps.config.featureFlags.ENABLE_TEMPLATE_PROCESSING) return text
    const rendered = await this.#deps.templates.render(text, this.#context)
    if (!rendered.ok) {
      this.failure ??= {
        ok: false,
        problem: { ...rendered.problem, status: 400, message: `Error in jinja expression in ${place}: ${rendered.problem.message}` },
      }
      return text
    }
    this.removedFilters.push(...rendered.value.removedFilters)
    for (const key of rendered.value.cacheKeys) {
      this.cacheKeys.push(key)
      if (Array.isArray(key) && key[0] === 'filters' && typeof key[1] === 'string' && Array.isArray(key[2]) && key[2].length > 0)
        this.appliedFilters.push(key[1])
    }
    return rendered.value.text
  }

  async one<Thing>(thing: Thing, place: string): Promise<Thing> {
    if (typeof thing !== 'object' || thing === null || !('sqlExpression' in thing) || typeof thing.sqlExpression !== 'string') return thing
    if (!isTemplate(thing.sqlExpression)) return thing
    return { ...thing, sqlExpression: await this.text(thing.sqlExpression, place) }
  }

  each<Thing>(things: readonly Thing[], place: string): Promise<Thing[]> {
    return Promise.all(things.map((thing) => this.one(thing, place)))
  }
}

function contextOf(query: Query, dataset: QueryDataset, { caller, urlParams, templateParams, range }: TemplateInputs): TemplateContext {
  const moment = (date: Date | null) => (date ? date.toISOString().slice(0, 19) : null)
  return {
    userId: caller.id,
    username: caller.kind === 'anonymous' ? null : caller.username,
    email: caller.email || null,
    roles: caller.roles.map(({ name }) => name),
    urlParams,
    filters: query.filters.map(({ col, op, val }) => ({ col: labelOfColumn(col), op, val })),
    variables: {
      ...readParams(templateParams),
      columns: query.columns.map(labelOfColumn),
      groupby: query.columns.filter((column) => !isAdhocColumn(column)).map(labelOfColumn),
      metrics: (query.metrics ?? []).map(labelOfMetric),
      row_limit: query.rowLimit,
      row_offset: query.rowOffset,
      time_column: query.granularity,
      time_grain: query.timeGrain,
      table_columns: dataset.columns.map(({ name }) => name),
      from_dttm: moment(range.since),
      to_dttm: moment(range.until),
    },
  }
}

function readParams(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
