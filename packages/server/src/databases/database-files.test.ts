import { link, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  // The folder around the data folder is one for database files: the worst an operator can configure.
  server = await openTestApp({ env: { SIGHTLINE_FILE_ROOTS: tmpdir() } })
})
afterAll(() => server.close())

const tryFile = async (engine: string, path: string) => {
  const admin = await server.as('admin')
  return admin('POST', '/api/v1/database/test_connection/', { sqlalchemy_uri: `${engine}:///${path}` })
}

// A store on PostgreSQL is no file.
const isFile = !process.env['SIGHTLINE_TEST_STORE']
if (isFile)
  test('T17 the metadata store cannot be opened as a database, by whatever name', async () => {
    const { store } = server.deps.config
    const [linked, twin] = [join(server.dataFolder, 'linked.db'), join(server.dataFolder, 'files', 'twin.db')]
    await symlink(store, linked)
    await link(store, twin)
    for (const path of [store, `${store}-wal`, linked, twin, `${server.dataFolder}/files/../metadata.db`]) {
      for (const engine of ['sqlite', 'duckdb']) {
        const { status, body } = await tryFile(engine, path)
        expect([status, JSON.stringify(body)], `${engine} ${path}`).toEqual([400, expect.stringContaining('cannot be opened as a database')])
      }
    }
  })

test('T17 a database file outside the folders for files is refused, and so are options of the address', async () => {
  for (const engine of ['sqlite', 'duckdb']) {
    for (const path of ['/etc/passwd', '../../etc/passwd', '/proc/self/environ', 'x.db?mode=rwc&vfs=unix', 'x.db?uri=true', 'file:x.db?mode=memory']) {
      expect((await tryFile(engine, path)).status, `${engine} ${path}`).not.toBe(200)
    }
  }
})
