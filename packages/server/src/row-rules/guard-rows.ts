import type { Problem } from '@sightline/contract'
import {
  fail,
  guardTables,
  kindOfStatement,
  ok,
  readFragment,
  rowRuleGroups,
  splitStatements,
  type Caller,
  type Dialect,
  type Result,
  type SqlStatement,
  type TableReference,
} from '@sightline/core'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import { selectStar } from '../datasets/select-star.ts'
import type { Deps } from '../deps.ts'
import type { TemplateContext } from '../templates/templates.ts'
import { closedProblem, closedTableProblem, closedTablesFor } from './closed-datasets.ts'
import { findHiddenTables, type ListTables } from './hidden-tables.ts'
import { loadRowRules } from './load-row-rules.ts'

interface GuardedTable {
  readonly table: string
  readonly schema: string | null
  readonly condition: string
  /** Nobody's rows: why. */
  readonly closedBecause?: string
}

export interface GuardPlace {
  readonly database: DatabaseRow
  readonly dialect: Dialect
  /** Where unqualified names are looked up, as far as that is known. */
  readonly schema: string | null
  readonly askedSchema: string | null
  /** Given where people write SQL of their own: then views are looked at too. */
  readonly tablesIn?: ListTables
}

export const cannotGuard: Problem = {
  code: 'TABLE_SECURITY_ACCESS_ERROR',
  level: 'warning',
  message: 'Rules limit the rows you may see in this database, and they cannot be put into this statement. Please write it as a plain SELECT.',
  extra: { link: '', tables: [] },
}

const viewRefusal = (names: readonly string[]): Problem => ({
  ...cannotGuard,
  message: `Rules limit the rows you may see in this database, and which rows these show cannot be told: ${names.join(', ')}. Please read the tables themselves, or ask for a dataset.`,
  extra: { link: '', tables: names },
})

/** The statements with the row rules that bind the caller put around every table they belong to, or a refusal where that cannot be proven right. */
export async function guardRows(
  deps: Deps,
  caller: Caller,
  place: GuardPlace,
  statements: readonly SqlStatement[],
  context: TemplateContext,
): Promise<Result<readonly SqlStatement[]>> {
  const guarded = await loadGuardedTables(deps, caller, place, context)
  if (!guarded.ok) return guarded
  if (guarded.value.length === 0) return ok(statements)
  let closedBecause: string | undefined
  const conditionOf = (reference: TableReference): string | null => {
    const found = guarded.value.filter((table) => isMeant(reference, table, place))
    closedBecause ??= found.find((table) => table.closedBecause !== undefined)?.closedBecause
    return found.length === 0 ? null : found.map(({ condition }) => condition).join(' AND ')
  }
  const answers: SqlStatement[] = []
  for (const statement of statements) {
    const answer = kindOfStatement(statement).reads ? guardTables(statement, place.dialect.id, conditionOf) : null
    if (closedBecause !== undefined) return fail(closedProblem(closedBecause))
    if (!answer) return fail(cannotGuard)
    answers.push(answer)
  }
  const why = guarded.value.find((table) => table.closedBecause !== undefined)?.closedBecause
  if (why !== undefined) {
    const hidden = await refuseViews(deps, caller, place, statements, guarded.value, why)
    return hidden.ok ? ok(answers) : hidden
  }
  if (place.tablesIn) {
    const hidden = await findHiddenTables(deps, caller, place, place.tablesIn, statements, guarded.value)
    if (!hidden.ok) return hidden
    if (hidden.value.length > 0) return fail(viewRefusal(hidden.value))
  }
  return ok(answers)
}

/** Whether a dataset may read its table: not if the table is closed, nor if it is a view in a database with a closed table, which it may show. */
export async function mayReadTable(deps: Deps, caller: Caller, place: GuardPlace, table: string): Promise<Result<void>> {
  const { database, dialect, schema } = place
  const closed = await closedTablesFor(deps, caller, database.id)
  const [first] = closed
  if (!first) return ok(undefined)
  const problem = await closedTableProblem(deps, caller, database.id, { table, schema })
  if (problem) return fail(problem)
  const statements = splitStatements(selectStar(dialect, table, schema), dialect.id)
  return statements ? refuseViews(deps, caller, place, statements, closed, first.why) : fail(closedViews([table], first.why))
}

