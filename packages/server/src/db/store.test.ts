import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateStore, openStore } from './store.ts'

test('booleans come back as booleans, and a second migration does nothing', async () => {
  const store = openStore(join(mkdtempSync(join(tmpdir(), 'sightline-')), 'store.db'))
  const files = readdirSync(new URL('migrations', import.meta.url)).map((file) => file.replace('.ts', ''))
  expect(await migrateStore(store)).toEqual(files.toSorted())
  expect(await migrateStore(store)).toEqual([])
  const now = '2026-01-01T00:00:00.000000'
  await store.db
    .insertInto('users')
    .values({ username: 'a', first_name: 'A', last_name: 'B', email: 'a@example.test', active: true, created_on: now, changed_on: now })
    .execute()
  expect(await store.db.selectFrom('users').select(['username', 'active', 'login_count']).execute()).toEqual([{ username: 'a', active: true, login_count: 0 }])
  await store.close()
})
