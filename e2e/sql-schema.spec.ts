import { type Locator, type Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { choose, expect, type Api } from './fixtures.ts'
import { editorOf, expectAllSent, openAsNewPerson, openEditor, test, write } from './sql-editor.ts'

const treeOf = (page: Page): Locator => page.getByRole('tree', { name: 'Tables' })
const rowOf = (page: Page, name: string | RegExp): Locator => treeOf(page).getByRole('treeitem', { name, exact: true })
const searchOf = (page: Page): Locator => page.getByRole('searchbox', { name: 'Find a table or column' })

/** Opens the menu of a table and takes an entry of it. */
async function chooseInTableMenu(page: Page, table: string, entry: string | RegExp): Promise<void> {
  await rowOf(page, table).hover()
  await treeOf(page)
    .getByRole('button', { name: `More about ${table}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

interface DatabaseRow {
  readonly id: number
  readonly extra: string
  readonly expose_in_sqllab: boolean
}

/** The database the editor begins with. */
async function firstDatabase(api: Api): Promise<DatabaseRow> {
  const { result } = await api.get<{ result: DatabaseRow[] }>('/api/v1/database/?q=(page_size:100)')
  return result.filter((one) => one.expose_in_sqllab).sort((a, b) => a.id - b.id)[0]!
}

test('SQL-1.03 SQL-2.04 SQL-4.18 a table is unfolded, looked at, previewed, counted and put away; what is open is open after a reload', async ({
  browser,
  server,
  api,
}) => {
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openEditor(page)
  await rowOf(page, 'orders').click()
  await expect(rowOf(page, 'orders')).toHaveAttribute('aria-expanded', 'true')
  const region = rowOf(page, /^region /)
  await expect(region).toBeVisible()

  // A click on a column puts its name where the cursor is.
  await write(page, 'SELECT ')
  await region.click()
  await expect(editorOf(page)).toHaveText('SELECT region')

  // The number of rows is counted when it is asked for.
  await chooseInTableMenu(page, 'orders', 'Count rows')
  await expect(treeOf(page).getByText(/· [\d,]+ rows$|^[\d,]+ rows$/)).toBeVisible()

  // What a column holds.
  await region.hover()
  await region.getByRole('button', { name: 'Look into region' }).click()
  const look = page.getByRole('dialog', { name: 'What is in region' })
  await expect(look.getByRole('table', { name: 'Most frequent' }).getByRole('row').nth(1)).toContainText(/%/)
  await expect(look.getByText('Different values')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(look).toHaveCount(0)

  // The columns in the order of the alphabet, and back.
  const names = async () => (await treeOf(page).locator('[aria-level="2"][aria-label]').allInnerTexts()).map((text) => text.split('\n')[0]!)
  const own = await names()
  await chooseInTableMenu(page, 'orders', 'Sort columns alphabetically')
  await expect.poll(names).toEqual([...own].sort((a, b) => a.localeCompare(b)))
  await chooseInTableMenu(page, 'orders', 'Original table column order')
  await expect.poll(names).toEqual(own)

  // The statement on the clipboard, and its rows in a pane of their own.
  await rowOf(page, 'orders').hover()
  await treeOf(page).getByRole('button', { name: 'Copy SELECT statement to the clipboard' }).first().click()
  await expect(page.getByText('Copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^SELECT[\s\S]+orders[\s\S]+LIMIT 100$/)
  await treeOf(page).getByRole('button', { name: 'Preview data of orders' }).click()
  await expect(page.getByRole('tab', { name: /Preview: `orders`/ })).toBeVisible()
  await expect(page.getByText('100 rows returned')).toBeVisible()

  await expectAllSent(page)
  await page.reload()
  await expect(rowOf(page, 'orders')).toHaveAttribute('aria-expanded', 'true')
  await expect(region).toBeVisible()
  await chooseInTableMenu(page, 'orders', 'Remove table preview')
  await expect(region).toHaveCount(0)
  await page.reload()
  await expect(rowOf(page, 'orders')).toHaveAttribute('aria-expanded', 'false')
  await context.close()
})

test('SQL-6.05 where a database allows no previews none is offered', async ({ browser, server, api }) => {
  const { id, extra } = await firstDatabase(api)
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await api.send('PUT', `/api/v1/database/${id}`, { extra: JSON.stringify({ ...JSON.parse(extra || '{}'), disable_data_preview: true }) })
  try {
    await openEditor(page)
    await rowOf(page, 'orders').hover()
    await expect(treeOf(page).getByRole('button', { name: 'Copy SELECT statement to the clipboard' }).first()).toBeVisible()
    await expect(treeOf(page).getByRole('button', { name: /^Preview data/ })).toHaveCount(0)
  } finally {
    await api.send('PUT', `/api/v1/database/${id}`, { extra: extra || '{}' })
  }
  await context.close()
})

/** A schema of ten thousand tables in the database of the examples. */
async function makeMany(api: Api): Promise<void> {
  const { id } = await firstDatabase(api)
  await api.send('PUT', `/api/v1/database/${id}`, { allow_dml: true })
  const run = (sql: string) => api.send('POST', '/api/v1/sqllab/execute/', { database_id: id, schema: 'main', sql, runAsync: false })
  await run('CREATE SCHEMA IF NOT EXISTS many')
  for (let from = 0; from < 10_000; from += 500)
    await run(Array.from({ length: 500 }, (_, index) => `CREATE TABLE many.t_${String(from + index).padStart(5, '0')} (id INTEGER)`).join(';\n'))
  await api.send('PUT', `/api/v1/database/${id}`, { allow_dml: false })
}

test('SQL-2.04 among ten thousand tables one is found by its name, and only what is in sight is drawn', async ({ browser, server, api }) => {
  test.setTimeout(300_000)
  await makeMany(api)
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await openEditor(page)
  await page.getByRole('button', { name: 'Force refresh schema list' }).click()
  await expect(page.getByText('List refreshed')).toBeVisible()
  await choose(page, 'Schema', 'many')
  await expect(rowOf(page, 't_00000')).toBeVisible()
  await expect(page.getByText('10,000', { exact: true })).toBeVisible()
  expect(await treeOf(page).getByRole('treeitem').count()).toBeLessThan(100)
  await page.getByRole('button', { name: 'Force refresh table list' }).click()
  await expect(page.getByText('List updated')).toBeVisible()

  await searchOf(page).fill('0999')
  await expect(page.getByText('11 of 10,000')).toBeVisible()
  await expect(treeOf(page).getByRole('treeitem')).toHaveCount(11)
  await searchOf(page).fill('nothing like it')
  await expect(page.getByText('Nothing here is called “nothing like it”.')).toBeVisible()
  await searchOf(page).fill('')

  // From one end to the other by key, and to a name by typing it.
  await rowOf(page, 't_00000').focus()
  await page.keyboard.press('End')
  await expect(rowOf(page, 't_09999')).toBeFocused()
  await page.keyboard.type('t_05')
  await expect(rowOf(page, 't_05000')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 't_05000')).toHaveAttribute('aria-expanded', 'true')
  await expect(rowOf(page, /^id /)).toBeVisible()
  await expectAllSent(page)
  await page.reload()
  await expect(rowOf(page, 't_05000')).toBeInViewport()
  await context.close()
})

test('the tables are read and used by keyboard alone, and axe finds nothing on this side', async ({ browser, server, api }) => {
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await page.addInitScript({ path: axeFile })
  await openEditor(page)
  await write(page, 'SELECT ')
  await rowOf(page, 'orders').focus()
  await page.keyboard.press('ArrowRight')
  await expect(rowOf(page, /^region /)).toBeVisible()
  await page.keyboard.type('region')
  await expect(rowOf(page, /^region /)).toBeFocused()
  // From the row Tab goes to what can be done with it.
  await page.keyboard.press('Tab')
  await expect(treeOf(page).getByRole('button', { name: 'Look into region' })).toBeFocused()
  await page.keyboard.press('Enter')
  const look = page.getByRole('dialog', { name: 'What is in region' })
  await expect(look.getByRole('table', { name: 'Most frequent' })).toBeVisible()
  expect((await findFaults(page)).filter((fault) => /tree|aside|popover|dialog|combobox|searchbox|Tables/i.test(fault))).toEqual([])
  await page.keyboard.press('Escape')
  await expect(look).toHaveCount(0)
  await rowOf(page, /^region /).focus()
  await page.keyboard.press('Enter')
  await expect(editorOf(page)).toHaveText('SELECT region')
  await rowOf(page, /^region /).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(rowOf(page, 'orders')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(rowOf(page, 'orders')).toHaveAttribute('aria-expanded', 'false')

  // The whole side is put away and brought back.
  await page.keyboard.press('Control+b')
  await expect(treeOf(page)).toHaveCount(0)
  await page.keyboard.press('Control+b')
  await expect(treeOf(page)).toBeVisible()
  await context.close()
})

test('SQL-2.18 a search that no database matches says so and leads to the list of databases', async ({ page }) => {
  await openEditor(page)
  await page.getByRole('combobox', { name: 'Database', exact: true }).click()
  await page.keyboard.type('no such database')
  await expect(page.getByText('No databases match your search')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage your databases here' })).toHaveAttribute('href', /^\/databaseview\/list/)
})
