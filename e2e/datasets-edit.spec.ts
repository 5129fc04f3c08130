import { type Locator, type Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { datasetId, examplesId, makeDataset, makeTableChart, notOwner, openEdit, rowOf, runInExamples } from './dataset-parts.ts'
import { apiOf, choose, expect, expectDrawn, makePerson, openAs, type Api } from './fixtures.ts'
import { openEditor, test, write } from './sql-editor.ts'

test.beforeEach(async ({ page }) => page.addInitScript({ path: axeFile }))

/** Calls in the name of who is in front of the page: what they make is theirs. */
const own = (page: Page, address: string): Api => apiOf(page.request, address)

const saveDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Save or Overwrite Dataset' })
const confirmDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm save' })

/** Runs a query in the editor and opens the dialog that keeps it. */
async function runAndKeep(page: Page, sql: string): Promise<Locator> {
  await openEditor(page)
  await write(page, sql)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^[\d,]+ rows? returned$/)).toBeVisible()
  await page.getByRole('button', { name: 'Save as dataset' }).click()
  return saveDialog(page)
}

/** Clicks something that opens a window of its own. */
async function openedBy(page: Page, button: Locator): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await opened.addInitScript({ path: axeFile })
  await opened.waitForLoadState()
  return opened
}

const titleOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Dataset' }).getByRole('heading', { level: 2 })

async function chooseInDatasetMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Dataset options' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The fields of a row in a tab of Edit Dataset. */
const itemOf = (dialog: Locator, name: string): Locator => dialog.getByRole('row', { name, exact: true })

/** Takes a saved metric or column in a box of chips of the explorer, instead of what a new chart begins with. */
async function addChip(page: Page, label: string, field: string, option: string): Promise<void> {
  const box = page.getByRole('group', { name: label, exact: true })
  await expect(box).toBeVisible()
  for (const remove of await box.getByRole('button', { name: /^Remove/ }).all()) await remove.click()
  await box.getByRole('button', { name: `${label}: ` }).click()
  const editor = page.getByRole('dialog', { name: label, exact: true })
  await choose(editor, field, option)
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
}

