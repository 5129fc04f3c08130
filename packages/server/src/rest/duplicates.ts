import type { Refusal } from '../http/problem.ts'

/** Checks before a write can be overtaken by another request; the store's own constraint has the last word, and is answered the same way. */
export async function orDuplicate<Value>(work: Promise<Value>, refusal: Refusal): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw isDuplicate(error) ? refusal : error
  }
}

const isDuplicate = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE'
}
