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

/** A move from another installation, or only a look at what it would bring. */
export interface Moves {
  id: Id
  status: 'running' | 'done' | 'failed' | 'stopped'
  /** `bundle` or `server`, and the name of the file or the address. */
  source_kind: 'bundle' | 'server'
  source_name: string
  is_dry_run: boolean
  started_on: Moment
  ended_on: Moment | null
  report: Json | null
  errors: Json | null
  user_id: number | null
  /** The process that runs it, and its name of the run. */
  runner: string
  run: string
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
