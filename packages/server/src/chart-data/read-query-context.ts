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
