import { readFileSync } from 'node:fs'
import { type Download, type Locator, type Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { expect } from './fixtures.ts'
import { resultsOf, run, test } from './sql-editor.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
test.beforeEach(async ({ page }) => {
  await page.addInitScript({ path: axeFile })
})

/** The part of the page these journeys are about. */
const part = 'section[aria-label="Results"]'
const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Rows of the query' })
const southTab = (page: Page, name: string | RegExp): Locator => resultsOf(page).getByRole('tab', { name })

async function open(page: Page): Promise<void> {
  await page.goto('/sqllab/?new=true')
  // A tab of its own: those of the journeys before are kept.
  await expect(page.getByRole('textbox', { name: 'SQL text' })).toContainText('SELECT ...')
  await expect(resultsOf(page).getByText('Run a query to display results')).toBeVisible()
}

/** As many rows as the server gives. */
async function liftLimit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Limit/ }).click()
  await page.getByRole('menuitemradio', { name: /^100[,   ]000$/ }).click()
}

const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

const many =
  "SELECT i AS n, 'name ' || (i * 7919 % 100003) AS name, (i % 97) / 7.0 AS ratio, DATE '2020-01-01' + (i % 2000)::INTEGER AS day, i % 2 = 0 AS is_even, CASE WHEN i % 10 = 0 THEN NULL ELSE i * 3 END AS gap" +
  Array.from({ length: 14 }, (_, column) => `, (i * ${String(column + 2)}) % 1000 AS c${String(column)}`).join('') +
  ' FROM range(1, 100001) AS t(i)'

test('a hundred thousand rows of twenty columns come, are read to the last one, filtered, sorted and copied', async ({ page }) => {
  await open(page)
  await liftLimit(page)
  await run(page, many)
  const results = resultsOf(page)
  const grid = gridOf(page)
  await expect(results.getByText('100,000 rows returned')).toBeVisible({ timeout: 60_000 })
  await expect(grid).toHaveAttribute('aria-rowcount', '100001')
  await expect(grid).toHaveAttribute('aria-colcount', '21')
  expect(await grid.getByRole('row').count()).toBeLessThan(120)

  // To the last row, by keyboard.
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+End')
  await expect(grid.getByRole('rowheader', { name: '100000', exact: true })).toBeVisible()
  await page.keyboard.press('Control+Home')
  await expect(grid.getByRole('gridcell', { name: 'name 7919', exact: true })).toBeVisible()

  // Nulls last in both directions, the largest number first.
  const head = grid.getByRole('columnheader', { name: /\bgap$/ })
  await head.getByRole('button').click()
  await head.getByRole('button').click()
  await expect(grid.getByRole('row').nth(1)).toContainText('299,997', { timeout: 30_000 })
  await results.getByRole('searchbox', { name: 'Filter results' }).fill('NAME 777')
  await expect(grid).toHaveAttribute('aria-rowcount', '112', { timeout: 30_000 })
  await results.getByRole('searchbox', { name: 'Filter results' }).fill('2021-03-04')
  await expect(grid).toHaveAttribute('aria-rowcount', '51', { timeout: 30_000 })

  // What is selected is counted, added and copied with its heads.
  await results.getByRole('searchbox', { name: 'Filter results' }).fill('')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'none')
  await expect(grid).toHaveAttribute('aria-rowcount', '100001')
  await grid.getByRole('gridcell', { name: '1', exact: true }).first().click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(results.getByText('4 cells selected')).toBeVisible()
  await expect(results.getByText('Sum 3')).toBeVisible()
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboardOf(page)).toBe('n\tname\n1\tname 7919\n2\tname 15838')
  expect.soft(await findFaults(page, part), 'rows').toEqual([])
})

test('digits beyond a double stay whole, nulls are told from texts, JSON and long texts open in full', async ({ page }) => {
  await open(page)
  await run(
    page,
    "SELECT 9007199254740993 AS big, 12345678901234567890.123456789::DECIMAL(38,9) AS exact, NULL AS nothing, '' AS blank, {'hub': 'C2', 'slots': [4, 5]} AS attributes, repeat('long ', 200) AS text",
  )
  const grid = gridOf(page)
  await expect(grid.getByRole('gridcell', { name: '9,007,199,254,740,993', exact: true })).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: '12,345,678,901,234,567,890.123456789', exact: true })).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: 'null', exact: true })).toHaveCount(1)
  await expect(grid.getByRole('columnheader', { name: 'JSON attributes' })).toBeVisible()

  const cell = grid.getByRole('gridcell', { name: '{"hub":"C2","slots":[4,5]}' })
  await cell.click()
  await cell.getByRole('button', { name: 'Show the whole value' }).click()
  const dialog = page.getByRole('dialog', { name: 'attributes' })
  await expect(dialog.getByLabel('Whole value of attributes')).toHaveText('{\n  "hub": "C2",\n  "slots": [\n    4,\n    5\n  ]\n}', { useInnerText: true })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // By keyboard: the next cell, Enter.
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const whole = page.getByRole('dialog', { name: 'text' })
  await whole.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => clipboardOf(page)).toBe('long '.repeat(200))
  await page.keyboard.press('Escape')
})

