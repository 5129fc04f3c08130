import { axeFile, findFaults } from './axe.ts'
import { datasetId, examplesId, makeDataset, makeTableChart, notOwner, openRowMenu, rowOf, runInExamples } from './dataset-parts.ts'
import { choose, expect, makePerson, openAs, optionOf, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => page.addInitScript({ path: axeFile }))

test('SQL-2.18 a dataset is made from a table: its columns and rows are seen first, and what is picked survives a reload', async ({ page, api }) => {
  await runInExamples(
    api,
    'CREATE TABLE IF NOT EXISTS harbour (id INTEGER, ship VARCHAR, berth VARCHAR, arrived_at TIMESTAMP)',
    "INSERT INTO harbour VALUES (1, 'Alma', 'North 3', '2026-02-01 08:00:00'), (2, 'Berta', NULL, '2026-02-02 09:30:00')",
    'CREATE TABLE IF NOT EXISTS pier (id INTEGER, length_m DECIMAL(8, 2))',
  )
  await page.goto('/tablemodelview/list/')
  await page.getByRole('link', { name: 'New dataset' }).click()
  await expect(page.getByRole('link', { name: 'Create dataset from SQL query' })).toHaveAttribute('href', /^\/sqllab\//)
  await expect(page.getByRole('main').getByRole('button', { name: 'Upload data' })).toBeVisible()
  expect.soft(await findFaults(page), 'nothing picked').toEqual([])

  // Nothing can be made of nothing, and the keyboard is told so too.
  const create = page.getByRole('button', { name: 'Create dataset', exact: true })
  await expect(create).toBeDisabled()
  await page.getByRole('link', { name: 'Cancel' }).focus()
  await page.keyboard.press('Tab')
  await expect(create).toBeFocused()
  await expect(create).toHaveAccessibleDescription('Select a database table.')
  await page.keyboard.press('Enter')

  await page.getByRole('combobox', { name: 'Database', exact: true }).click()
  await page.keyboard.type('no such database')
  const nothing = page.getByRole('listbox', { name: 'Database' })
  await expect(nothing).toContainText('No databases match your search')
  await expect(nothing.getByRole('link')).toHaveAttribute('href', '/databaseview/list/')
  await page.keyboard.press('Escape')
  await choose(page, 'Database', 'examples')
  await choose(page, 'Schema', 'main')
  await page.getByRole('button', { name: 'Read the tables again' }).click()

  // One table has a dataset: it is said in the list, and leads there.
  await page.getByRole('combobox', { name: 'Table', exact: true }).click()
  const tables = page.getByRole('listbox', { name: 'Table', exact: true })
  await expect(optionOf(tables, 'orders')).toContainText('Has a dataset')
  await optionOf(tables, 'orders').click()
  await expect(page.getByText('This table already has a dataset')).toBeVisible()
  await expect(create).toBeDisabled()
  const view = page.getByRole('link', { name: 'View Dataset' })
  await expect(view).toHaveAttribute('href', `/explore/?datasource_type=table&datasource_id=${await datasetId(api, 'orders')}`)
  expect.soft(await findFaults(page), 'has a dataset').toEqual([])

  // The keyboard picks another.
  await page.getByRole('combobox', { name: 'Table', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('harb')
  await page.keyboard.press('Enter')
  const columns = page.getByRole('region', { name: 'Table columns' })
  await expect(columns).toContainText('4 columns')
  await expect(columns.getByRole('cell', { name: 'arrived_at' })).toBeVisible()
  const rows = page.getByRole('region', { name: 'First rows' })
  await expect(rows.getByRole('gridcell', { name: 'Berta' })).toBeVisible()
  await expect(rows.getByRole('gridcell', { name: '2026-02-01 08:00:00' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'harbour', level: 1 })).toBeVisible()
  await expect(rows.getByRole('gridcell', { name: 'Berta' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.waitForTimeout(250)
  expect.soft(await findFaults(page), 'a table, dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })

  await create.click()
  await expect(page.getByText('harbour is a dataset now')).toBeVisible()
  await expect(page).toHaveURL(/\/tablemodelview\/list\//)
  await expect(rowOf(page, 'harbour')).toContainText('Physical')

  // Or at once on to a chart of it.
  await page.goto(`/dataset/add/?database=${await examplesId(api)}&schema=main&table=pier`)
  await page.getByRole('button', { name: 'Create dataset and create chart' }).click()
  await expect(page).toHaveURL(/\/chart\/add\?/)
  expect(new URL(page.url()).searchParams.get('datasource')).toBe(`${await datasetId(api, 'pier')}__table`)
  await expect(page.getByRole('combobox', { name: 'Choose a dataset' })).toContainText('pier')
})

test('SQL-8.08 what keeps a dataset from being made is said, and can be tried again', async ({ page, api }) => {
  await runInExamples(api, 'CREATE TABLE IF NOT EXISTS quay (id INTEGER)')
  const address = `/dataset/add/?database=${await examplesId(api)}&schema=main&table=quay`
  await page.route('**/api/v1/database/*/table/quay/**', (route) => route.abort())
  await page.goto(address)
  const box = page.getByRole('alert').filter({ hasText: 'An Error Occurred' })
  await expect(box).toContainText('Network error')
  await expect(page.getByRole('button', { name: 'Create dataset', exact: true })).toBeDisabled()
  await page.unroute('**/api/v1/database/*/table/quay/**')
  await box.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Table columns' })).toContainText('1 column')

  await page.route('**/api/v1/dataset/', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 422, json: { message: 'Dataset could not be created.' } }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Create dataset', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Dataset could not be created.' })).toBeVisible()
  await page.unroute('**/api/v1/dataset/')

  // Somebody was faster: the page notices and leads to what is there.
  await makeDataset(api, 'quay')
  await page.getByRole('button', { name: 'Create dataset', exact: true }).click()
  await expect(page.getByText('This table already has a dataset')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Dataset' })).toBeVisible()

  await page.goto(`/dataset/add/?database=${await examplesId(api)}&schema=main&table=not_there`)
  await expect(page.getByRole('alert').filter({ hasText: 'An Error Occurred' })).toBeVisible()
})

test('the list marks what is certified or warned about, and is narrowed by kind, certification and name', async ({ page, api }) => {
  const id = await makeDataset(api, 'marked orders', 'SELECT * FROM orders')
  const extra = { certification: { certified_by: 'Data team', details: 'Checked weekly' }, warning_markdown: 'Late on Mondays' }
  await api.send('PUT', `/api/v1/dataset/${id}`, { description: 'Orders with marks', extra: JSON.stringify(extra) })
  await page.goto('/tablemodelview/list/')
  const row = rowOf(page, 'marked orders')
  await expect(row.getByRole('img', { name: 'Certified by Data team' })).toBeVisible()
  await expect(row.getByRole('img', { name: 'Late on Mondays' })).toBeVisible()
  await expect(row.getByRole('img', { name: 'Description: Orders with marks' })).toBeVisible()
  await expect(row).toContainText('Virtual')
  await page.getByRole('button', { name: 'Certified', exact: true }).click()
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible()
  await choose(page, 'Type', 'Physical')
  await expect(page.getByText('No results match your filter criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await choose(page, 'Type', 'Virtual')
  await expect(row).toBeVisible()
  await expect(rowOf(page, 'orders')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('marked')
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible()
  await page.getByRole('link', { name: 'marked orders', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/explore/\\?datasource_type=table&datasource_id=${id}$`))
})

test('a dataset of SQL is copied with its columns and metrics under a new name; one of a table is not', async ({ page, api }) => {
  const id = await makeDataset(api, 'to copy', 'SELECT city, revenue FROM orders')
  await api.send('PUT', `/api/v1/dataset/${id}`, { metrics: [{ metric_name: 'revenue_sum', expression: 'SUM(revenue)' }] })
  await page.goto('/tablemodelview/list/')
  await openRowMenu(page, 'orders')
  await expect(page.getByRole('menuitem', { name: 'Explore' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Duplicate…' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await openRowMenu(page, 'to copy')
  await page.getByRole('menuitem', { name: 'Duplicate…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate dataset' })
  const name = dialog.getByRole('textbox', { name: 'New dataset name' })
  await expect(name).toBeFocused()
  expect.soft(await findFaults(page), 'duplicate').toEqual([])
  await name.fill('  ')
  await expect(dialog.getByRole('button', { name: 'Duplicate' })).toBeDisabled()
  await name.fill('to copy')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('There was an issue duplicating the dataset.')
  await name.fill('the copy')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'the copy')).toContainText('Virtual')
  const copy = (await api.get(`/api/v1/dataset/${await datasetId(api, 'the copy')}`)).result
  expect(copy.columns.map((column: { column_name: string }) => column.column_name).toSorted()).toEqual(['city', 'revenue'])
  expect(copy.metrics.map((metric: { expression: string }) => metric.expression)).toEqual(['SUM(revenue)'])
})

test('columns are synced with their source, and what came, changed and went is said', async ({ page, api }) => {
  await runInExamples(api, 'CREATE TABLE IF NOT EXISTS tide (measured_at TIMESTAMP, level_cm INTEGER, note VARCHAR)')
  const id = await makeDataset(api, 'tide')
  await runInExamples(api, 'ALTER TABLE tide ADD COLUMN station VARCHAR', 'ALTER TABLE tide DROP COLUMN note', 'ALTER TABLE tide ALTER level_cm TYPE DOUBLE')
  await page.goto('/tablemodelview/list/')
  await openRowMenu(page, 'tide')
  await page.getByRole('menuitem', { name: 'Sync columns from source' }).click()
  for (const text of ['New columns added: station', 'Modified columns: level_cm', 'Removed columns: note', 'Metadata has been synced'])
    await expect(page.getByText(text)).toBeVisible()
  const { columns } = (await api.get(`/api/v1/dataset/${id}`)).result
  expect(columns.map((column: { column_name: string }) => column.column_name).toSorted()).toEqual(['level_cm', 'measured_at', 'station'])
})

test('deleting says which charts and dashboards depend on it; several are told apart by kind and deleted together', async ({ page, api }) => {
  const first = await makeDataset(api, 'doomed query', 'SELECT 1 AS one')
  await runInExamples(api, 'CREATE TABLE IF NOT EXISTS doomed_table (id INTEGER)')
  await makeDataset(api, 'doomed_table')
  await makeTableChart(api, 'Chart of what goes', first, { query_mode: 'raw', all_columns: ['one'] })

  await page.goto('/tablemodelview/list/')
  await openRowMenu(page, 'doomed query')
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const one = page.getByRole('dialog', { name: 'Delete Dataset?' })
  await expect(one).toContainText('doomed query is linked to 1 chart that appear on 0 dashboards.')
  await expect(one.getByRole('region', { name: 'What depends on it' }).getByRole('link', { name: 'Chart of what goes' })).toBeVisible()
  expect.soft(await findFaults(page), 'delete').toEqual([])
  await one.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('checkbox', { name: 'Select doomed query' }).check()
  await expect(page.getByRole('toolbar')).toContainText('1 Selected (Virtual)')
  await page.getByRole('checkbox', { name: 'Select doomed_table' }).check()
  await expect(page.getByRole('toolbar')).toContainText('2 Selected (1 Physical, 1 Virtual)')
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete…' }).click()
  const several = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(several).toContainText('Are you sure you want to delete the selected datasets?')
  await expect(several).toContainText('1 chart')
  await several.getByRole('textbox').fill('DELETE')
  await several.getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, 'doomed query')).toHaveCount(0)
  await expect(rowOf(page, 'doomed_table')).toHaveCount(0)
})

test('SQL-5.05 EXP-5.21 who does not own a dataset is told why they cannot edit it, and is refused by the server too', async ({ browser, server, api }) => {
  await makePerson(api, { username: 'no-owner', roles: ['Alpha'] })
  const { page, context } = await openAs(browser, server.address, 'no-owner')
  await page.addInitScript({ path: axeFile })
  await page.goto('/tablemodelview/list/')
  const edit = rowOf(page, 'orders').getByRole('button', { name: 'Edit dataset' })
  await rowOf(page, 'orders').hover()
  await expect(edit).toBeDisabled()
  await edit.hover()
  await expect(page.getByRole('tooltip')).toHaveText(notOwner)
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  // Without a mouse: the row's link, its badge, then the pencil.
  await rowOf(page, 'orders').getByRole('link', { name: 'orders', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(edit).toBeFocused()
  await expect(edit).toHaveAccessibleDescription(notOwner)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect.soft(await findFaults(page), 'list of somebody else').toEqual([])
  await openRowMenu(page, 'orders')
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Sync columns from source' })).toHaveCount(0)
  const { result: token } = await (await page.request.get('/api/v1/security/csrf_token/')).json()
  const refused = await page.request.put(`/api/v1/dataset/${await datasetId(api, 'orders')}`, {
    headers: { 'X-CSRFToken': token },
    data: { description: 'mine' },
  })
  expect(refused.status()).toBe(403)
  await context.close()
})
