import { type Locator, type Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { editorOf, openAsNewPerson, openEditor, tabOf, tabsOf, write } from './sql-editor.ts'

/** Presses a key until the focus is where it should be; a person would not press it for ever. */
async function pressUntilFocused(page: Page, key: string, target: Locator, most = 40): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

test('SQL-1.01 SQL-2.06 write, run, read the rows, come back, open a tab and save, by keyboard alone', async ({ browser, server, api }) => {
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await openEditor(page)
  await page.locator('body').press('Tab')
  await pressUntilFocused(page, 'Tab', editorOf(page))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type("SELECT i AS n, 'row ' || i AS name FROM range(1, 51) AS t(i)")
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  const grid = page.getByRole('grid', { name: 'Rows of the query' })
  await expect(grid.getByRole('gridcell', { name: 'row 1', exact: true })).toBeVisible()

  // Escape gives Tab back to the page: the focus leaves the text and comes to the rows.
  await page.keyboard.press('Escape')
  await pressUntilFocused(page, 'Tab', grid)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+End')
  await expect(grid.getByRole('gridcell', { name: 'row 50', exact: true })).toBeVisible()
  await pressUntilFocused(page, 'Shift+Tab', editorOf(page))

  // A statement is chosen by where the cursor stands, and a name is completed.
  await page.keyboard.press('Control+End')
  await page.keyboard.type(';\nSELECT count(*) AS things FROM ord')
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('option', { name: /orders/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(grid.getByRole('columnheader', { name: /things/ })).toBeVisible()

  await page.keyboard.press('Control+t')
  await expect(tabsOf(page)).toHaveCount(2)
  await expect(tabOf(page, 'Untitled Query 2')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+BracketLeft')
  await expect(tabOf(page, 'Untitled Query 1')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ControlOrMeta+s')
  const dialog = page.getByRole('dialog', { name: 'Save query' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your query was saved')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(tabOf(page, 'By keys')).toBeVisible()
  await context.close()
})

test('SQL-2.02 SQL-2.19 axe finds nothing in the main states of the SQL editor, light or dark', async ({ browser, server, api }) => {
  test.setTimeout(240_000)
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await page.addInitScript({ path: axeFile })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const look = async (state: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(250)
      // The list of completions is steered from the text, as the list of a combobox is; axe knows that of comboboxes only.
      const faults = (await findFaults(page)).filter((fault) => !/^scrollable-region-focusable.*#cm-ac-/.test(fault))
      expect.soft(faults, `${state}, ${colorScheme}`).toEqual([])
    }
  }
  const run = async (sql: string): Promise<void> => {
    await write(page, sql)
    await page.keyboard.press('Control+Enter')
  }
  await openEditor(page)
  await look('a new tab')
  await run("SELECT i AS n, 'row ' || i AS name, NULL AS nothing FROM range(1, 51) AS t(i)")
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await look('rows')
  await run('SELECT 1 AS none WHERE false')
  await expect(page.getByText('The query returned no data')).toBeVisible()
  await look('no rows')
  await run('SELECT no_such_column FROM orders')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await look('a failure')
  await run('SELECT sum(a.i * b.i % 7) FROM range(4000000) AS a(i), range(400000) AS b(i)')
  await expect(page.getByRole('button', { name: /^Stop/ }).first()).toBeVisible()
  await page.waitForTimeout(1500)
  await look('running')
  await page.getByRole('button', { name: /^Stop/ }).first().click()
  await expect(page.getByText('Query was stopped', { exact: false }).first()).toBeVisible()
  await look('stopped')
  await page
    .getByRole('tab', { name: /history/i })
    .first()
    .click()
  await look('history of the tab')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('dialog', { name: 'Save query' })).toBeVisible()
  await look('the dialog to save')
  await page.keyboard.press('Escape')
  await tabOf(page, /^Untitled Query 1/).hover()
  await page
    .getByRole('button', { name: /^What to do with/ })
    .first()
    .click()
  await look('the menu of a tab')
  await page.keyboard.press('Escape')
  await write(page, 'SELECT o. FROM orders AS o')
  await page.keyboard.press('Home')
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('option').first()).toBeVisible()
  await look('completion')
  await context.close()
})