const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8')

test('rows leave as CSV, as a workbook and over the clipboard; the SQL that was asked is there to read', async ({ page }) => {
  await open(page)
  await run(page, 'SELECT i AS n, NULL AS gap FROM range(1, 2501) AS t(i)')
  const results = resultsOf(page)
  await expect(results.getByText('1,000 rows returned')).toBeVisible()
  await results.getByText('Limit reached').hover()
  await expect(page.getByRole('tooltip')).toHaveText('The number of rows displayed is limited to 1,000 by the dropdown.')

  const csv = page.waitForEvent('download')
  await results.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'Download to CSV' }).click()
  expect((await csv).suggestedFilename()).toMatch(/^sqllab_untitled_query_\d+_\d{8}T\d{6}\.csv$/)
  // The file has what the statement gives, not only what is shown.
  expect((await textOf(await csv)).trimEnd().split('\n')).toHaveLength(2501)
  await expect(page.getByText(/^Export successful: sqllab_/)).toBeVisible()

  const book = page.waitForEvent('download')
  await results.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'Download to Excel' }).click()
  expect((await book).suggestedFilename()).toMatch(/\.xlsx$/)
  expect(
    readFileSync(await (await book).path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  await results.getByRole('button', { name: 'Copy to clipboard' }).click()
  await expect.poll(async () => (await clipboardOf(page)).split('\n').length).toBe(1001)
  expect((await clipboardOf(page)).split('\n').slice(0, 3)).toEqual(['n\tgap', '1\t', '2\t'])

  await results.getByRole('button', { name: 'SQL of this run' }).click()
  const dialog = page.getByRole('dialog', { name: 'SQL' })
  await expect(dialog.getByRole('region', { name: 'Source SQL' })).toContainText('range(1, 2501)')
  await expect(dialog.getByRole('region', { name: 'Executed SQL' })).toContainText('1001')
  await page.keyboard.press('Escape')
})

test('every end of a run has its words: none, no rows, an error with its place, stopped', async ({ page }) => {
  await open(page)
  const results = resultsOf(page)
  await run(page, 'SELECT 1 AS n WHERE false')
  await expect(results.getByText('The query returned no data')).toBeVisible()
  await expect(gridOf(page).getByRole('columnheader', { name: /\bn$/ })).toBeVisible()

  await run(page, 'SELECT n,\n  no_such_column\nFROM range(3) AS t(n)')
  const box = results.getByRole('alert')
  await expect(box).toContainText('DuckDB Error')
  await box.getByRole('button', { name: 'See more' }).click()
  await expect(box).toContainText('This may be triggered by:')
  await box.getByRole('button', { name: 'See less' }).click()
  await box.getByRole('button', { name: 'Copy message' }).click()
  await expect.poll(() => clipboardOf(page)).toContain('no_such_column')
  expect.soft(await findFaults(page, part), 'failed').toEqual([])

  await run(page, 'SELECT sum(a.i * b.i % 7) FROM range(4000000) AS a(i), range(400000) AS b(i)')
  await expect(results.getByText('Running')).toBeVisible()
  await page.getByRole('button', { name: /^Stop/ }).click()
  await expect(results.getByRole('alert')).toContainText('Query was stopped')
})

