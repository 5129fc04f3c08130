import type { Problem } from '@sightline/contract'
import { ProblemError } from './problem-error.ts'

/** What a statement ended by its signal answers: the problem the signal was aborted with, or that it was stopped. */
export function problemOfAbort(signal: AbortSignal, engineName: string): Problem {
  if (signal.reason instanceof ProblemError) return signal.reason.problem
  return { code: 'GENERIC_DB_ENGINE_ERROR', message: 'Query was stopped.', extra: { engine_name: engineName, stopped: true } }
}
