import { Refusal } from '../../http/problem.ts'

/** The old views answer `{error}` where the interface answers `{message}`. */
export const viewError = (status: number, error: string): Refusal => Refusal.raw(status, { error })

/** What the engine refuses, in the words of a view; what is closed keeps its shape. */
export const asViewError = (error: unknown): unknown =>
  error instanceof Refusal && 'message' in error.body && typeof error.body.message === 'string' ? viewError(error.status, error.body.message) : error
