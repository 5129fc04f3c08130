import type { WireQueryContext } from '@sightline/contract'
import type { Deps } from '../deps.ts'
import { readJson, readQueryContext } from './read-query-context.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

/** Remembers which question an answer's `cache_key` stands for: whoever comes with the key asks it with their own rights. */
export async function keepContexts({ queries }: Pick<Deps, 'queries'>, context: WireQueryContext, answers: readonly ChartDataAnswer[]): Promise<void> {
  for (const [at, answer] of answers.entries()) {
    // Rows that are never kept cannot be found by their key.
    if (answer.kind !== 'rows' || answer.cacheTimeout < 0) continue
    const { key, cachedAt } = answer.ran.cached
    await queries.questions.keep(key, cachedAt === null, () => JSON.stringify({ ...context, queries: [context.queries[at]], force: false }))
  }
}

/** Read as if it had just been sent: another version of the program may have written it. */
export async function findContext({ queries }: Pick<Deps, 'queries'>, key: string): Promise<WireQueryContext | null> {
  const text = await queries.questions.find(key)
  return text === null ? null : readQueryContext(readJson(text))
}
