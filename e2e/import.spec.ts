import { readFileSync } from 'node:fs'
import { axeFile, findFaults } from './axe.ts'
import { chartFile, countOf, dashboardFile, databaseFile, datasetFile, dropZip, examplesFile, metadata, zipOf } from './bundle-parts.ts'
import { expect, makePerson, openAs, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => page.addInitScript({ path: axeFile }))

/** A dashboard on a database that needs a password, and on one that nobody here opens. */
function guardedBundle() {
  const database = databaseFile('Guarded', 'postgresql+psycopg2://reader:XXXXXXXXXX@db.example.invalid:5432/shop')
  const strange = databaseFile('Strange', 'oracle+cx_oracle://db.example.invalid/shop')
  const dataset = datasetFile('sales', 'public', database.uuid, ['city'])
  const chart = chartFile('Guarded sales', dataset.uuid, { viz_type: 'table', groupby: ['city'], metrics: ['count'] })
  return {
    'export/metadata.yaml': metadata('Dashboard'),
    'export/databases/Guarded.yaml': database,
    'export/databases/Strange.yaml': strange,
    'export/datasets/Guarded/sales.yaml': dataset,
    'export/charts/Guarded_sales_1.yaml': chart,
    'export/dashboards/Guarded_board_1.yaml': dashboardFile('Guarded board', [chart]),
  }
}

test('EXP-7.23 EXP-8.27 a dashboard comes in: the password is asked for, kept over a refusal, overwriting is confirmed by a word, and what cannot be used yet is told', async ({
  page,
  api,
}) => {
  const files = guardedBundle()
  await page.goto('/dashboard/list/')
  await page.getByRole('button', { name: 'Import dashboards' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import dashboards' })
  await expect(dialog.getByRole('button', { name: 'Select file' })).toBeFocused()
  expect.soft(await findFaults(page), 'choosing').toEqual([])
  await dialog.locator('input[type=file]').setInputFiles(zipOf('guarded.zip', files))
  // What it holds is read from the file itself.
  await expect(dialog).toContainText('1 dashboard, 1 chart, 1 dataset, 2 databases')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()

  const password = dialog.getByLabel('Guarded password')
  await expect(password).toBeFocused()
  await expect(dialog.getByText('Type OVERWRITE to confirm')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  expect.soft(await findFaults(page), 'asked for a password').toEqual([])
  await password.fill('not the right one')

  // The way to the server is gone: what was typed is still there, and it can be sent again.
  await page.route('**/api/v1/dashboard/import/', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('An error occurred while importing dashboard')
  await expect(password).toHaveValue('not the right one')
  await password.fill('right one')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('Dashboard imported')
  await expect(dialog.getByRole('alert')).toContainText('The database "Strange" came over but cannot be used until it is pointed elsewhere')
  expect.soft(await findFaults(page), 'result').toEqual([])
  await page.screenshot({ path: test.info().outputPath('import-result.png') })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('link', { name: 'Guarded board' })).toBeVisible()

  // Once more: it is there, so the word is asked for, and no password.
  await page.getByRole('button', { name: 'Import dashboards' }).click()
  const renamed = {
    ...files,
    'export/dashboards/Guarded_board_1.yaml': { ...files['export/dashboards/Guarded_board_1.yaml'], dashboard_title: 'Guarded board, again' },
  }
  await dialog.locator('input[type=file]').setInputFiles(zipOf('guarded.zip', renamed))
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  const word = dialog.getByLabel('Type OVERWRITE to confirm')
  await expect(word).toBeFocused()
  await expect(dialog.getByLabel('Guarded password')).toHaveCount(0)
  await word.fill('overwrite')
  await expect(dialog.getByRole('button', { name: 'Overwrite' })).toBeDisabled()
  await word.fill('OVERWRITE')
  expect.soft(await findFaults(page), 'asked for the word').toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Dashboard imported')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Guarded board, again' })).toBeVisible()
  const { result } = await api.get('/api/v1/dashboard/?q=(filters:!((col:dashboard_title,opr:title_or_slug,value:Guarded)))')
  expect(result).toHaveLength(1)
})

