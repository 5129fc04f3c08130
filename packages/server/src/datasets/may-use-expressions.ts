import { fail, mayReadDatabase, ok, type Caller, type Result } from '@sightline/core'
import { connectorOfRow } from '../databases/database-facts.ts'
import type { Deps } from '../deps.ts'
import { asStatement } from '../row-rules/guard-fragment.ts'
import { mayRun } from '../sqllab/may-run.ts'
import type { DatabaseRow } from './load-dataset.ts'

/**
 * Whether the caller may save these expressions of metrics and columns: they may look at other tables, and show what they find to everybody who has
 * the dataset, so whoever writes them must be able to read those tables. A template reads one thing for its author and another for the next reader:
 * with one, only access to the whole database is enough.
 */
export async function mayUseExpressions(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  database: DatabaseRow,
  schema: string | null,
  expressions: readonly string[],
): Promise<Result<void>> {
  if (expressions.length === 0 || mayReadDatabase(caller, database)) return ok(undefined)
  const dialect = connectorOfRow(database)?.dialect
  for (const text of expressions) {
    if (!dialect || /\{[{%#]/.test(text)) return refuse
    const reading = asStatement(text, { dialect })
    if (!reading) continue
    if (!reading.statement) return refuse
    const allowed = await mayRun(deps, caller, database, dialect.id, schema, [reading.statement])
    if (!allowed.ok) return fail({ ...allowed.problem, status: 403 })
  }
  return ok(undefined)
}

const refuse: Result<never> = fail({
  code: 'TABLE_SECURITY_ACCESS_ERROR',
  status: 403,
  message: 'Which tables an expression reads cannot be told. It needs access to the whole database.',
  extra: { link: '', tables: [] },
})
