import { mkdirSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { migrateStore, openStore } from './db/store.ts'
import type { Deps } from './deps.ts'
import { openEventLog } from './http/event-log.ts'
import { createQueries } from './queries/create-queries.ts'
import { openSecrets } from './secrets.ts'
import { createTemplates } from './templates/create-templates.ts'

/** Everything the server reaches, opened: store migrated, secrets read or made. `close` ends it in the opposite order. */
export async function openDeps(config: Config, log: Logger, now: () => Date = () => new Date()): Promise<{ readonly deps: Deps; close(): Promise<void> }> {
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  const secrets = openSecrets(config.dataFolder)
  const store = openStore(config.store)
  try {
    await migrateStore(store)
  } catch (error) {
    await store.close()
    throw error
  }
  const { db } = store
  const events = openEventLog({ db, log, now, enabled: config.eventLog })
  const queries = createQueries({ config, db, secrets, log, now })
  const templates = createTemplates({ config, log })
  const deps: Deps = { config, db, store: store.store, queries, templates, secrets, events, readiness: { isReady: false }, log, now }
  return {
    deps,
    close: async () => {
      await queries.close()
      await templates.close()
      await events.close()
      await store.close()
    },
  }
}
