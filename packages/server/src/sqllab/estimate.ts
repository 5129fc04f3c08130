import type { Problem } from '@sightline/contract'
import { fail, ok, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { contextOf, findDatabase, openPlace } from './open-place.ts'
import { prepareRun } from './prepare-run.ts'

export interface EstimateInput {
  readonly database_id: number
  readonly sql: string
  readonly schema?: string | null | undefined
  readonly template_params?: string | null | undefined
}

const unsupported: Problem = { code: 'GENERIC_COMMAND_ERROR', status: 400, message: 'Query cost estimation is not supported by this database.' }

/** What the database expects each statement to cost, in its own units. Nothing runs. */
export async function estimateCost(
  deps: Deps,
  caller: Caller,
  input: EstimateInput,
  signal: AbortSignal,
): Promise<Result<readonly Readonly<Record<string, string>>[]>> {
  const database = await findDatabase(deps, caller, input.database_id)
  if (!database) return fail({ code: 'RESULTS_BACKEND_ERROR', status: 404, message: 'The database could not be found' })
  const place = await openPlace(deps, database, input.schema ?? null, signal)
  if (!place.ok) return place
  if (!place.value.dialect.flags.costEstimate) {
    return fail(unsupported)
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
  const driver = await deps.queries.driverOf(database.id)
  if (!driver.ok) return driver
  const seconds = deps.config.costEstimateTimeoutSeconds
  const timeout = AbortSignal.timeout(seconds * 1000)
  const costs: Readonly<Record<string, string>>[] = []
  for (const { sql } of prepared.value.steps) {
    const options = { signal: AbortSignal.any([signal, timeout]), schema: input.schema ?? undefined, readOnly: true }
    const cost = await driver.value.costEstimate?.({ sql, params: [] }, options)
    if (timeout.aborted) {
      return fail({
        code: 'SQLLAB_TIMEOUT_ERROR',
        status: 500,
        message: `The query estimation was killed after ${seconds} seconds. It might be too complex, or the database might be under heavy load.`,
      })
    }
    if (!cost) return fail(unsupported)
    if (!cost.ok) return cost
    costs.push(cost.value)
  }
  return ok(costs)
}
