import { type Locator, type Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { datasetId, makeTableChart } from './dataset-parts.ts'
import { apiOf, choose, expect, makePerson, openAs, optionOf, test, type Api } from './fixtures.ts'
import { openEditor, write } from './sql-editor.ts'

test.beforeEach(async ({ page }) => page.addInitScript({ path: axeFile }))

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** Takes entries of a list of several and closes it. */
async function chooseMany(dialog: Locator, label: string, ...names: readonly string[]): Promise<void> {
  await dialog.getByRole('combobox', { name: label, exact: true }).click()
  const list = dialog.getByRole('listbox', { name: label, exact: true })
  for (const name of names) {
    await dialog.getByRole('combobox', { name: 'Search' }).fill(name)
    await optionOf(list, new RegExp(`(^|\\.)${name}$`)).click()
  }
  await dialog.page().keyboard.press('Escape')
}

const makeRole = async (api: Api, name: string): Promise<void> => void (await api.send('POST', '/api/v1/security/roles/', { name }))

test('a rule is made, found, changed and deleted on its screen; what is missing is said beside its field', async ({ page, api }) => {
  await makeRole(api, 'Reads the north')
  await page.goto('/superset/welcome/')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'Row level security' }).click()
  await expect(page).toHaveURL(/\/rowlevelsecurity\/list\//)
  await expect(page.getByText('No rules yet')).toBeVisible()
  expect.soft(await findFaults(page), 'no rules').toEqual([])

  await page.getByRole('main').getByRole('button', { name: 'New rule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New rule' })
  const name = dialog.getByRole('textbox', { name: 'Rule name' })
  await expect(name).toBeFocused()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(name).toHaveAccessibleDescription('This field is required')
  await expect(dialog.getByRole('combobox', { name: 'Datasets' })).toHaveAccessibleDescription('Choose at least one dataset')
  expect.soft(await findFaults(page), 'what is missing').toEqual([])
  await name.fill('North only')
  await chooseMany(dialog, 'Datasets', 'orders', 'flights')
  await expect(dialog.getByText('Without a role the rule holds for nobody.')).toBeVisible()
  await chooseMany(dialog, 'Roles', 'Reads the north')
  const clause = dialog.getByRole('textbox', { name: 'Clause' })
  await clause.fill("region = 'North') OR (1 = 1")
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(clause).toHaveAccessibleDescription('A parenthesis or a quote is not closed, or closed too often')
  await clause.fill("regoin = 'North'")
  await dialog.getByRole('button', { name: 'Save' }).click()
  // What the database says to it is told before anybody is bound by it.
  await expect(dialog.getByRole('alert')).toContainText('regoin')
  await expect(dialog.getByRole('button', { name: 'Save anyway' })).toBeVisible()
  await clause.fill("region = 'North'")
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Group key' }).fill('region')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('For the office in the north')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForTimeout(250)
  expect.soft(await findFaults(page), 'filled in, dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  // Flights have no regions; a rule can be made all the same.
  await expect(dialog.getByRole('alert').getByRole('listitem')).toHaveText([/flights.*region/])
  expect.soft(await findFaults(page), 'what the database says').toEqual([])
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('The rule North only is saved')).toBeVisible()
  for (const text of ['Regular', 'orders, +1', 'Reads the north', 'region', "region = 'North'"]) await expect(rowOf(page, 'North only')).toContainText(text)

  // A second one of the same name is refused beside the name; it is made of the other kind.
  await page.getByRole('button', { name: 'New rule' }).click()
  await name.fill('North only')
  await chooseMany(dialog, 'Datasets', 'orders')
  await clause.fill('1 = 0')
  await dialog.getByRole('radio', { name: 'Base' }).click()
  await expect(dialog.getByText('Without a role the rule holds for everybody, administrators too.')).toBeVisible()
  await chooseMany(dialog, 'Excluded roles', 'Admin')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(name).toHaveAccessibleDescription('Another rule has this name')
  await name.fill('Nobody but admins')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Nobody but admins')).toContainText('All but Admin')
  expect.soft(await findFaults(page), 'list').toEqual([])

  await choose(page, 'Filter type', 'Base')
  await expect(rowOf(page, 'North only')).toHaveCount(0)
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible()
  await page.getByRole('button', { name: 'Clear 1 filter' }).click()
  await page.getByRole('searchbox', { name: 'Search by group key' }).fill('reg')
  await expect(rowOf(page, 'Nobody but admins')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear 1 filter' }).click()

  // What is stored comes back into the form and is changed there.
  await rowOf(page, 'North only').hover()
  await rowOf(page, 'North only').getByRole('button', { name: 'Edit rule' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit North only' })
  await expect(edit.getByRole('textbox', { name: 'Description' })).toHaveValue('For the office in the north')
  await expect(edit.getByRole('combobox', { name: 'Datasets' })).toContainText('main.orders')
  await edit.getByRole('button', { name: 'Remove main.flights' }).click()
  await edit.getByRole('textbox', { name: 'Group key' }).fill('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  const { result } = await api.get('/api/v1/rowlevelsecurity/?q=(filters:!((col:name,opr:eq,value:%27North+only%27)))')
  expect(result[0]).toMatchObject({ filter_type: 'Regular', group_key: null, clause: "region = 'North'", tables: [{ table_name: 'orders' }] })

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete…' }).click()
  const confirm = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(confirm).toContainText('North only')
  await confirm.getByRole('textbox').fill('DELETE')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No rules yet')).toBeVisible()
})

test('T7 T8 a rule decides which rows somebody sees: in a chart, in samples, in the SQL editor and through SQL of a dataset', async ({
  page,
  browser,
  server,
  api,
}) => {
  await makeRole(api, 'Of the north')
  await makePerson(api, { username: 'norbert', roles: ['Alpha', 'sql_lab', 'Of the north'] })
  const orders = await datasetId(api, 'orders')
  const chart = await makeTableChart(api, 'Orders by region', orders, { query_mode: 'aggregate', groupby: ['region'], metrics: ['count'], row_limit: 100 })
  const regions = async (on: Page, at: Locator): Promise<void> => {
    await expect(
      at
        .getByRole('cell', { name: 'North' })
        .or(at.getByText('North', { exact: true }))
        .first(),
    ).toBeVisible()
    await expect(on.getByText('South', { exact: true })).toHaveCount(0)
  }

  // Before there is a rule he sees all of them.
  const { page: his, context } = await openAs(browser, server.address, 'norbert')
  await his.goto(`/explore/?slice_id=${chart}`)
  await expect(his.getByRole('figure').getByText('South', { exact: true })).toBeVisible()

  await page.goto('/rowlevelsecurity/list/')
  await page.getByRole('button', { name: 'New rule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New rule' })
  await dialog.getByRole('textbox', { name: 'Rule name' }).fill('His region')
  await chooseMany(dialog, 'Datasets', 'orders')
  await chooseMany(dialog, 'Roles', 'Of the north')
  await dialog.getByRole('textbox', { name: 'Clause' }).fill("region = 'North'")
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The rule His region is saved')).toBeVisible()

  // The chart, also where it was answered and kept before.
  await his.goto(`/explore/?slice_id=${chart}`)
  await regions(his, his.getByRole('figure'))
  await his.getByRole('tab', { name: 'Samples' }).click()
  const samples = his.getByRole('grid', { name: 'Samples' })
  await expect(samples.getByRole('gridcell', { name: 'North', exact: true }).first()).toBeVisible()
  for (const other of ['South', 'West', 'Central', 'British Isles']) await expect(samples.getByRole('gridcell', { name: other, exact: true })).toHaveCount(0)

  // The SQL editor, whichever way the table is named.
  await openEditor(his)
  for (const sql of ['SELECT region, count(*) AS orders FROM orders GROUP BY region', 'WITH o AS (SELECT * FROM main.orders) SELECT DISTINCT region FROM o']) {
    await write(his, sql)
    await his.keyboard.press('Control+Enter')
    await expect(his.getByText('1 row returned')).toBeVisible()
    await expect(his.getByRole('gridcell', { name: 'North', exact: true })).toBeVisible()
  }

  // The first rows on the page that makes datasets, and a dataset of SQL over the table.
  await his.goto('/dataset/add/?database=1&schema=main&table=orders')
  const first = his.getByRole('region', { name: 'First rows' })
  await expect(first.getByRole('gridcell', { name: 'North', exact: true }).first()).toBeVisible()
  await expect(first.getByRole('gridcell', { name: 'South', exact: true })).toHaveCount(0)
  const hers = apiOf(his.request, server.address)
  const own = (await hers.send('POST', '/api/v1/dataset/', { database: 1, schema: 'main', table_name: 'all regions', sql: 'SELECT region FROM orders' })).id
  const query = { columns: ['region'], metrics: ['count'], row_limit: 100 }
  const reply = await hers.send('POST', '/api/v1/chart/data', {
    datasource: { id: own, type: 'table' },
    queries: [query],
    result_format: 'json',
    result_type: 'full',
  })
  expect(reply.result[0].data.map((row: { region: string }) => row.region)).toEqual(['North'])

  // Who made the rule is not bound by it, and without it he sees all again.
  await page.goto(`/explore/?slice_id=${chart}`)
  await expect(page.getByRole('figure').getByText('South', { exact: true })).toBeVisible()
  await page.goto('/rowlevelsecurity/list/')
  await rowOf(page, 'His region').hover()
  await rowOf(page, 'His region').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog', { name: 'Delete rule?' }).getByRole('textbox').fill('DELETE')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Deleted: His region')).toBeVisible()
  await his.goto(`/explore/?slice_id=${chart}`)
  await expect(his.getByRole('figure').getByText('South', { exact: true })).toBeVisible()
  await context.close()
})

test('T11 rules are for those who may see them: others have neither the entry nor the page nor the calls', async ({ browser, server, api }) => {
  await makePerson(api, { username: 'curious', roles: ['Alpha', 'sql_lab'] })
  const { page, context } = await openAs(browser, server.address, 'curious')
  const settings = page.getByRole('button', { name: 'Settings' })
  if ((await settings.count()) > 0) {
    await settings.click()
    await expect(page.getByRole('menuitem', { name: 'Row level security' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
  await page.goto('/rowlevelsecurity/list/')
  await expect(page.getByRole('button', { name: 'New rule' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Row level security' })).toHaveCount(0)
  for (const path of ['/api/v1/rowlevelsecurity/', '/api/v1/rowlevelsecurity/related/roles', '/api/v1/rowlevelsecurity/_info'])
    expect([path, (await page.request.get(path)).status()]).toEqual([path, 403])
  await context.close()
})
