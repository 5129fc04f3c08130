import type { Generated } from 'kysely'

/**
 * Moments are text, `2026-01-31T10:11:12.123456`, UTC, fixed width: they sort as text, read the same on both stores and are what the wire sends.
 * JSON documents are text too: they are kept as their author wrote them.
 */
export type Moment = string
export type Json = string
export type Id = Generated<number>

export interface Audit {
  created_on: Moment
  changed_on: Moment
  created_by_id: number | null
  changed_by_id: number | null
}
