import { fail, ok, splitStatements, type Caller, type Dialect, type QueryDataset, type Result } from '@sightline/core'
import type { LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { guardRows } from '../row-rules/guard-rows.ts'
import type { RenderedQuery } from './render-query.ts'

/**
 * A dataset over SQL reads tables that may have rules of their own: those hold inside it too, or a dataset written by one person would
 * show another what the rules of the table keep from them.
 */
export async function guardSource(
  deps: Deps,
  caller: Caller,
  loaded: LoadedDataset,
  { dataset, context }: RenderedQuery,
  dialect: Dialect,
): Promise<Result<QueryDataset>> {
  if (dataset.sql === null) return ok(dataset)
  const statements = splitStatements(dataset.sql, dialect.id)
  if (statements?.length !== 1) return fail({ code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Virtual dataset query must be one statement' })
  const { schema } = loaded.row
  const guarded = await guardRows(deps, caller, { database: loaded.database, dialect, schema, askedSchema: schema }, statements, context)
  if (!guarded.ok) return fail({ ...guarded.problem, status: 403 })
  const [statement] = guarded.value
  return ok(statement === statements[0] ? dataset : { ...dataset, sql: statement!.text })
}