test('SQL-1.06 SQL-2.08 SQL-2.09 SQL-2.12 SQL-2.13 SQL-4.20 SQL-4.22 SQL-5.01 a query becomes a dataset, gets a metric and a calculated column, and a chart uses both', async ({
  page,
  server,
}) => {
  const dialog = await runAndKeep(page, 'SELECT city, channel, revenue, cost, ordered_at FROM orders')
  const name = dialog.getByRole('textbox', { name: 'Dataset name' })
  await expect(dialog.getByRole('radio', { name: 'Save as new' })).toBeChecked()
  await expect(name).toHaveValue(/^.+ \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
  expect.soft(await findFaults(page), 'save').toEqual([])
  const save = dialog.getByRole('button', { name: 'Save & Explore' })
  await name.fill(' ')
  await expect(save).toBeDisabled()
  await name.fill('journey sales')

  // While it is made the button says so.
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/dataset/', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const popup = page.waitForEvent('popup')
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  release()
  const explorer = await popup
  await explorer.addInitScript({ path: axeFile })
  await expect(explorer).toHaveURL(/\/explore\/\?form_data_key=/)
  await expect(titleOf(explorer)).toHaveText('journey sales')
  await expect(dialog).toHaveCount(0)

  await chooseInDatasetMenu(explorer, 'Edit dataset')
  const edit = explorer.getByRole('dialog', { name: 'Edit Dataset journey sales' })
  await edit.getByRole('tab', { name: /^Metrics/ }).click()
  await edit.getByRole('button', { name: 'Add item' }).click()
  const metric = itemOf(edit, '<new metric>')
  await metric.getByRole('textbox', { name: 'SQL expression' }).fill('SUM(revenue - cost)')
  await metric.getByRole('textbox', { name: 'Label' }).fill('Profit of the journey')
  await metric.getByRole('textbox', { name: 'Metric Key' }).fill('journey_profit')
  await edit.getByRole('tab', { name: /^Calculated columns/ }).click()
  await edit.getByRole('button', { name: 'Add item' }).click()
  const column = itemOf(edit, '<new column>')
  await column.getByRole('textbox', { name: 'SQL expression' }).fill("CASE WHEN channel = 'Stores' THEN 'in a store' ELSE 'elsewhere' END")
  await column.getByRole('textbox', { name: 'Column' }).fill('where_sold')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  const confirm = confirmDialog(explorer)
  await expect(confirm).toContainText('affects all the charts using this dataset')
  await expect(confirm).toContainText('No chart uses a column or metric that would be gone.')
  await confirm.getByRole('button', { name: 'OK' }).click()
  await expect(explorer.getByText('The dataset has been saved')).toBeVisible()
  await expect(edit).toHaveCount(0)
  const panel = explorer.getByRole('complementary', { name: 'Dataset' })
  await expect(panel.getByText('Profit of the journey')).toBeVisible()
  await expect(panel.getByText('where_sold')).toBeVisible()

  const id = await datasetId(own(page, server.address), 'journey sales')
  await explorer.goto(`/explore/?datasource_type=table&datasource_id=${id}&viz_type=pie`)
  await addChip(explorer, 'Metric', 'Saved metric', 'Profit of the journey')
  await addChip(explorer, 'Dimensions', 'Column', 'where_sold')
  await explorer
    .getByRole('button', { name: /^(Create|Update) chart/ })
    .last()
    .click()
  const figure = explorer.getByRole('main').getByRole('figure')
  await expectDrawn(figure)
  await expect(figure.getByText(/in a store/).first()).toBeVisible()
  await expect(figure.getByText(/elsewhere/).first()).toBeVisible()
  await expect(explorer.getByText('2 rows', { exact: true })).toBeVisible()
  await explorer.close()
})

test('SQL-2.10 SQL-2.11 SQL-5.02 SQL-5.06 SQL-8.09 an own dataset is overwritten after a question that can be taken back', async ({ page, server, api }) => {
  const mine = await makeDataset(own(page, server.address), 'mine to overwrite', 'SELECT city FROM orders')
  // Whose it is decides, not who made it.
  const { result: admins } = await api.get('/api/v1/security/users/?q=(filters:!((col:username,opr:eq,value:admin)))')
  await api.send('PUT', `/api/v1/dataset/${await makeDataset(api, 'not mine to overwrite', 'SELECT city FROM orders')}`, { owners: [admins[0].id] })
  const dialog = await runAndKeep(page, 'SELECT channel, revenue FROM orders LIMIT 50')
  await dialog.getByRole('radio', { name: 'Overwrite existing' }).check()
  const overwrite = dialog.getByRole('button', { name: 'Overwrite & Explore' })
  await expect(overwrite).toBeDisabled()
  const picker = dialog.getByRole('combobox', { name: 'Existing dataset' })
  await expect(picker).toContainText('Select or type dataset name')
  await picker.click()
  const list = dialog.getByRole('listbox', { name: 'Existing dataset' })
  await expect(list.getByRole('option')).toHaveText(['mine to overwrite'])
  await page.keyboard.type('nothing of mine')
  await expect(list).toContainText('None of your datasets has')
  await page.keyboard.press('Escape')
  await choose(dialog, 'Existing dataset', 'mine to overwrite')
  await overwrite.click()
  await expect(dialog).toContainText('Are you sure you want to overwrite this dataset?')
  await expect(dialog).toContainText('mine to overwrite')
  expect.soft(await findFaults(page), 'sure').toEqual([])

  // Back: nothing happened, and nothing is chosen any more.
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(picker).toContainText('Select or type dataset name')
  await expect(overwrite).toBeDisabled()
  expect((await api.get(`/api/v1/dataset/${mine}`)).result.sql).toBe('SELECT city FROM orders')

  // A refusal leaves everything as it was.
  await choose(dialog, 'Existing dataset', 'mine to overwrite')
  await page.route(`**/api/v1/dataset/${mine}?*`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 422, json: { message: 'Dataset could not be updated.' } }) : route.continue(),
  )
  await overwrite.click()
  await overwrite.click()
  await expect(dialog.getByRole('alert')).toContainText('Dataset could not be updated.')
  await expect(page.getByText('An error occurred saving dataset').first()).toBeVisible()
  await page.unroute(`**/api/v1/dataset/${mine}?*`)

  const explorer = await openedBy(page, overwrite)
  await expect(explorer).toHaveURL(/form_data_key=/)
  await expect(titleOf(explorer)).toHaveText('mine to overwrite')
  const stored = (await api.get(`/api/v1/dataset/${mine}`)).result
  expect(stored.sql).toContain('SELECT channel, revenue FROM orders')
  expect(stored.columns.map((column: { column_name: string }) => column.column_name).toSorted()).toEqual(['channel', 'revenue'])
  await explorer.close()
})

