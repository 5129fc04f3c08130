import { type Locator, type Page } from '@playwright/test'
import { choose, expect, expectDrawn, optionOf, test } from './fixtures.ts'

const updateButton = (page: Page) => page.getByRole('button', { name: /^(Create|Update) chart/ }).last()

/** The box of chips of a control. */
const box = (page: Page, label: string): Locator => page.getByRole('group', { name: label, exact: true })

/** Opens the editor that adds to a box of chips. */
async function openEditor(page: Page, label: string): Promise<Locator> {
  await box(page, label)
    .getByRole('button', { name: `${label}: ` })
    .click()
  return page.getByRole('dialog', { name: label, exact: true })
}

const save = (editor: Locator) => editor.getByRole('button', { name: 'Save', exact: true }).click()

/** Counts the calls for chart data from now on. */
function countDataCalls(page: Page): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/chart/data')) calls++
  })
  return () => calls
}

test('EXP-2.04 an address without a chart or dataset says which parameters are missing', async ({ page }) => {
  await page.goto('/explore/')
  await expect(page.getByText('Missing URL parameters')).toBeVisible()
  await expect(page.getByText('The URL is missing the dataset_id or slice_id parameters.')).toBeVisible()
  await page.getByRole('link', { name: 'Create a new chart' }).click()
  await expect(page).toHaveURL(/\/chart\/add/)
})

test('EXP-2.04 a chart whose dataset is gone says so', async ({ page, api }) => {
  const { id: dataset } = await api.send('POST', '/api/v1/dataset/', { database: 1, schema: 'main', table_name: 'gone_soon', sql: 'SELECT 1 AS one' })
  const params = JSON.stringify({ viz_type: 'table', datasource: `${dataset}__table`, query_mode: 'raw', all_columns: ['one'] })
  const { id } = await api.send('POST', '/api/v1/chart/', {
    slice_name: 'Orphan',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params,
  })
  await api.send('DELETE', `/api/v1/dataset/${dataset}`)
  await page.goto(`/explore/?slice_id=${id}`)
  await expect(page.getByText('Missing dataset')).toBeVisible()
  await expect(page.getByText('The dataset linked to this chart may have been deleted.')).toBeVisible()
  await api.send('DELETE', `/api/v1/chart/${id}`)
})

