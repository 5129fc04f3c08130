import { fail, ok, splitStatements, type Caller, type Result, type SqlStatement } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { isBoundInDatabase } from '../row-rules/bound-by-rules.ts'
import { asStatement } from '../row-rules/guard-fragment.ts'
import { cannotGuard, guardRows } from '../row-rules/guard-rows.ts'
import { contextOf, openPlace } from '../sqllab/open-place.ts'
import type { RunPlace } from '../sqllab/prepare-run.ts'
import type { DatabaseRow } from './load-dataset.ts'
import type { Source } from './may-use-source.ts'
import { selectStar } from './select-star.ts'

/**
 * Rules hang on datasets, and a new dataset has none. Whoever is bound by a rule must not make one that shows the same rows without it: another
 * dataset over the same table, one over a view of it, or SQL that reads something else for the next reader. SQL over the tables themselves is
 * fine, because their rules are put into it whenever it is read.
 */
export async function mayOpenUnderRules(deps: Deps, caller: Caller, database: DatabaseRow, source: Source, signal: AbortSignal): Promise<Result<void>> {
  if (!(await isBoundInDatabase(deps, caller, database.id))) return ok(undefined)
  const place = await openPlace(deps, database, source.schema, signal)
  if (!place.ok) return place
  const { dialect } = place.value
  if (source.sql && isTemplate(source.sql)) return noTemplates
  const statements = splitStatements(source.sql ?? selectStar(dialect, source.table_name, source.schema), dialect.id)
  const guarded = await guardAll(deps, caller, place.value, source.schema, statements)
  if (!guarded.ok) return guarded
  if (!source.sql && guarded.value.some((statement, at) => statement !== statements?.[at]))
    return refuse(`Rules limit the rows you may see of ${source.table_name}, and another dataset over it would not carry them.`)
  return ok(undefined)
}

/** The same for expressions of metrics and columns that read tables of their own. */
export async function mayWriteUnderRules(
  deps: Deps,
  caller: Caller,
  database: DatabaseRow,
  schema: string | null,
  expressions: readonly string[],
  signal: AbortSignal,
): Promise<Result<void>> {
  if (expressions.length === 0 || !(await isBoundInDatabase(deps, caller, database.id))) return ok(undefined)
  const place = await openPlace(deps, database, schema, signal)
  if (!place.ok) return place
  for (const text of expressions) {
    if (isTemplate(text)) return noTemplates
    const read = asStatement(text, place.value)
    const guarded = read && (await guardAll(deps, caller, place.value, schema, read.statement && [read.statement]))
    if (guarded && !guarded.ok) return guarded
  }
  return ok(undefined)
}

async function guardAll(
  deps: Deps,
  caller: Caller,
  { database, dialect, schema, tablesIn }: RunPlace,
  askedSchema: string | null,
  statements: readonly SqlStatement[] | null,
): Promise<Result<readonly SqlStatement[]>> {
  if (!statements) return refuse(cannotGuard.message)
  const guarded = await guardRows(deps, caller, { database, dialect, schema, askedSchema, tablesIn }, statements, contextOf(caller, null))
  return guarded.ok ? guarded : fail({ ...guarded.problem, status: 403 })
}

const isTemplate = (text: string): boolean => /\{[{%#]/.test(text)

const refuse = (message: string) => fail({ ...cannotGuard, status: 403, message })
const noTemplates = refuse('Rules limit the rows you may see in this database, so what you write into a dataset cannot hold templates.')