test('EXP-8.27 what no answer would mend is an error with every file in full; nothing came in, and another file can be chosen', async ({ page, api }) => {
  const before = await countOf(api, 'chart')
  const examples = await examplesFile(api)
  const dataset = datasetFile('orders', 'main', examples.uuid, ['city'])
  const good = chartFile('Never here', dataset.uuid, { viz_type: 'table' })
  const bundle = zipOf('broken.zip', {
    'export/metadata.yaml': metadata('Slice'),
    'export/databases/examples.yaml': examples,
    'export/datasets/examples/orders.yaml': dataset,
    'export/charts/Never_here_1.yaml': good,
    'export/charts/Nameless_2.yaml': { ...good, slice_name: undefined, uuid: 'not a uuid' },
    'export/charts/Torn_3.yaml': 'slice_name: [1, 2',
  })
  await page.goto('/chart/list/')
  await page.getByRole('button', { name: 'Import charts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import charts' })
  await dialog.locator('input[type=file]').setInputFiles(bundle)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('An error occurred while importing chart: 1 file is wrong')
  await expect(alert).toContainText('Please re-export your file and try importing again')
  await expect(alert).toContainText('charts/Torn_3.yaml')
  await expect(alert).toContainText('Not a valid YAML file')
  expect.soft(await findFaults(page), 'refused').toEqual([])
  await page.screenshot({ path: test.info().outputPath('import-refused.png') })
  expect(await countOf(api, 'chart')).toBe(before)

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await expect(alert).toHaveCount(0)
  await dialog.locator('input[type=file]').setInputFiles({ name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(alert).toContainText('An error occurred while importing chart: Not a ZIP file')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Import charts' })).toBeFocused()
})

test('EXP-7.23 sending can be stopped, and what was chosen stays', async ({ page }) => {
  const files = guardedBundle()
  await page.goto('/dashboard/list/')
  await page.getByRole('button', { name: 'Import dashboards' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import dashboards' })
  await dialog.locator('input[type=file]').setInputFiles(zipOf('slow.zip', files))
  await page.route('**/api/v1/dashboard/import/', () => undefined, { times: 1 })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  expect.soft(await findFaults(page), 'sending').toEqual([])
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  await expect(dialog).toContainText('slow.zip')
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeEnabled()
})

test('every list lets its rows leave and come in again: datasets by dropping the zip, databases from the menu, charts and dashboards together', async ({
  page,
  api,
}) => {
  const save = async (start: () => Promise<void>): Promise<{ name: string; mimeType: string; buffer: Buffer }> => {
    const download = page.waitForEvent('download')
    await start()
    const file = await download
    return { name: file.suggestedFilename(), mimeType: 'application/zip', buffer: readFileSync(await file.path()) }
  }
  const fromMenu = (name: string) => async (): Promise<void> => {
    const row = page.getByRole('row').filter({ hasText: name }).first()
    await row.hover()
    await row.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
  }
  await page.goto('/databaseview/list/')
  expect((await save(fromMenu('examples'))).name).toMatch(/^database_export_.*\.zip$/)
  await expect(page.getByRole('button', { name: 'Import databases' })).toBeVisible()
  await page.goto('/dashboard/list/')
  expect((await save(fromMenu('Hollowbrook trading'))).name).toMatch(/^dashboard_export_.*\.zip$/)
  await page.goto('/chart/list/')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  expect((await save(() => page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click())).name).toMatch(/^chart_export_.*\.zip$/)

  await page.goto('/tablemodelview/list/')
  const orders = await save(fromMenu('orders'))
  await dropZip(page, orders, () => expect(page.getByText('Drop the zip to import it')).toBeVisible())
  const dialog = page.getByRole('dialog', { name: 'Import datasets' })
  await expect(dialog).toContainText(orders.name)
  await expect(dialog).toContainText('1 dataset, 1 database')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByLabel('Type OVERWRITE to confirm').fill('OVERWRITE')
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByText('Dataset imported')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await countOf(api, 'dataset')).toBeGreaterThan(0)
})

test('who may only read is offered no import', async ({ browser, server, api }) => {
  await makePerson(api, { username: 'import_gamma', roles: ['Gamma'] })
  const { context, page } = await openAs(browser, server.address, 'import_gamma')
  await page.goto('/databaseview/list/')
  await expect(page.getByRole('button', { name: 'Import databases' })).toHaveCount(0)
  await page.goto('/moving-in/')
  await expect(page).not.toHaveURL(/moving-in/)
  await context.close()
})
