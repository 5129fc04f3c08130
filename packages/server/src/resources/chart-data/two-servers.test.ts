import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, type App } from '../../app.ts'
import { openDeps } from '../../open-deps.ts'
import { addressForTests } from '../../testing/address-for-tests.ts'
import { signInWithForm } from '../../testing/client.ts'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, testPassword, type TestApp, type TestCall } from '../../testing/test-app.ts'
import { routes } from '../all.ts'

const redis = addressForTests('SIGHTLINE_TEST_REDIS', 'answers by key behind several servers')
const postgres = addressForTests('SIGHTLINE_TEST_PG', 'answers by key behind several servers')

describe.skipIf(!redis || !postgres)('several servers behind one address', () => {
  const name = `keys_${crypto.randomUUID().replaceAll('-', '')}`
  let one: TestApp
  let other: { readonly app: App; close(): Promise<void> }
  let visits: number
  let admin: TestCall
  const onServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: postgres })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  beforeAll(async () => {
    await onServer(`create database ${name}`)
    one = await openTestApp({ env: { SIGHTLINE_DB: Object.assign(new URL(postgres!), { pathname: `/${name}` }).href, SIGHTLINE_REDIS: redis! } })
    // Another process has the same folder and settings, and a memory of its own.
    const { deps, close } = await openDeps(one.deps.config, one.deps.log)
    const app = await buildApp(deps, routes)
    other = {
      app,
      close: async () => {
        await app.close()
        await close()
      },
    }
    const database = await addSampleDatabase(one)
    admin = await one.as('admin')
    visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  }, 60_000)
  afterAll(async () => {
    await other.close()
    await one.close()
    await onServer(`drop database if exists ${name} with (force)`)
  })

  const ask = async (more: object = {}) =>
    (await admin('POST', '/api/v1/chart/data', { datasource: { id: visits, type: 'table' }, queries: [{ columns: ['place'], metrics: ['count'] }], ...more }))
      .body.result[0]
  const byKeyAt = async (app: App, user: string, key: string) => (await signInWithForm(app, user, testPassword))('GET', `/api/v1/chart/data/${key}`)

  test('each of them answers a key that another gave, to whoever may read the data and to nobody else', async () => {
    const asked = await ask()
    const answered = await byKeyAt(other.app, 'admin', asked.cache_key)
    expect(answered.status).toBe(200)
    expect(answered.body.result[0]).toMatchObject({ is_cached: true, cache_key: asked.cache_key, data: asked.data })
    expect((await byKeyAt(other.app, 'gamma', asked.cache_key)).status).toBe(403)
    expect((await byKeyAt(other.app, 'admin', 'nothing')).status).toBe(404)
  })

  test('rows that were to be kept by nobody are found by nobody', async () => {
    const { cache_key } = await ask({ custom_cache_timeout: -1, queries: [{ columns: ['day'], metrics: ['count'] }] })
    expect((await byKeyAt(other.app, 'admin', cache_key)).status).toBe(404)
    expect((await byKeyAt(one.app, 'admin', cache_key)).status).toBe(404)
  })
})
