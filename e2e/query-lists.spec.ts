import { readFileSync } from 'node:fs'
import { axeFile, findFaults } from './axe.ts'
import { apiOf, choose, expect, openAs, startWithExamples, test, type Api } from './fixtures.ts'
import { examplesId } from './sql-editor.ts'

const save = async (api: Api, label: string, sql: string, more: Record<string, unknown> = {}): Promise<number> =>
  (await api.send('POST', '/api/v1/saved_query/', { label, sql, db_id: await examplesId(api), schema: 'main', ...more })).id

const run = async (api: Api, sql: string, tab: string): Promise<void> => {
  const body = {
    database_id: await examplesId(api),
    sql,
    tab,
    client_id: Math.random().toString(36).slice(2, 12).padEnd(10, '0'),
    runAsync: false,
    queryLimit: 10,
  }
  await api.send('POST', '/api/v1/sqllab/execute/', body).catch(() => undefined)
}

test('SQL-1.02 saved queries are found, read in a preview by buttons and keys, and opened in the editor', async ({ page, api }) => {
  await page.addInitScript({ path: axeFile })
  await save(api, 'Preview one', 'SELECT city,\n  count(*) AS n\nFROM orders\nGROUP BY city')
  await save(api, 'Preview two', "SELECT 'two' AS text FROM orders JOIN budgets ON true JOIN stores ON true")
  await page.goto('/savedqueryview/list/')
  // The words of the search are looked for in names and texts.
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('preview')
  await expect(page.getByRole('row', { name: /Preview/ })).toHaveCount(2)
  await expect(page).toHaveURL(/filters=/)
  await page.reload()
  await expect(page.getByRole('row', { name: /Preview/ })).toHaveCount(2)

  const two = page.getByRole('row', { name: /Preview two/ })
  await two.getByRole('button', { name: '(+2) All tables' }).click()
  const tables = page.getByRole('dialog', { name: 'Tables' })
  for (const name of ['orders', 'budgets', 'stores']) await expect(tables.getByText(name, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tables).toHaveCount(0)

  await two.hover()
  await two.getByRole('button', { name: 'Query preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Query preview' })
  await expect(preview).toContainText('Preview two')
  await expect(preview.getByRole('button', { name: 'Previous' })).toBeDisabled()
  // The text is in colours.
  await expect(preview.locator('code span').first()).toHaveText('SELECT')
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(preview).toContainText('Preview one')
  await expect(preview.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.keyboard.press('j')
  await expect(preview).toContainText('Preview two')
  await page.keyboard.press('k')
  await expect(preview).toContainText('GROUP BY city')
  await preview.getByRole('button', { name: 'Previous' }).click()
  await expect(preview).toContainText('Preview two')
  await preview.getByRole('link', { name: 'Open in the SQL editor' }).click()
  await expect(page.getByRole('textbox', { name: 'SQL text' })).toContainText("'two' AS text")
})

test('SQL-2.07 the link of a saved query is copied; it is exported, deleted and comes back by import, which asks before overwriting', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await save(api, 'Traveller', 'SELECT 42 AS travelled')
  await save(api, 'Companion', 'SELECT 43 AS went_along')
  await page.goto('/savedqueryview/list/')
  const row = page.getByRole('row', { name: /Traveller/ })
  await row.hover()
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy query URL' }).click()
  await expect(page.getByText('Link Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${new URL(page.url()).origin}/sqllab/?savedQueryId=${id}`)

  await page.getByRole('checkbox', { name: 'Select Traveller' }).check()
  await page.getByRole('checkbox', { name: 'Select Companion' }).check()
  const download = page.waitForEvent('download')
  await page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click()
  const bundle = await (await download).path()
  expect((await download).suggestedFilename()).toMatch(/^saved_query_export_.*\.zip$/)

  // Importing what is there asks for the word.
  await page.getByRole('button', { name: 'Import queries' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import queries' })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(dialog.getByRole('alert')).toHaveText('Only zip files can be imported.')
  const zip = { name: 'queries.zip', mimeType: 'application/zip', buffer: readFileSync(bundle) }
  await dialog.locator('input[type=file]').setInputFiles(zip)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  const word = dialog.getByLabel('Type OVERWRITE to confirm')
  await expect(dialog.getByRole('button', { name: 'Overwrite' })).toBeDisabled()
  await word.fill('OVERWRITE')
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByText('Query imported')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // Deleted together, after the word.
  await page.getByRole('checkbox', { name: 'Select Traveller' }).check()
  await page.getByRole('checkbox', { name: 'Select Companion' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete…' }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete queries?' })
  await confirm.getByLabel('Type DELETE to confirm').fill('DELETE')
  await confirm.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('row', { name: /Traveller|Companion/ })).toHaveCount(0)

  // And brought back without a question.
  await page.getByRole('button', { name: 'Import queries' }).click()
  await dialog.locator('input[type=file]').setInputFiles(zip)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('row', { name: /Traveller|Companion/ })).toHaveCount(2)

  // What is no bundle is told in the dialog, which stays.
  await page.getByRole('button', { name: 'Import queries' }).click()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Not a ZIP file')
})

test('query history: state, text and time narrow it, the address keeps that, and the preview shows what was executed', async ({ page, api }) => {
  await page.addInitScript({ path: axeFile })
  await run(api, 'SELECT 7 AS lucky_one FROM orders', 'Lucky tab')
  await run(api, 'SELECT no_such_column AS lucky_failure FROM orders', 'Unlucky tab')
  await page.goto('/sqllab/history/')
  await page.getByRole('searchbox', { name: 'Search by query text' }).fill('lucky_')
  const rows = page.getByRole('row').filter({ hasText: 'lucky_' })
  await expect(rows).toHaveCount(2)
  // Newest first.
  await expect(rows.first()).toContainText('lucky_failure')
  await expect(rows.first().getByRole('img', { name: 'Failed' })).toBeVisible()
  await expect(rows.last().getByRole('img', { name: 'Success' })).toBeVisible()
  await expect(rows.last()).toContainText(/\d\d:\d\d:\d\d\.\d{3}/)
  await choose(page, 'State', 'Success')
  await expect(rows).toHaveCount(1)
  await choose(page, 'Time range', 'Last hour')
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)

  // Between two moments long past there is nothing, and the page says how to come back.
  await choose(page, 'Time range', 'Custom range…')
  const range = page.getByRole('dialog', { name: 'Time range' })
  await range.getByLabel('From').fill('2001-01-01T00:00')
  await range.getByLabel('To').fill('2000-01-01T00:00')
  await range.getByRole('button', { name: 'Apply' }).click()
  await expect(range.getByRole('alert')).toHaveText('The end lies before the beginning.')
  await range.getByLabel('To').fill('2001-02-01T00:00')
  await range.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No results match your filter criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()

  await page.getByRole('button', { name: 'Preview Lucky tab' }).first().click()
  const preview = page.getByRole('dialog', { name: 'Query preview' })
  await expect(preview).toContainText('SELECT 7 AS lucky_one FROM orders')
  await expect(preview).not.toContainText('LIMIT')
  await preview.getByRole('radio', { name: 'Executed query' }).click()
  await expect(preview).toContainText(/LIMIT\s+1\d/)
  expect(await findFaults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForTimeout(250)
  expect(await findFaults(page)).toEqual([])
  await preview.getByRole('link', { name: 'Open in the SQL editor' }).click()
  await expect(page.getByRole('textbox', { name: 'SQL text' })).toHaveText('SELECT 7 AS lucky_one FROM orders')
})

test('where tags are on, saved queries show those that people gave them and are found by them', async ({ browser }) => {
  test.setTimeout(240_000)
  const { server, remove } = await startWithExamples({ SIGHTLINE_FEATURE_TAGGING_SYSTEM: 'true' })
  try {
    const { context, page } = await openAs(browser, server.address, 'admin')
    const own = apiOf(page.request, server.address)
    const id = await save(own, 'Tagged query', 'SELECT 1')
    await save(own, 'Plain query', 'SELECT 2')
    await own.send('POST', `/api/v1/tag/query/${id}/`, { properties: { tags: ['quarterly', 'draft'] } })
    await page.addInitScript({ path: axeFile })
    await page.goto('/savedqueryview/list/')
    await expect(page.getByRole('columnheader', { name: 'Tags' })).toBeVisible()
    await expect(page.getByRole('row', { name: /Tagged query/ })).toContainText('quarterly')
    await expect(page.getByRole('row', { name: /query/ })).toHaveCount(2)
    await choose(page, 'Tag', 'quarterly')
    await expect(page.getByRole('row', { name: /query/ })).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('row', { name: /Tagged query/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Plain query/ })).toHaveCount(0)
    expect(await findFaults(page)).toEqual([])
    await page.screenshot({ path: test.info().outputPath('tags.png') })
    await context.close()
  } finally {
    await server.kill()
    remove()
  }
})
