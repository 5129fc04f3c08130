import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp, type App } from '../app.ts'
import { loadConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Route } from '../http/route.ts'
import { openDeps } from '../open-deps.ts'
import { createUser } from '../people/create-user.ts'
import { pairRegistry } from '../people/registry.ts'
import { syncRoles } from '../people/sync-roles.ts'
import { routes as allRoutes } from '../resources/all.ts'
import { makeRunJob } from '../sqllab/run-job.ts'
import { makeClient, signInWithForm, type TestCall } from './client.ts'
import { makeTestStore } from './test-store.ts'

export type { Method, TestCall } from './client.ts'

/** Everybody has this password. */
export const testPassword = 'a long test password'

const people = {
  admin: ['Admin'],
  alpha: ['Alpha'],
  gamma: ['Gamma'],
  sql_lab: ['Gamma', 'sql_lab'],
} as const

export interface TestApp {
  readonly app: App
  readonly deps: Deps
  readonly dataFolder: string
  /** A signed-in browser. One of `admin`, `alpha`, `gamma`, `sql_lab` is there already; another name is made on first use with the given roles. */
  as(username: string, ...roles: readonly string[]): Promise<TestCall>
  /** A browser that has not signed in. */
  anonymous(): TestCall
  /** The id of a user by name. */
  userId(username: string): Promise<number>
  close(): Promise<void>
}

/**
 * A whole server on an empty store of its own, for one test file: libsql in a temporary folder, or a new database on the PostgreSQL server
 * that `SIGHTLINE_TEST_STORE` names. `env` sets settings as an operator would.
 */
export async function openTestApp(
  options: { readonly routes?: readonly Route[]; readonly env?: Readonly<Record<string, string>>; readonly now?: () => Date } = {},
): Promise<TestApp> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'sightline-test-'))
  const store = await makeTestStore(dataFolder)
  const routes = options.routes ?? allRoutes
  const config = loadConfig({ SIGHTLINE_DATA: dataFolder, SIGHTLINE_DB: store.address, SIGHTLINE_LOG_LEVEL: 'error', ...options.env })
  const { deps, close } = await openDeps(config, pino({ level: config.logLevel }), options.now)
  await syncRoles(deps, pairRegistry(routes))
  for (const [username, roles] of Object.entries(people)) await addPerson(deps, username, roles)
  await deps.jobs.start('server', makeRunJob(deps))
  const app = await buildApp(deps, routes)
  deps.readiness.isReady = true
  const browsers = new Map<string, Promise<TestCall>>()

  const open = async (username: string, roles: readonly string[]): Promise<TestCall> => {
    const known = await deps.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
    if (!known) await addPerson(deps, username, roles.length > 0 ? roles : ['Gamma'])
    return signInWithForm(app, username, testPassword)
  }
  return {
    app,
    deps,
    dataFolder,
    as: (username, ...roles) => {
      const there = browsers.get(username)
      if (there) return there
      const opened = open(username, roles)
      browsers.set(username, opened)
      return opened
    },
    anonymous: () => makeClient(app),
    userId: async (username) => (await deps.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id,
    close: async () => {
      await app.close()
      await close()
      await store.drop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

const addPerson = (deps: Deps, username: string, roles: readonly string[]): Promise<number> =>
  createUser(deps, {
    username,
    firstName: username[0]!.toUpperCase() + username.slice(1),
    lastName: 'Person',
    email: `${username}@example.test`,
    password: testPassword,
    roles,
  })