test('the history of a tab: newest first, its SQL, its text back into the editor, run again beside it, taken out', async ({ page }) => {
  await open(page)
  await southTab(page, 'Query history').click()
  await expect(resultsOf(page).getByText('Run a query to display query history')).toBeVisible()
  await run(page, 'SELECT 11 AS first')
  await expect(page.getByRole('gridcell', { name: '11' })).toBeVisible()
  await run(page, 'SELECT 22 AS second')
  await expect(page.getByRole('gridcell', { name: '22' })).toBeVisible()

  // By keyboard, as in any row of tabs.
  await southTab(page, 'Results').focus()
  await page.keyboard.press('ArrowRight')
  await expect(southTab(page, 'Query history')).toBeFocused()
  const history = page.getByRole('table', { name: 'Query history' })
  const rows = history.getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('SELECT 22 AS second')
  await expect(rows.nth(1).getByRole('img', { name: 'Success' })).toBeVisible()
  await expect(rows.nth(2)).toContainText('SELECT 11 AS first')
  expect.soft(await findFaults(page, part), 'history').toEqual([])
  await expect(rows.nth(1).getByRole('button', { name: 'Remove query from log' })).toHaveCount(0)

  await rows.nth(2).getByRole('button', { name: 'SELECT 11 AS first' }).click()
  await expect(page.getByRole('dialog', { name: 'SQL' })).toContainText('Source SQL')
  await page.keyboard.press('Escape')
  await rows.nth(2).getByRole('button', { name: 'View' }).click()
  const kept = page.getByRole('dialog', { name: 'Data preview' })
  await expect(kept.getByRole('gridcell', { name: '11' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(kept).toHaveCount(0)
  await rows.nth(2).getByRole('button', { name: 'Overwrite text in the editor with a query on this table' }).click()
  await expect(page.getByRole('textbox', { name: 'SQL text' })).toHaveText('SELECT 11 AS first')

  await rows.nth(2).getByRole('button', { name: 'Remove query from log' }).click()
  await expect(rows).toHaveCount(2)
  await rows.nth(1).getByRole('button', { name: 'Run query in a new tab' }).click()
  await expect(page.getByRole('tab', { name: /^Copy of/ }).first()).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('gridcell', { name: '22' })).toBeVisible()
})

test('a look at a table is a tab of its own, without chart and file, and is closed again', async ({ page }) => {
  await open(page)
  const table = page.getByRole('treeitem', { name: /^budgets/ })
  await table.hover()
  await table.getByRole('button', { name: 'Preview data of budgets' }).click()
  const look = southTab(page, 'Preview: `budgets`')
  await expect(look).toHaveAttribute('aria-selected', 'true')
  const results = resultsOf(page)
  await expect(results.getByText(/^\d+ rows returned$/)).toBeVisible()
  await expect(results.getByRole('button', { name: 'Create chart' })).toHaveCount(0)
  await expect(results.getByRole('button', { name: 'Download' })).toHaveCount(0)
  expect.soft(await findFaults(page, part), 'preview').toEqual([])

  // Each pane is where it was left.
  await southTab(page, 'Results').click()
  await expect(results.getByText('Run a query to display results')).toBeVisible()
  await look.focus()
  await look.press('Enter')
  await expect(results.getByText(/^\d+ rows returned$/)).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(look).toHaveCount(0)
  await expect(southTab(page, 'Results')).toBeFocused()
})

const postgres = process.env['SIGHTLINE_TEST_PG']

test('CTAS on PostgreSQL: the table that was made is said, queried in a new tab and opened in the explorer', async ({ page, api }) => {
  if (process.env['CI']) expect(postgres, 'SIGHTLINE_TEST_PG').toBeDefined()
  else test.skip(postgres === undefined, 'SIGHTLINE_TEST_PG is not set')
  const name = `south_${Date.now().toString(36)}`
  const { id } = await api.send('POST', '/api/v1/database/', {
    database_name: name,
    sqlalchemy_uri: postgres,
    expose_in_sqllab: true,
    allow_ctas: true,
    allow_cvas: true,
    allow_dml: true,
  })
  await page.goto(`/sqllab/?dbid=${String(id)}&sql=${encodeURIComponent('SELECT g AS n FROM generate_series(1, 5) AS g')}`)
  await expect(page.getByRole('textbox', { name: 'SQL text' })).toContainText('generate_series')
  await page.getByRole('button', { name: 'More ways to run' }).click()
  await page.getByRole('menuitem', { name: 'CREATE TABLE AS' }).click()
  const dialog = page.getByRole('dialog', { name: 'CREATE TABLE AS' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const results = resultsOf(page)
  await expect(results.getByText(new RegExp(`^Table \\[(public\\.)?${name}\\] was created$`))).toBeVisible()
  await results.getByRole('button', { name: 'Query in a new tab' }).click()
  await expect(resultsOf(page).getByText('5 rows returned')).toBeVisible()

  await run(page, `DROP TABLE ${name}`)
  await expect(resultsOf(page).getByText('The query returned no data')).toBeVisible()
  await api.send('DELETE', `/api/v1/database/${String(id)}`)
})
