import { fail, ok, splitStatements, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { isBoundInDatabase } from '../row-rules/bound-by-rules.ts'
import { cannotGuard, guardRows } from '../row-rules/guard-rows.ts'
import { contextOf, openPlace } from '../sqllab/open-place.ts'
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
  const { dialect, schema, tablesIn } = place.value
  if (source.sql && /\{[{%#]/.test(source.sql)) return refuse('Rules limit the rows you may see in this database, so a dataset of yours cannot hold templates.')
  const text = source.sql ?? selectStar(dialect, source.table_name, source.schema)
  const statements = splitStatements(text, dialect.id)
  if (!statements) return fail({ ...cannotGuard, status: 403 })
  const whereabouts = { database, dialect, schema, askedSchema: source.schema, tablesIn }
  const guarded = await guardRows(deps, caller, whereabouts, statements, contextOf(caller, null))
  if (!guarded.ok) return fail({ ...guarded.problem, status: 403 })
  if (!source.sql && guarded.value.some((statement, at) => statement !== statements[at]))
    return refuse(`Rules limit the rows you may see of ${source.table_name}, and another dataset over it would not carry them.`)
  return ok(undefined)
}

const refuse = (message: string) => fail({ ...cannotGuard, status: 403, message })