test('SQL-8.08 SQL-8.09 a dataset that cannot be made says why, and the name stays', async ({ page, server }) => {
  // A tab without a schema makes datasets without one.
  const mine = own(page, server.address)
  await mine.send('POST', '/api/v1/dataset/', { database: await examplesId(mine), table_name: 'taken by the journey', sql: 'SELECT 1 AS one' })
  const dialog = await runAndKeep(page, 'SELECT 2 AS two')
  const name = dialog.getByRole('textbox', { name: 'Dataset name' })
  await name.fill('taken by the journey')
  await page.keyboard.press('Enter')
  const box = dialog.getByRole('alert')
  await expect(box).toContainText('An error occurred while creating the data source')
  await expect(box).toContainText('already exists')
  await expect(page.getByText('An error occurred saving dataset').first()).toBeVisible()
  await expect(name).toHaveValue('taken by the journey')
  expect.soft(await findFaults(page), 'refused').toEqual([])
})

test('SQL-1.07 SQL-2.14 SQL-4.23 SQL-8.09 SQL-8.10 SQL-9.04 EXP-2.06 a chart gets another dataset after a warning; a failed swap changes nothing', async ({
  page,
  server,
}) => {
  const mine = own(page, server.address)
  const from = await makeDataset(mine, 'a dataset whose name is too long', 'SELECT city, revenue FROM orders')
  await makeDataset(mine, 'the other one', 'SELECT city, cost FROM orders')
  const chart = await makeTableChart(mine, 'To be swapped', from, { query_mode: 'raw', all_columns: ['city', 'revenue'], row_limit: 10 })
  await page.goto(`/explore/?slice_id=${chart}`)
  await expect(titleOf(page)).toHaveText('a dataset whose name is too long')
  await titleOf(page).hover()
  await expect(page.getByRole('tooltip')).toHaveText('a dataset whose name is too long')
  await page.getByRole('button', { name: 'Dataset options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit dataset', 'Swap dataset', 'View in SQL editor'])
  await page.getByRole('menuitem', { name: 'Swap dataset' }).click()

  const dialog = page.getByRole('dialog', { name: 'Swap dataset' })
  await expect(dialog.getByText('Warning!')).toBeVisible()
  expect(Math.round((await dialog.boundingBox())?.height ?? 0)).toBe(540)
  await expect(dialog.getByRole('columnheader')).toHaveText(['Name', 'Type', 'Schema', 'Connection', 'Owners'])
  const search = dialog.getByRole('searchbox', { name: 'Search / Filter' })
  await expect(search).toBeFocused()
  expect.soft(await findFaults(page), 'swap').toEqual([])
  await search.fill('the other')
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'the other one' }).click()
  await expect(dialog).toContainText('Changing the dataset may break the chart if the metadata does not exist.')
  expect.soft(await findFaults(page), 'swap, sure').toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // The dataset cannot be read: the text of the failure is said and the chart keeps its own.
  await search.fill('the other')
  await dialog.getByRole('button', { name: 'the other one' }).click()
  const other = await datasetId(mine, 'the other one')
  await page.route(`**/api/v1/dataset/${other}*`, (route) => route.fulfill({ status: 404, json: { message: 'Dataset does not exist' } }))
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByText('Dataset does not exist').first()).toBeVisible()
  await page.unroute(`**/api/v1/dataset/${other}*`)
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByText('Successfully changed dataset!')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(titleOf(page)).toHaveText('the other one')

  // What the other dataset has too is kept, the rest is left out.
  await expect(page.getByText('Keep control settings?')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  const columns = page.getByRole('group', { name: 'Columns', exact: true })
  await expect(columns.getByText('city', { exact: true })).toBeVisible()
  await expect(columns.getByText('revenue', { exact: true })).toHaveCount(0)
})

