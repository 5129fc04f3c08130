import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db, Store } from './db/store.ts'
import type { EventLog } from './http/event-log.ts'
import type { Queries } from './queries/queries.ts'
import type { Secrets } from './secrets.ts'
import type { Templates } from './templates/templates.ts'

/** False until the store is migrated and the first examples are loaded; `/health` tells. */
export interface Readiness {
  isReady: boolean
}

/** What a use case may reach, handed in; nothing is global. */
export interface Deps {
  readonly config: Config
  readonly db: Db
  readonly store: Store
  readonly queries: Queries
  readonly templates: Templates
  readonly secrets: Secrets
  readonly events: EventLog
  readonly readiness: Readiness
  readonly log: Logger
  readonly now: () => Date
}
