import type { Run } from '../state/model.ts'

/** Whether the database had more rows than were asked for. */
export const isLimitReached = ({ limitingFactor, rows, limit }: Pick<Run, 'limitingFactor' | 'rows' | 'limit'>): boolean =>
  limitingFactor !== null && limitingFactor !== 'NOT_LIMITED' && limitingFactor !== 'UNKNOWN' && (rows ?? 0) >= (limit ?? Infinity)

/** What set the limit, as the end of a word key. */
export const limitSource = ({ limitingFactor }: Pick<Run, 'limitingFactor'>): 'query' | 'dropdown' | 'both' =>
  limitingFactor === 'QUERY' ? 'query' : limitingFactor === 'QUERY_AND_DROPDOWN' ? 'both' : 'dropdown'