test('a chart is made from a dataset, saved to the example dashboard and found in the list and on the dashboard', async ({ page, api }) => {
  await page.goto('/chart/list/')
  await page.getByRole('link', { name: 'New chart' }).click()
  await choose(page, 'Choose a dataset', /^orders/)
  await page.getByRole('option', { name: 'Bar Chart' }).click()
  await page.getByRole('button', { name: 'Create new chart' }).click()
  await expect(page).toHaveURL(/\/explore\//)
  await expect(updateButton(page), 'a bar chart needs a metric').toBeDisabled()

  const metric = await openEditor(page, 'Metrics')
  await choose(metric, 'Saved metric', 'Revenue')
  await save(metric)
  await expect(box(page, 'Metrics')).toContainText('Revenue')

  const dimension = await openEditor(page, 'Dimensions')
  await choose(dimension, 'Column', 'Channel')
  await save(dimension)

  const filter = await openEditor(page, 'Filters')
  await choose(filter, 'Column', 'Channel')
  await filter.getByRole('combobox', { name: 'Values', exact: true }).click()
  await optionOf(filter, 'Stores').click()
  await optionOf(filter, 'App').click()
  await page.keyboard.press('Escape')
  await save(filter)
  await expect(box(page, 'Filters')).toContainText('channel')

  await box(page, 'Filters').getByRole('button', { name: 'ordered_at (No filter)', exact: true }).click()
  const range = page.getByRole('dialog', { name: 'Filters', exact: true })
  await range.getByRole('button', { name: 'Value', exact: true }).click()
  const times = page.getByRole('dialog', { name: 'Edit time range' })
  await choose(times, 'Range type', 'Advanced')
  await times.getByLabel('Start (inclusive)').fill('2026-01-01')
  await times.getByLabel('End (exclusive)').fill('2026-07-01')
  await expect(times.getByRole('status')).toContainText('2026-01-01 ≤ … < 2026-07-01')
  await times.getByRole('button', { name: 'Apply' }).click()
  await save(range)
  await choose(page, 'Time Grain', 'Month')

  const calls = countDataCalls(page)
  await updateButton(page).click()
  const figure = page.getByRole('main').getByRole('figure')
  await expectDrawn(figure)
  expect(calls()).toBe(1)
  // Two channels in six months: both in the legend, nothing else.
  await expect(figure.getByText('Stores', { exact: true })).toBeVisible()
  await expect(figure.getByText('App', { exact: true })).toBeVisible()
  await expect(figure.getByText('Web shop', { exact: true })).toHaveCount(0)
  await expect(page.getByText('6 rows', { exact: true })).toBeVisible()

  // A change of look alone is drawn at once and asks the server nothing.
  await page.getByRole('tab', { name: 'Customize' }).click()
  const title = page.getByRole('textbox', { name: 'Y Axis Title' })
  if (!(await title.isVisible())) await page.getByRole('button', { name: 'Chart Title' }).click()
  await title.fill('Euros a month')
  await expect(figure.locator('svg').getByText('Euros a month')).toBeVisible()
  await expect(page.getByText('Your chart is not up to date')).toHaveCount(0)
  expect(calls(), 'no further call for data').toBe(1)

  // A change of the question makes the chart stale until it is asked for.
  await page.getByRole('tab', { name: 'Data', exact: true }).click()
  await box(page, 'Dimensions').getByRole('button', { name: 'Remove Channel' }).click()
  await expect(page.getByText('Your chart is not up to date')).toBeVisible()
  expect(calls()).toBe(1)
  await page.keyboard.press('Control+Enter')
  await expect(figure.getByText('Stores', { exact: true })).toHaveCount(0)
  await expect(page.getByText('Your chart is not up to date')).toHaveCount(0)
  await expect.poll(calls).toBe(2)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save chart' })
  await dialog.getByRole('textbox', { name: 'Chart name' }).fill('Half a year in the stores')
  await choose(dialog, 'Add to dashboard', 'Hollowbrook trading')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Chart [Half a year in the stores] has been saved')).toBeVisible()
  await expect(page.getByText('Chart [Half a year in the stores] was added to dashboard [Hollowbrook trading]')).toBeVisible()
  await expect(page).toHaveURL(/\/explore\/\?slice_id=\d+/)
  const id = Number(/slice_id=(\d+)/.exec(page.url())?.[1])
  await expect(page.getByRole('button', { name: 'On 1 dashboard' })).toBeVisible()

  try {
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Half a year in the stores')
    await expectDrawn(figure)
    await expect(figure.locator('svg').getByText('Euros a month')).toBeVisible()
    await expect(page.getByText('Altered')).toHaveCount(0)

    await page.getByRole('link', { name: 'Charts', exact: true }).first().click()
    const row = page.getByRole('row').filter({ hasText: 'Half a year in the stores' })
    await expect(row).toContainText('Bar Chart')
    await expect(row).toContainText('Hollowbrook trading')

    await page.goto('/superset/dashboard/hollowbrook-trading/')
    const card = page.getByRole('region', { name: 'Half a year in the stores' })
    await card.scrollIntoViewIfNeeded()
    await expectDrawn(card.getByRole('figure'))
  } finally {
    await api.send('DELETE', `/api/v1/chart/${id}`)
  }
})

test('an unsaved form survives a reload and can be given up', async ({ page, api }) => {
  const id = await api.chartId('Revenue by channel')
  await page.goto(`/explore/?slice_id=${id}`)
  const figure = page.getByRole('main').getByRole('figure')
  await expectDrawn(figure)
  await expect(page.getByText('Altered')).toHaveCount(0)
  await box(page, 'Dimensions').getByRole('button', { name: 'Remove Channel' }).click()
  const dimension = await openEditor(page, 'Dimensions')
  await choose(dimension, 'Column', 'Region')
  await save(dimension)
  await expect(page.getByText('Altered')).toBeVisible()
  await updateButton(page).click()
  await expect(figure.getByText('Central', { exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByText('Unsaved work of an earlier visit was restored')).toBeVisible()
  await expect(box(page, 'Dimensions')).toContainText('Region')
  await page.getByRole('button', { name: 'Go back to the saved chart' }).click()
  await expect(box(page, 'Dimensions')).toContainText('Channel')
  await expect(figure.getByText('Web shop', { exact: true })).toBeVisible()
  await page.reload()
  await expectDrawn(figure)
  await expect(page.getByText('Unsaved work of an earlier visit was restored')).toHaveCount(0)
})

test('another type keeps what fits, the rows stand below the chart, and a broken question shows its error and recovers', async ({ page }) => {
  await page.goto('/explore/?datasource_type=table&datasource_id=1&viz_type=pie')
  await page.getByRole('button', { name: 'Add Channel' }).click()
  await page.getByRole('button', { name: 'Add Revenue' }).first().click()
  await page.keyboard.press('Control+Enter')
  const figure = page.getByRole('main').getByRole('figure')
  await expectDrawn(figure)

  await page.getByRole('button', { name: 'View all charts' }).click()
  const picker = page.getByRole('dialog', { name: 'Select a visualization type' })
  await picker.getByRole('option', { name: 'Table', exact: true }).click()
  await picker.getByRole('button', { name: 'Select', exact: true }).click()
  await expect(box(page, 'Dimensions')).toContainText('Channel')
  await updateButton(page).click()
  await expect(figure.getByRole('cell', { name: 'Web shop' })).toBeVisible()

  await page.getByRole('tab', { name: 'Samples' }).click()
  await expect(page.getByRole('grid', { name: 'Samples' }).getByRole('gridcell').first()).not.toBeEmpty()

  const metric = await openEditor(page, 'Metrics')
  await metric.getByRole('tab', { name: 'Custom SQL' }).click()
  await metric.getByLabel('SQL expression').fill('SUM(no_such_column)')
  await save(metric)
  await updateButton(page).click()
  const failure = page.getByRole('main').getByRole('alert').filter({ hasText: 'This chart could not be loaded' })
  await expect(failure).toContainText('no_such_column')
  await box(page, 'Metrics')
    .getByRole('button', { name: /^Remove .*no_such_column/ })
    .click()
  await updateButton(page).click()
  await expect(figure.getByRole('cell', { name: 'Web shop' })).toBeVisible()
})
