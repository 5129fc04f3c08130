import { hashKey } from '../queries/cache-key.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

/** Names what an answer says. It stays the same as long as the same rows come from the cache, so a client that has them need not get them again. */
export const etagOf = (answers: readonly ChartDataAnswer[], format: string): string => `W/"${hashKey([format, answers.map(partsOf)]).slice(0, 32)}"`

function partsOf(answer: ChartDataAnswer): unknown {
  if (answer.kind === 'statement') return ['statement', answer.prepared.statement]
  if (answer.kind !== 'rows') return [answer.kind, answer.loaded.row.id, answer.loaded.row.changed_on]
  const { ran, resultType, form, annotations } = answer
  return [resultType, ran.cached.key, ran.cached.stamp, ran.shape, form, annotations]
}

/** Whether the client has the answer already. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch
    ?.split(',')
    .map((one) => one.trim())
    .includes(etag) ?? false
