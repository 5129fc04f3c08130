import type { Audit, Id, Json, Moment } from './column-kinds.ts'

// What every part of the product uses.

export interface KeyValue extends Audit {
  id: Id
  resource: string
  uuid: string
  value: string
  expires_on: Moment | null
}

/** The old `/kv/` store. */
export interface KeyValueTexts {
  id: Id
  value: string
}

/** What a save replaced. */
export interface ReplacedVersions {
  id: Id
  /** `dashboards`, `charts`, `datasets`. */
  object_type: string
  object_id: number
  version: string
  content: Json
  replaced_on: Moment
  replaced_by_id: number | null
}

export interface Favorites {
  id: Id
  user_id: number
  /** `slice`, `Dashboard`, `query`, `tag`. */
  class_name: string
  object_id: number
  created_on: Moment
}

export interface Tags extends Audit {
  id: Id
  name: string
  type: number
  description: string | null
}

export interface TaggedObjects extends Audit {
  id: Id
  tag_id: number
  object_id: number
  object_type: number
}

export interface Logs {
  id: Id
  action: string
  user_id: number | null
  dashboard_id: number | null
  slice_id: number | null
  json: Json | null
  dttm: Moment
  duration_ms: number | null
  referrer: string | null
}

/** Facts about this installation: which examples are loaded, from which version. */
export interface Settings {
  name: string
  value: string
}
