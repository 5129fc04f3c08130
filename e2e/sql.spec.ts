import { type Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { editorOf, resultsOf, test, write } from './sql-editor.ts'

async function open(page: Page): Promise<void> {
  await page.goto('/sqllab/')
  await expect(page.getByRole('treeitem', { name: 'orders', exact: true })).toBeVisible()
}

test('a statement runs on the examples and its rows stand in a grid that scrolls to the last one', async ({ page }) => {
  await open(page)
  await write(page, "SELECT i AS n, 'row ' || i AS name FROM range(1, 901) AS t(i)")
  await page.keyboard.press('Control+Enter')
  const results = resultsOf(page)
  await expect(results.getByText('Success')).toBeVisible()
  await expect(results.getByText('900 rows')).toBeVisible()
  await expect(results.getByText('Limit reached')).toHaveCount(0)
  const grid = page.getByRole('grid', { name: 'Rows of the query' })
  await expect(grid).toHaveAttribute('aria-rowcount', '901')
  await expect(grid.getByRole('gridcell', { name: 'row 1', exact: true })).toBeVisible()
  // Only what is in sight exists in the page.
  expect(await grid.getByRole('row').count()).toBeLessThan(120)
  await expect(grid.getByRole('gridcell', { name: 'row 900', exact: true })).toHaveCount(0)
  await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(grid.getByRole('gridcell', { name: 'row 900', exact: true })).toBeVisible()

  // Sorting down brings the last row to the top; the filter leaves what matches.
  await grid.evaluate((element) => element.scrollTo({ top: 0 }))
  const head = grid.getByRole('columnheader', { name: /\bn$/ })
  await head.getByRole('button').click()
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(grid.getByRole('row').nth(1)).toContainText('row 900')
  await results.getByRole('searchbox', { name: 'Filter results' }).fill('row 777')
  await expect(grid).toHaveAttribute('aria-rowcount', '2')
})

test('rows of an example table come from the browser of tables', async ({ page }) => {
  await open(page)
  await page.getByRole('treeitem', { name: 'budgets', exact: true }).click()
  await expect(page.getByRole('treeitem', { name: /^department / })).toBeVisible()
  await page.getByRole('treeitem', { name: 'budgets', exact: true }).hover()
  await page.getByRole('button', { name: 'Preview data of budgets' }).click()
  await expect(resultsOf(page).getByText('100 rows')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Rows of the query' }).getByRole('gridcell').first()).not.toBeEmpty()
})

test('a statement with more rows than the limit says that the limit was reached', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: /^Limit/ }).click()
  await page.getByRole('menuitemradio', { name: '100', exact: true }).click()
  await write(page, 'SELECT * FROM orders')
  await page.getByRole('button', { name: /^Run/ }).click()
  const results = resultsOf(page)
  await expect(results.getByText('100 rows')).toBeVisible()
  await expect(results.getByText('Limit reached')).toBeVisible()
})

test('a wrong column is answered in a box with the words of the database, and the next statement runs', async ({ page }) => {
  await open(page)
  await write(page, 'SELECT no_such_column FROM orders')
  await page.getByRole('button', { name: /^Run/ }).click()
  const box = resultsOf(page).getByRole('alert')
  await expect(box).toContainText('DuckDB Error')
  await expect(box).toContainText('no_such_column')
  await expect(box.getByRole('button', { name: 'Copy message' })).toBeVisible()
  await write(page, 'SELECT 42 AS answer')
  await page.getByRole('button', { name: /^Run/ }).click()
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
  await expect(box).toHaveCount(0)
})

test('a statement that changes data is refused', async ({ page }) => {
  await open(page)
  await write(page, 'DROP TABLE budgets')
  await page.getByRole('button', { name: /^Run/ }).click()
  await expect(resultsOf(page).getByRole('alert')).toBeVisible()
  await write(page, 'SELECT count(*) > 0 AS is_there FROM budgets')
  await page.getByRole('button', { name: /^Run/ }).click()
  await expect(page.getByRole('gridcell', { name: 'true' })).toBeVisible()
})

test('a long statement can be stopped; the database is free for the next one', async ({ page }) => {
  await open(page)
  await write(page, 'SELECT sum(a.i * b.i % 7) FROM range(4000000) AS a(i), range(400000) AS b(i)')
  await page.getByRole('button', { name: /^Run/ }).click()
  const stop = page.getByRole('button', { name: /^Stop/ })
  await expect(stop).toBeVisible()
  await page.waitForTimeout(1000)
  await stop.click()
  const results = resultsOf(page)
  await expect(results.getByRole('alert')).toContainText('Query was stopped')
  await write(page, 'SELECT 7 * 6 AS answer')
  await page.getByRole('button', { name: /^Run/ }).click()
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()

  // The history knows how each of them ended.
  await page.goto('/sqllab/history/')
  const stopped = page.getByRole('row').filter({ hasText: 'range(4000000)' }).first()
  await expect(stopped.getByRole('img', { name: 'Stopped' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '7 * 6' }).first().getByRole('img', { name: 'Success' })).toBeVisible()
})

test('the text survives a reload and a saved query opens again', async ({ page }) => {
  await open(page)
  const sql = 'SELECT channel, count(*) AS orders FROM orders GROUP BY channel'
  await write(page, sql)
  await page.waitForTimeout(500)
  await page.reload()
  await expect(editorOf(page)).toHaveText(sql)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save query' })
  await dialog.getByLabel('Name').fill('Orders by channel')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your query was saved')).toBeVisible()
  // A tab that shows it would come to the front instead.
  await page.getByRole('button', { name: 'Close Orders by channel' }).click()
  await page.goto('/savedqueryview/list/')
  await page.getByRole('link', { name: 'Orders by channel' }).click()
  await expect(editorOf(page)).toHaveText(sql)
})
