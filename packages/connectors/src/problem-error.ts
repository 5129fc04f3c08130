import type { Problem } from '@sightline/contract'

/** Carries a problem out of an iteration, where a `Result` cannot be returned. */
export class ProblemError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}
