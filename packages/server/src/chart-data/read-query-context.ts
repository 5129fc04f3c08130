import { describeIssues, queryContextSchema, type WireQueryContext } from '@sightline/contract'
import { Refusal } from '../http/problem.ts'

/** A query context, or a refusal that names every wrong field. */
export function readQueryContext(given: unknown): WireQueryContext {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Refusal(400, 'Request is not JSON')
  const parsed = queryContextSchema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new Refusal(400, `Request is incorrect: ${describeIssues(parsed.error.issues)}`)
}

/** Browsers that download a file send the context as the field `form_data` of a form. */
export function readQueryContextBody(body: unknown): WireQueryContext {
  if (typeof body === 'object' && body !== null && 'form_data' in body && typeof body.form_data === 'string' && !('queries' in body)) {
    return readQueryContext(readJson(body.form_data))
  }
  return readQueryContext(body)
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'Request is not JSON')
  }
}

/** The address may say which chart and dashboard ask, and whether the cache counts; what the body says wins. */
export function readContextOfAddress(context: WireQueryContext, query: unknown): WireQueryContext {
  const { form_data: text, dashboard_id: board, force } = (query ?? {}) as Readonly<Record<string, unknown>>
  const told = fieldsOf(text)
  const dashboardId = idOf(told['dashboard_id'] ?? told['dashboardId'] ?? board)
  const sliceId = idOf(told['slice_id'])
  if (sliceId === undefined && dashboardId === undefined && force === undefined && told['force'] === undefined) return context
  return {
    ...context,
    force: context.force ?? isTrue(force ?? told['force']),
    form_data: { ...(sliceId === undefined ? {} : { slice_id: sliceId }), ...(dashboardId === undefined ? {} : { dashboardId }), ...context.form_data },
  }
}

function fieldsOf(text: unknown): Readonly<Record<string, unknown>> {
  if (typeof text !== 'string') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const idOf = (value: unknown): number | undefined => {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || (typeof value === 'string' && value.toLowerCase() === 'true')
