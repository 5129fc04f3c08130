import { fail, ok, splitStatements, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { contextOf, findDatabase, openPlace } from './open-place.ts'
import { prepareRun } from './prepare-run.ts'

export interface EstimateInput {
  readonly database_id: number
  readonly sql: string
  readonly schema?: string | null | undefined
  readonly template_params?: string | null | undefined
}

/** What the database expects each statement to cost, in its own units. Nothing runs. */
export async function estimateCost(deps: Deps, caller: Caller, input: EstimateInput, signal: AbortSignal): Promise<Result<readonly Record<string, string>[]>> {
  const database = await findDatabase(deps, caller, input.database_id)
  if (!database) return fail({ code: 'RESULTS_BACKEND_ERROR', status: 404, message: 'The database could not be found' })
  const place = await openPlace(deps, database, input.schema ?? null, signal)
  if (!place.ok) return place
  if (!place.value.dialect.flags.costEstimate) {
    return fail({ code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Query cost estimation is not supported by this database.' })
  }
  const readOnly = { ...place.value, database: { ...database, allow_dml: false } }
  const prepared = await prepareRun(
    deps,
    caller,
    readOnly,
    { database_id: database.id, sql: input.sql, schema: input.schema },
    contextOf(caller, input.template_params),
  )
  if (!prepared.ok) return prepared
  const costs: Record<string, string>[] = []
  for (const { sql } of prepared.value.steps) {
    const [statement] = splitStatements(sql, place.value.dialect.id) ?? []
    const answer = await deps.queries.run({
      databaseId: database.id,
      statement: { sql: `EXPLAIN ${statement?.text ?? sql}`, params: [] },
      schema: input.schema ?? undefined,
      readOnly: true,
      maxRows: 1,
      timeoutSeconds: deps.config.costEstimateTimeoutSeconds,
      signal,
      userId: caller.id,
    })
    if (!answer.ok) return answer
    const [, start, total] = /cost=([\d.]+)\.\.([\d.]+)/.exec(String(answer.value.values[0]?.[0] ?? '')) ?? []
    costs.push(start === undefined || total === undefined ? {} : { 'Start-up cost': costText(start), 'Total cost': costText(total) })
  }
  return ok(costs)
}

/** Always with a point, and without the zeros behind it: `0.0`, `0.01`. */
const costText = (cost: string): string => (Number.isInteger(Number(cost)) ? `${Number(cost)}.0` : String(Number(cost)))
