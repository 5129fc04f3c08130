import type { Run } from '../state/model.ts'

type Limited = Pick<Run, 'limitingFactor' | 'rows' | 'limit'>

/** Whether the database had more rows than were asked for. */
export const isLimitReached = ({ limitingFactor, rows, limit }: Limited): boolean =>
  limitingFactor !== null && limitingFactor !== 'NOT_LIMITED' && limitingFactor !== 'UNKNOWN' && (rows ?? 0) >= (limit ?? Infinity)

/** What set the limit, as the end of a word key. The menu's own first choice is named by itself: nobody chose it. */
export const limitSource = ({ limitingFactor, limit }: Omit<Limited, 'rows'>, defaultLimit?: number): 'query' | 'dropdown' | 'default' | 'both' => {
  if (limitingFactor === 'QUERY') return 'query'
  if (limitingFactor === 'QUERY_AND_DROPDOWN') return 'both'
  return limit !== null && limit === defaultLimit ? 'default' : 'dropdown'
}
