import { Refusal } from '../http/problem.ts'

/**
 * Waits for several checks of one body. Field refusals are gathered into one answer, so that a form can show all of them;
 * anything else is thrown as it is.
 */
export async function collectRefusals<Checks extends readonly Promise<unknown>[]>(
  ...checks: Checks
): Promise<{ -readonly [K in keyof Checks]: Awaited<Checks[K]> }> {
  const settled = await Promise.allSettled(checks)
  const fields: Record<string, unknown> = {}
  let status = 0
  for (const outcome of settled) {
    if (outcome.status === 'fulfilled') continue
    const reason: unknown = outcome.reason
    if (!(reason instanceof Refusal) || !('message' in reason.body) || typeof reason.body.message !== 'object') throw reason
    Object.assign(fields, reason.body.message)
    status = reason.status
  }
  if (status > 0) throw new Refusal(status, fields)
  return settled.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as never
}
