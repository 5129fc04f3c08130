import type { WireQueryContext } from '@sightline/contract'
import type { Deps } from '../deps.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

/** As many as are asked for again soon; the one that was not asked for longest leaves first. */
const mostContexts = 1000
const mostCharacters = 64 * 1024
const memories = new WeakMap<Deps['queries'], Map<string, string>>()

const memoryOf = ({ queries }: Pick<Deps, 'queries'>): Map<string, string> => {
  const memory = memories.get(queries) ?? new Map<string, string>()
  memories.set(queries, memory)
  return memory
}

/** Remembers which question an answer's `cache_key` stands for. Only the question: whoever comes with the key asks it with their own rights. */
export function keepContexts(deps: Pick<Deps, 'queries'>, context: WireQueryContext, answers: readonly ChartDataAnswer[]): void {
  const memory = memoryOf(deps)
  for (const [at, answer] of answers.entries()) {
    if (answer.kind !== 'rows' || memory.has(answer.ran.cached.key)) continue
    const text = JSON.stringify({ ...context, queries: [context.queries[at]], force: false })
    if (text.length > mostCharacters) continue
    memory.set(answer.ran.cached.key, text)
    const [oldest] = memory.keys()
    if (memory.size > mostContexts && oldest !== undefined) memory.delete(oldest)
  }
}

export function findContext(deps: Pick<Deps, 'queries'>, key: string): WireQueryContext | null {
  const memory = memoryOf(deps)
  const text = memory.get(key)
  if (text === undefined) return null
  memory.delete(key)
  memory.set(key, text)
  return JSON.parse(text) as WireQueryContext
}