test('SQL-2.15 SQL-2.17 SQL-4.24 SQL-5.03 SQL-5.04 SQL-8.11 SQL-9.04 a dataset is edited: what is wrong keeps it from being saved, a failure loses nothing', async ({
  page,
  server,
}) => {
  const mine = own(page, server.address)
  const id = await makeDataset(mine, 'to be edited', 'SELECT city, revenue FROM orders')
  await mine.send('PUT', `/api/v1/dataset/${id}`, { cache_timeout: 60 })
  await page.setViewportSize({ width: 1440, height: 1000 })
  const dialog = await openEdit(page, 'to be edited')
  expect(Math.round((await dialog.boundingBox())?.height ?? 0)).toBe(900)
  await expect(dialog.getByText('Be careful.')).toBeVisible()
  for (const tab of ['Source', 'Metrics', 'Columns', 'Calculated columns', 'Usage', 'Settings']) {
    await dialog.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    await expect(dialog.getByRole('tabpanel', { name: tab })).toBeVisible()
    await page.waitForTimeout(200)
    expect.soft(await findFaults(page), tab).toEqual([])
  }

  // Two metrics of one name, and a calculated column without an expression.
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await dialog.getByRole('tab', { name: /^Metrics/ }).click()
  await dialog.getByRole('button', { name: 'Add item' }).click()
  await itemOf(dialog, '<new metric>').getByRole('textbox', { name: 'SQL expression' }).fill('SUM(revenue)')
  await itemOf(dialog, '<new metric>').getByRole('textbox', { name: 'Metric Key' }).fill('count')
  await expect(dialog.getByText('Metric name [count] is duplicated').first()).toBeVisible()
  await expect(save).toBeDisabled()
  await itemOf(dialog, 'count').first().getByRole('textbox', { name: 'Metric Key' }).fill('money')
  await dialog.getByRole('tab', { name: /^Calculated columns/ }).click()
  await dialog.getByRole('button', { name: 'Add item' }).click()
  await itemOf(dialog, '<new column>').getByRole('textbox', { name: 'SQL expression' }).fill('')
  await expect(dialog.getByText('Calculated column [<new column>] requires an expression')).toBeVisible()
  await expect(save).toBeDisabled()
  await dialog.getByRole('button', { name: 'Delete <new column>' }).click()
  await dialog.getByRole('tab', { name: 'Settings' }).click()
  await dialog.getByRole('textbox', { name: 'Cache timeout' }).fill('')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Edited in a journey')
  await expect(save).toBeEnabled()

  // Closing asks first.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.route(`**/api/v1/dataset/${id}*`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 422, json: { message: 'Dataset could not be updated.' } }) : route.continue(),
  )
  await save.click()
  const confirm = confirmDialog(page)
  await expect(confirm).toContainText('Are you sure you want to save and apply changes?')
  await expect(confirm.getByRole('button', { name: 'OK' })).toBeEnabled()
  expect.soft(await findFaults(page), 'confirm').toEqual([])
  await confirm.getByRole('button', { name: 'OK' }).click()
  const failure = page.getByRole('dialog', { name: 'Error', exact: true })
  await expect(failure).toContainText('Dataset could not be updated.')
  expect.soft(await findFaults(page), 'error').toEqual([])
  await failure.getByRole('button', { name: 'OK' }).click()
  await expect(save).toBeEnabled()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Edited in a journey')
  await page.unroute(`**/api/v1/dataset/${id}*`)

  await save.click()
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes(`/api/v1/dataset/${id}`)),
    confirm.getByRole('button', { name: 'OK' }).click(),
  ])
  expect(sent.postDataJSON().cache_timeout).toBeNull()
  await expect(page.getByText('The dataset has been saved')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const stored = (await mine.get(`/api/v1/dataset/${id}`)).result
  expect(stored).toMatchObject({ description: 'Edited in a journey', cache_timeout: null })
  expect(stored.metrics.map((metric: { metric_name: string }) => metric.metric_name).toSorted()).toEqual(['count', 'money'])

  // One that something else manages cannot be saved, and says so.
  await mine.send('PUT', `/api/v1/dataset/${id}`, { is_managed_externally: true })
  const managed = await openEdit(page, 'to be edited')
  await expect(managed.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await managed.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Tab')
  await expect(managed.getByRole('button', { name: 'Save', exact: true })).toHaveAccessibleDescription(/managed externally, and can't be edited/)
})

test('SQL-2.17 before a column goes, the charts that need it are named; afterwards the chart shows which column is missing', async ({ page, server }) => {
  await runInExamples(own(page, server.address), 'CREATE TABLE IF NOT EXISTS buoys (name VARCHAR, depth_m INTEGER, colour VARCHAR)')
  const mine = own(page, server.address)
  const id = await makeDataset(mine, 'buoys')
  const chart = await makeTableChart(mine, 'Buoys by colour', id, { query_mode: 'raw', all_columns: ['name', 'colour'], row_limit: 10 })
  await runInExamples(
    mine,
    'ALTER TABLE buoys DROP COLUMN colour',
    'ALTER TABLE buoys ADD COLUMN is_lit BOOLEAN',
    'ALTER TABLE buoys ALTER depth_m TYPE DOUBLE',
  )

  const dialog = await openEdit(page, 'buoys')
  await dialog.getByRole('tab', { name: /^Columns/ }).click()
  await dialog.getByRole('button', { name: 'Sync columns from source' }).click()
  const report = dialog.getByRole('alert').filter({ hasText: 'Metadata has been synced' })
  for (const text of ['New columns added: is_lit', 'Modified columns: depth_m', 'Removed columns: colour']) await expect(report).toContainText(text)
  await expect(itemOf(dialog, 'is_lit')).toBeVisible()
  await expect(itemOf(dialog, 'colour')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const confirm = confirmDialog(page)
  await expect(confirm).toContainText('1 chart would break')
  await expect(confirm.getByRole('link', { name: 'Buoys by colour' })).toBeVisible()
  await expect(confirm).toContainText('loses column colour')
  expect.soft(await findFaults(page), 'charts that would break').toEqual([])
  await confirm.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('The dataset has been saved')).toBeVisible()

  await page.goto(`/explore/?slice_id=${chart}`)
  await expect(page.getByTitle('This column might be incompatible with current dataset').filter({ hasText: 'colour' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText(/colour/)
})

test('SQL-5.05 EXP-5.21 in the explorer too, editing a dataset is for its owners; SQL-2.14 swapping is for everybody', async ({ browser, server, api }) => {
  await makePerson(api, { username: 'explorer-guest', roles: ['Alpha'] })
  const { page, context } = await openAs(browser, server.address, 'explorer-guest')
  await page.goto(`/explore/?datasource_type=table&datasource_id=${await datasetId(api, 'orders')}&viz_type=table`)
  await page.getByRole('button', { name: 'Dataset options' }).click()
  const edit = page.getByRole('menuitem', { name: 'Edit dataset' })
  await expect(edit).toBeDisabled()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await expect(edit).toBeFocused()
  await expect(edit).toHaveAccessibleDescription(notOwner)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Edit Dataset/ })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Swap dataset' })).toBeEnabled()
  await context.close()
})

test('EXP-2.06 a chart of a query shows its SQL and becomes a chart of a dataset', async ({ page }) => {
  await openEditor(page)
  await write(page, 'SELECT city, sum(revenue) AS revenue FROM orders GROUP BY city')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^[\d,]+ rows? returned$/)).toBeVisible()
  await page.getByRole('button', { name: 'Create chart' }).click()
  await expect(page).toHaveURL(/\/explore\//)
  await page.getByRole('button', { name: 'Dataset options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Query preview', 'View in SQL editor', 'Save as dataset'])
  await page.getByRole('menuitem', { name: 'Query preview' }).click()
  await expect(page.getByRole('dialog', { name: 'Query preview' })).toContainText('sum(revenue)')
  expect.soft(await findFaults(page), 'query preview').toEqual([])
  await page.keyboard.press('Escape')
  await chooseInDatasetMenu(page, 'Save as dataset')
  const dialog = saveDialog(page)
  await dialog.getByRole('textbox', { name: 'Dataset name' }).fill('cities of a query')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(titleOf(page)).toHaveText('cities of a query')
  await page.goto('/tablemodelview/list/')
  await expect(rowOf(page, 'cities of a query')).toContainText('Virtual')
})