/** Where a table is closed even views that were opened as datasets are not read: what a view shows is not told by its name. */
async function refuseViews(
  deps: Deps,
  caller: Caller,
  place: GuardPlace,
  statements: readonly SqlStatement[],
  ruled: readonly { readonly table: string; readonly schema: string | null }[],
  why: string,
): Promise<Result<void>> {
  const { tablesIn, ...known } = place
  const signal = AbortSignal.timeout(deps.config.webserverTimeoutSeconds * 1000)
  const driver = await deps.queries.driverOf(place.database.id)
  if (!driver.ok) return driver
  const schema = known.schema === null ? await driver.value.defaultSchema(signal) : ok(known.schema)
  if (!schema.ok) return schema
  const list: ListTables = tablesIn ?? ((name) => driver.value.tables(name, signal))
  const hidden = await findHiddenTables(deps, caller, { ...known, schema: schema.value }, list, statements, ruled, { mayUseOpened: false })
  if (!hidden.ok) return hidden
  return hidden.value.length > 0 ? fail(closedViews(hidden.value, why)) : ok(undefined)
}

const closedViews = (names: readonly string[], why: string): Problem => ({
  ...closedProblem(why),
  message: `${closedProblem(why).message} Whether its rows show in these cannot be told: ${names.join(', ')}.`,
})

/** In doubt a rule applies: names are compared without case, and where the database would search several schemas, in all of them. */
function isMeant(reference: TableReference, guarded: GuardedTable, place: GuardPlace): boolean {
  if (reference.table.toLowerCase() !== guarded.table.toLowerCase()) return false
  // In DuckDB the first part of `a.b` may be a schema or the database itself.
  if (place.dialect.id !== 'postgresql' || (reference.schema === null && place.askedSchema === null)) return true
  // A dataset without a schema lies wherever the connection looks first; the statement may have been told to look elsewhere.
  if (guarded.schema === null) return true
  return (reference.schema ?? place.askedSchema ?? '').toLowerCase() === guarded.schema.toLowerCase()
}

async function loadGuardedTables(
  deps: Deps,
  caller: Caller,
  { database, dialect }: GuardPlace,
  context: TemplateContext,
): Promise<Result<readonly GuardedTable[]>> {
  const named = (caller.guest?.rules ?? []).flatMap(({ datasetId }) => datasetId ?? [])
  const datasets = await deps.db
    .selectFrom('datasets')
    .select(['datasets.id', 'datasets.table_name', 'datasets.schema'])
    .where((eb) =>
      eb.or([eb('datasets.id', 'in', eb.selectFrom('row_rule_datasets').select('dataset_id')), ...(named.length > 0 ? [eb('datasets.id', 'in', named)] : [])]),
    )
    .where('datasets.database_id', '=', database.id)
    .where('datasets.sql', 'is', null)
    .execute()
  const closed = await closedTablesFor(deps, caller, database.id)
  const tables: GuardedTable[] = closed.map(({ table, schema, why }) => ({ table, schema, condition: '(1 = 0)', closedBecause: why }))
  for (const dataset of datasets) {
    const groups = rowRuleGroups(await loadRowRules(deps, dataset.id), caller, { datasetId: dataset.id, isAsked: false })
    for (const group of groups) {
      const clauses: string[] = []
      for (const { clause } of group) {
        const rendered = await deps.templates.render(clause, context)
        if (!rendered.ok) return rendered
        const read = readFragment(rendered.value.text, { dialectId: dialect.id, placeholder: dialect.placeholder(1), mayHaveSubqueries: true })
        if (!read.ok) return read
        clauses.push(`(${read.value})`)
      }
      tables.push({ table: dataset.table_name, schema: dataset.schema, condition: `(${clauses.join(' OR ')})` })
    }
  }
  return ok(tables)
}
