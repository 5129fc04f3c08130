import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db, Store } from './db/store.ts'
import type { Queries } from './queries/queries.ts'
import type { Secrets } from './secrets.ts'
import type { Templates } from './templates/templates.ts'

/** What a use case may reach, handed in; nothing is global. */
export interface Deps {
  readonly config: Config
  readonly db: Db
  readonly store: Store
  readonly queries: Queries
  readonly templates: Templates
  readonly secrets: Secrets
  readonly log: Logger
  readonly now: () => Date
}
