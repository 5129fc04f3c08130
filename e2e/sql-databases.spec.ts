import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiOf, expect, openAs, startWithExamples, test } from './fixtures.ts'
import { openText, resultsOf, run, runOf, write } from './sql-editor.ts'

const mariadb = process.env['SIGHTLINE_TEST_MYSQL']

const rows = 'WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM t WHERE i < 300) SELECT i AS n FROM t'

const places = [
  {
    name: 'SQLite',
    uri: 'sqlite:///journey.db',
    endless: 'WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM t) SELECT count(*) AS n FROM t',
  },
  {
    name: 'MariaDB',
    uri: mariadb,
    endless: 'SELECT sleep(27) AS slept',
  },
] as const

for (const { name, uri, endless } of places)
  test(`SQL-1.01 SQL-8.04 on ${name} rows come, a mistake is marked in its line, and a long statement is stopped`, async ({ browser }) => {
    if (process.env['CI']) expect(uri, 'SIGHTLINE_TEST_MYSQL').toBeDefined()
    else test.skip(uri === undefined, 'SIGHTLINE_TEST_MYSQL is not set')
    test.setTimeout(240_000)
    const { server, data, remove } = await startWithExamples()
    try {
      // An empty file is a database of SQLite without tables.
      mkdirSync(join(data, 'files'), { recursive: true })
      writeFileSync(join(data, 'files', 'journey.db'), '')
      const { context, page } = await openAs(browser, server.address, 'admin')
      const own = apiOf(page.request, server.address)
      const { id } = await own.send('POST', '/api/v1/database/', { database_name: name, sqlalchemy_uri: uri, expose_in_sqllab: true })
      await openText(page, rows, { dbid: String(id) })
      await runOf(page).click()
      const results = resultsOf(page)
      await expect(results.getByText('300 rows returned')).toBeVisible()
      await expect(page.getByRole('gridcell', { name: '1', exact: true }).first()).toBeVisible()

      await run(page, 'SELECT 1 AS fine,\n  no_such_column')
      await expect(results.getByRole('alert')).toContainText('no_such_column')
      // The line of the mistake says so beside its number.
      await expect(page.locator('.cm-lint-marker-error, .cm-lintRange-error').first()).toBeVisible()

      await write(page, endless)
      await page.keyboard.press('Control+Enter')
      const stop = page.getByRole('button', { name: 'Stop', exact: true })
      await expect(stop).toContainText(/[1-9]\.\d s/)
      await stop.click()
      await expect(results.getByText('Query was stopped').first()).toBeVisible()
      await run(page, 'SELECT 6 * 7 AS answer')
      await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
      await context.close()
    } finally {
      await server.kill()
      remove()
    }
  })
