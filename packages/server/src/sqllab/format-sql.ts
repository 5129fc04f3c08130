import type { Caller, Result } from '@sightline/core'
import { ok, sqlDialectOf } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { contextOf, findDatabase, openPlace } from './open-place.ts'
import { renderTemplate } from './prepare-run.ts'

export interface FormatInput {
  readonly sql: string
  readonly engine?: string | null | undefined
  readonly database_id?: number | null | undefined
  readonly template_params?: string | null | undefined
}

/**
 * SQL laid out in lines. With a database and parameters its template is filled in first. A text that cannot be laid out without changing what it
 * says comes back as it is: nothing that somebody wrote is lost.
 */
export async function formatSql(deps: Deps, caller: Caller, input: FormatInput, signal: AbortSignal): Promise<Result<string>> {
  const database = input.database_id ? await findDatabase(deps, caller, input.database_id) : undefined
  const connector = database ? await deps.queries.connectorOf(database.id) : null
  const dialectId = sqlDialectOf(connector?.ok ? connector.value.dialect.id : (input.engine ?? 'sql'))
  let text = input.sql
  if (database && input.template_params && !/^\s*(?:\{\s*\})?\s*$/.test(input.template_params)) {
    const place = await openPlace(deps, database, null, signal)
    if (!place.ok) return place
    const rendered = await renderTemplate(deps, caller, place.value, text, contextOf(caller, input.template_params))
    if (!rendered.ok) return rendered
    text = rendered.value.text
  }
  return ok((await deps.templates.layOut(text, dialectId)) ?? text)
}
