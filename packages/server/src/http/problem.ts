import type { Problem } from '@sightline/contract'
import type { Result } from '@sightline/core'

/**
 * What a route throws to answer an error; one handler prints it. Two shapes, as the reference interface has them:
 * `new Refusal(404, 'Not found')` prints `{message}`; `new Refusal(problem)` prints `{errors: […]}` with the issue codes of its type.
 */
export class Refusal extends Error {
  readonly status: number
  readonly body: { readonly message: unknown } | { readonly problems: readonly Problem[] } | { readonly raw: unknown }

  constructor(status: number, message: string | Readonly<Record<string, unknown>>)
  constructor(problem: Problem | readonly Problem[], status?: number)
  constructor(first: number | Problem | readonly Problem[], second?: string | Readonly<Record<string, unknown>> | number) {
    super(typeof second === 'string' ? second : 'refused')
    if (typeof first === 'number') {
      this.status = first
      this.body = { message: second }
    } else {
      const list = Array.isArray(first) ? (first as readonly Problem[]) : [first as Problem]
      this.status = typeof second === 'number' ? second : (list[0]?.status ?? 0)
      this.body = { problems: list }
    }
  }

  /** For the few views that answer `{error}`, `{msg}` or something else of their own. */
  static raw(status: number, body: unknown): Refusal {
    const refusal = new Refusal(status, 'refused')
    Object.assign(refusal, { body: { raw: body } })
    return refusal
  }
}

/** How pages and views outside the API say that there is nothing at an address. */
export const nothingThere = (): Refusal =>
  new Refusal({ code: 'GENERIC_BACKEND_ERROR', message: '404 Not Found: The requested address was not found on the server.' }, 404)

/** The value, or the problem thrown for the error handler to print. */
export const unwrap = <Value>(result: Result<Value>): Value => {
  if (result.ok) return result.value
  throw new Refusal(result.problem)
}
