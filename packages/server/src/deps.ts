import type { Logger } from 'pino'
import type { Finisher } from './chart-data/finish/create-finisher.ts'
import type { Config } from './config.ts'
import type { Db, Store } from './db/store.ts'
import type { EventLog } from './http/event-log.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { MoveDesk } from './moving-in/move-desk.ts'
import type { Queries } from './queries/queries.ts'
import type { Results } from './results/results.ts'
import type { Secrets } from './secrets.ts'
import type { Templates } from './templates/templates.ts'
import type { UploadDesk } from './uploads/upload-desk.ts'

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
  /** Turns the rows of charts into answers. */
  readonly finisher: Finisher
  /** Queries that run in the background. */
  readonly jobs: Jobs
  /** Results of the SQL editor that are kept. */
  readonly results: Results
  readonly templates: Templates
  readonly uploads: UploadDesk
  /** Moves from other installations that this process runs. */
  readonly moves: MoveDesk
  readonly secrets: Secrets
  readonly events: EventLog
  readonly readiness: Readiness
  readonly log: Logger
  readonly now: () => Date
}
