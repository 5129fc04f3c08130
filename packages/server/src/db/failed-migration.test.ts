import { sql } from 'kysely'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeTestStore } from '../testing/test-store.ts'
import { migrateStore, openStore } from './store.ts'

const place = await makeTestStore(mkdtempSync(join(tmpdir(), 'sightline-')))
const store = openStore(place.address)
afterAll(async () => {
  await store.close()
  await place.drop()
})

const up = {
  good: async (db: typeof store.db) => void (await db.schema.createTable('made_first').addColumn('id', 'integer').execute()),
  bad: async (db: typeof store.db) => {
    await db.schema.createTable('made_before_the_fall').addColumn('id', 'integer').execute()
    await sql`insert into settings (name, value) values ('half', 'done')`.execute(db)
    await sql`select * from no_such_table`.execute(db)
  },
}

test('a migration that fails leaves the store as it was, and a repaired one goes on from there', async () => {
  await migrateStore(store)
  const tables = async () => (await store.db.introspection.getTables()).map(({ name }) => name).sort()
  const before = await tables()
  const plan = (second: unknown) => ({ '9001-good': { up: up.good }, '9002-second': { up: second } }) as never
  await expect(migrateStore(store, plan(up.bad))).rejects.toThrow(/no_such_table/)
  expect(await tables()).toEqual(before)
  expect(await store.db.selectFrom('settings').selectAll().where('name', '=', 'half').execute()).toEqual([])
  expect(
    await migrateStore(
      store,
      plan(async () => {}),
    ),
  ).toEqual(['9001-good', '9002-second'])
  expect(await tables()).toEqual([...before, 'made_first'].sort())
})
