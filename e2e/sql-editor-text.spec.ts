import { type Locator, type Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { editorOf, openAsNewPerson, openEditor, resultsOf, tabsOf, test, write } from './sql-editor.ts'

const offersOf = (page: Page): Locator => page.getByRole('listbox', { name: 'Completions' })

/** Chooses a line of the list once it is there. */
async function choose(page: Page, name: string): Promise<void> {
  const offer = offersOf(page)
    .getByRole('option', { name: new RegExp(`^${name}(?!\\w)`) })
    .first()
  await expect(offer).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(offer).toHaveAttribute('aria-selected', 'true', { timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
}

test('SQL-2.03 a statement is written with completion, which knows the tables of the statement by their other names', async ({ page }) => {
  await openEditor(page)
  await write(page, '')
  await page.keyboard.type('SELECT count(*) AS n FROM ord')
  await choose(page, 'orders')
  await page.keyboard.type('o WHERE o.chan')
  // Where a column comes from stands beside it, and below the list how many there are.
  await expect(offersOf(page).getByRole('option').first()).toContainText('orders o')
  await expect(page.getByText('1 match', { exact: true })).toBeVisible()
  await choose(page, 'channel')
  await page.keyboard.type('IS NOT NULL')
  await expect(editorOf(page)).toHaveText('SELECT count(*) AS n FROM orders o WHERE o.channel IS NOT NULL')
  await page.keyboard.press('Control+Enter')
  await expect(resultsOf(page).getByText('Success')).toBeVisible()

  // Turned off, the list comes only when it is asked for.
  await page.evaluate(() => localStorage.setItem('sqllab__is_autocomplete_enabled', 'false'))
  await page.reload()
  await write(page, '')
  await page.keyboard.type('SELECT * FROM ord')
  await expect(offersOf(page)).toHaveCount(0)
  await page.keyboard.press('Control+Space')
  await expect(offersOf(page).getByRole('option', { name: /^orders/ })).toBeVisible()
})

test('SQL-2.03 a selection and the statement under the cursor are run alone', async ({ page }) => {
  await openEditor(page)
  await write(page, `SELECT 'first; one' AS a;\nSELECT 'second' AS b;\nSELECT 'third' AS c`)
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Shift+Enter')
  const grid = page.getByRole('grid', { name: 'Rows of the query' })
  await expect(grid.getByRole('gridcell', { name: 'second', exact: true })).toBeVisible()
  await expect(page.getByText('Line 2, column 1')).toBeVisible()
  await expect(editorOf(page)).toBeFocused()

  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Shift+Home')
  await expect(page.getByRole('button', { name: 'Run selection' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(grid.getByRole('gridcell', { name: 'third', exact: true })).toBeVisible()

  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(grid.getByRole('gridcell', { name: 'first; one', exact: true })).toBeVisible()
})

test('SQL-7.07 a mistake is marked at its place while it is typed and when it was run, and goes when it is mended', async ({ page }) => {
  await openEditor(page)
  await write(page, 'SELECT channel,\n  no_such_column\nFROM orders')
  const mark = page.locator('.cm-lintRange-error')
  await expect(mark).toHaveText('no_such_column')
  await mark.hover()
  await expect(page.locator('.cm-tooltip-lint')).toContainText('no_such_column')

  // A mistake that only running finds.
  await write(page, `SELECT\n  CAST('x' || channel AS integer)\nFROM orders`)
  await expect(mark).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(resultsOf(page).getByRole('alert')).toBeVisible()

  await write(page, 'SELECT channel,\n  no_such_column\nFROM orders')
  await page.keyboard.press('Control+Enter')
  await expect(resultsOf(page).getByRole('alert')).toContainText('no_such_column')
  await expect(mark.first()).toHaveText('no_such_column')
  await mark.first().dblclick()
  await page.keyboard.type('count(*) AS n')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('\nGROUP BY 1')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(resultsOf(page).getByText('Success')).toBeVisible()
  await expect(mark).toHaveCount(0)
})

test('SQL-2.03 text is laid out, searched and replaced, and what was done can be undone after another tab', async ({ browser, server, api }) => {
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await openEditor(page)
  await write(page, 'select channel, count(*) as n from orders group by channel')
  await page.keyboard.press('Control+Shift+F')
  await expect(editorOf(page)).toContainText('GROUP BY')
  const lines = await page.locator('.cm-line').count()
  expect(lines).toBeGreaterThan(3)

  await page.keyboard.press('Control+f')
  const search = page.getByRole('search')
  await expect(search.getByRole('textbox', { name: 'Find' })).toBeFocused()
  await page.keyboard.type('channel')
  await expect(search.getByText('2 found')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(search.getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('Control+h')
  await expect(search.getByRole('textbox', { name: 'Replace with' })).toBeFocused()
  await page.keyboard.type('region')
  await search.getByRole('button', { name: 'Replace all' }).click()
  await expect(search.getByText('Nothing found')).toBeVisible()
  await search.getByRole('textbox', { name: 'Find' }).press('Escape')
  await expect(search).toHaveCount(0)
  await expect(editorOf(page)).toBeFocused()
  await expect(editorOf(page)).not.toContainText('channel')

  // Into another tab and back: the undo of this one is still there.
  await page.getByRole('button', { name: 'Add a new tab' }).click()
  const tabs = tabsOf(page)
  await expect(tabs).toHaveCount(2)
  await write(page, 'SELECT 1')
  await tabs.first().click()
  await expect(editorOf(page)).toContainText('region')
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editorOf(page)).toContainText('channel')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editorOf(page)).toHaveText('select channel, count(*) as n from orders group by channel')
  // By keyboard the focus goes along into the text of the other tab.
  await page.keyboard.press('Control+]')
  await expect(editorOf(page)).toHaveText('SELECT 1')
  await expect(editorOf(page)).toBeFocused()
  await context.close()
})

test('SQL-2.03 what was typed last is there after the page was left at once, and Tab leaves the editor after Escape', async ({ browser, server, api }) => {
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await openEditor(page)
  await write(page, 'SELECT 1')
  await page.keyboard.type(' + 41 AS answer')
  await page.goto('/chart/list/')
  await openEditor(page)
  await expect(editorOf(page)).toHaveText('SELECT 1 + 41 AS answer')

  await editorOf(page).click()
  await page.keyboard.press('Tab')
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editorOf(page)).not.toBeFocused()
  await context.close()
})
