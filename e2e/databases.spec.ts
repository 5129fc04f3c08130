import { type Locator, type Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { choose, expect, openAs, makePerson, test } from './fixtures.ts'

const address = process.env['SIGHTLINE_TEST_PG']
const place = address === undefined ? undefined : new URL(address)
/** A port nobody listens on. */
const deadPort = '1'

test.beforeEach(async ({ page }) => {
  if (process.env['CI']) expect(place, 'SIGHTLINE_TEST_PG').toBeDefined()
  else test.skip(place === undefined, 'SIGHTLINE_TEST_PG is not set')
  await page.addInitScript({ path: axeFile })
})

const database = (): string => decodeURIComponent(place?.pathname.slice(1) ?? '')

async function pickPostgres(page: Page): Promise<Locator> {
  await page.goto('/databaseview/list/')
  await page.getByRole('button', { name: 'Connect database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a database' })
  await expect(dialog.getByText('Step 1 of 3')).toBeVisible()
  await dialog.getByRole('button', { name: /PostgreSQL/ }).click()
  await expect(dialog.getByText('Enter the required PostgreSQL credentials')).toBeVisible()
  return dialog
}

async function fillIn(dialog: Locator, name: string, port = place?.port || '5432'): Promise<void> {
  await dialog
    .getByLabel('Host', { exact: false })
    .first()
    .fill(place?.hostname ?? '')
  await dialog.getByRole('textbox', { name: 'Port' }).fill(port)
  await dialog.getByRole('textbox', { name: 'Database name' }).fill(database())
  await dialog.getByRole('textbox', { name: 'Username' }).fill(decodeURIComponent(place?.username ?? ''))
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(decodeURIComponent(place?.password || 'kept-secret-1'))
  await dialog.getByRole('textbox', { name: 'Display name' }).fill(name)
}

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

async function edit(page: Page, name: string): Promise<Locator> {
  await rowOf(page, name).hover()
  await rowOf(page, name).getByRole('button', { name: 'Edit database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit database' })
  await expect(dialog.getByRole('textbox', { name: 'Display name' })).toHaveValue(name)
  return dialog
}

test('EXP-5.22 EXP-7.27 EXP-7.28 a database is connected by its form: what is wrong stands beside its field, then it is tried, kept and browsed', async ({
  page,
  api,
}) => {
  await page.goto('/databaseview/list/')
  await page.getByRole('button', { name: 'Connect database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a database' })
  await expect(dialog.getByRole('button', { name: /PostgreSQL/ })).toBeFocused()
  expect.soft(await findFaults(page), 'kinds').toEqual([])
  await page.keyboard.press('Enter')

  // What is only missing is not yet a mistake; a port nobody listens on is.
  await expect(dialog.getByRole('textbox', { name: 'Host' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Host' }).fill(place?.hostname ?? '')
  await dialog.getByRole('textbox', { name: 'Port' }).fill(deadPort)
  await dialog.getByRole('textbox', { name: 'Database name' }).focus()
  await expect(dialog.getByRole('textbox', { name: 'Port' })).toHaveAccessibleDescription('The port is closed.')
  await expect(dialog.getByText('This is a required field')).toHaveCount(0)
  expect.soft(await findFaults(page), 'a mistake').toEqual([])

  // Going on says what is missing and leads there.
  await dialog.getByRole('textbox', { name: 'Port' }).fill(place?.port || '5432')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Database name' })).toHaveAccessibleDescription('This is a required field')
  await expect(dialog.getByRole('textbox', { name: 'Database name' })).toBeFocused()

  await fillIn(dialog, 'Journey by form')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByText('Connection looks good!')).toBeVisible()

  // Settings of the other tabs go along.
  await dialog.getByRole('tab', { name: 'SQL editor' }).click()
  await dialog.getByRole('checkbox', { name: 'Allow CREATE TABLE AS' }).check()
  await dialog.getByRole('textbox', { name: 'CTAS & CVAS schema' }).fill('public')
  await dialog.getByRole('tab', { name: 'Performance' }).click()
  await dialog.getByRole('textbox', { name: 'Chart cache timeout' }).fill('x')
  await dialog.getByRole('tab', { name: 'Other' }).click()
  expect.soft(await findFaults(page), 'other settings').toEqual([])
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Chart cache timeout' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Chart cache timeout' }).fill('600')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()

  await expect(dialog.getByText('Step 3 of 3')).toBeVisible()
  await expect(page.getByText('Database connected')).toBeVisible()
  expect.soft(await findFaults(page), 'connected').toEqual([])
  await dialog.getByRole('button', { name: 'Advanced settings' }).click()
  await dialog.getByRole('tab', { name: 'Performance' }).click()
  await dialog.getByRole('checkbox', { name: 'Asynchronous query execution' }).check()
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Database settings updated')).toBeVisible()
  await expect(rowOf(page, 'Journey by form')).toContainText('postgresql')

  const { result } = await api.get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:%27Journey+by+form%27)))')
  const stored = await api.get(`/api/v1/database/${result[0].id}/connection`)
  expect(stored.result).toMatchObject({
    configuration_method: 'dynamic_form',
    allow_ctas: true,
    allow_run_async: true,
    force_ctas_schema: 'public',
    cache_timeout: 600,
    parameters: { password: 'XXXXXXXXXX', host: place?.hostname },
  })

  // Its tables can be browsed.
  await page.goto('/dataset/add/')
  await choose(page, 'Database', 'Journey by form')
  await choose(page, 'Schema', 'information_schema')
  await choose(page, 'Table', 'character_sets')
  await expect(page.getByRole('cell', { name: 'character_set_name' })).toBeVisible()
})

test('EXP-7.27 a database is connected by its address; what was typed survives a refusal and an accidental close', async ({ page }) => {
  const dialog = await pickPostgres(page)
  await dialog.getByRole('button', { name: 'Connect this database with a SQLAlchemy URI string instead' }).click()
  const uri = dialog.getByRole('textbox', { name: 'SQLAlchemy URI' })
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(uri).toHaveAccessibleDescription('This is a required field')

  const wrong = (address ?? '').replace(/:\d+\//, `:${deadPort}/`)
  await uri.fill(wrong)
  await dialog.getByRole('textbox', { name: 'Display name' }).fill('Journey by address')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  const box = dialog.getByRole('alert').filter({ hasText: 'Database creation error' })
  await expect(box).toBeVisible()
  await box.getByRole('button', { name: 'See more' }).click()
  await expect(box).toContainText('Issue 1008')
  expect.soft(await findFaults(page), 'refused').toEqual([])
  await expect(uri).toHaveValue(wrong)

  // Escape asks; staying keeps everything, and so does going back and forth.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: /PostgreSQL/ }).click()
  await expect(uri).toHaveValue(wrong)

  await uri.fill(address ?? '')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByText('Step 3 of 3')).toBeVisible()
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await expect(rowOf(page, 'Journey by address')).toBeVisible()
})

test('EXP-7.21 EXP-3.28 changing a database keeps its password and whatever else is stored with it', async ({ page, api }) => {
  const dialog = await pickPostgres(page)
  await fillIn(dialog, 'Journey to edit')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByRole('button', { name: 'Finish' }).click()
  const { result } = await api.get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:%27Journey+to+edit%27)))')
  const { id } = result[0]
  await api.send('PUT', `/api/v1/database/${id}`, { extra: JSON.stringify({ a_key_of_ours: { deep: [1] }, version: '16' }) })

  const first = await edit(page, 'Journey to edit')
  await expect(first.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue('XXXXXXXXXX')
  expect.soft(await findFaults(page), 'edit').toEqual([])
  await first.getByRole('textbox', { name: 'Display name' }).fill('Journey, edited')
  await first.getByRole('textbox', { name: 'Additional parameters' }).fill('application_name=journey')
  await first.getByRole('tab', { name: 'Security' }).click()
  await first.getByRole('checkbox', { name: 'Allow file uploads to database' }).check()
  await first.getByRole('textbox', { name: 'Schemas allowed for file upload' }).fill('public, other')
  await first.getByRole('tab', { name: 'Connection' }).click()
  await first.getByRole('button', { name: 'Test connection' }).click()
  await expect(first.getByText('Connection looks good!')).toBeVisible()
  await first.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Database settings updated')).toBeVisible()

  const stored = (await api.get(`/api/v1/database/${id}/connection`)).result
  expect(stored).toMatchObject({
    database_name: 'Journey, edited',
    allow_file_upload: true,
    parameters: { password: 'XXXXXXXXXX', query: { application_name: 'journey' } },
  })
  expect(JSON.parse(stored.extra)).toMatchObject({ a_key_of_ours: { deep: [1] }, version: '16', schemas_allowed_for_file_upload: ['public', 'other'] })
  expect((await api.get(`/api/v1/database/${id}/schemas/`)).result).toContain('public')

  // One that something else manages is shown and cannot be changed.
  await api.send('PUT', `/api/v1/database/${id}`, { is_managed_externally: true, external_url: 'https://infra.example/databases' })
  await page.reload()
  const managed = await edit(page, 'Journey, edited')
  await expect(managed.getByText("This database is managed externally, and can't be edited in Sightline.")).toBeVisible()
  await expect(managed.getByRole('textbox', { name: 'Host' })).toBeDisabled()
  await expect(managed.getByRole('button', { name: 'Finish' })).toBeDisabled()
})

test('EXP-7.22 deleting a database shows what depends on it and asks for the word', async ({ page, api }) => {
  const { id } = await api.send('POST', '/api/v1/database/', { database_name: 'Journey to delete', sqlalchemy_uri: address })
  await page.goto('/databaseview/list/')

  // The examples are in use: the server refuses and says why.
  const openDelete = async (name: string): Promise<Locator> => {
    await rowOf(page, name).hover()
    await rowOf(page, name).getByRole('button', { name: /More/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    return page.getByRole('dialog', { name: 'Delete database?' })
  }
  const used = await openDelete('examples')
  const list = used.getByRole('region', { name: 'What depends on it' })
  await expect(list).toContainText(/\d+ charts/)
  await expect(list.getByRole('link', { name: 'Hollowbrook trading' })).toBeVisible()
  expect.soft(await findFaults(page), 'delete').toEqual([])
  await expect(used.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await used.getByRole('textbox', { name: 'Type DELETE to confirm' }).fill('DELETE')
  await used.getByRole('button', { name: 'Delete' }).click()
  await expect(used.getByRole('alert')).toContainText('Cannot delete a database that has datasets attached')
  await used.getByRole('button', { name: 'Cancel' }).click()

  const unused = await openDelete('Journey to delete')
  await expect(unused.getByText('No chart, dashboard or editor tab depends on it.')).toBeVisible()
  await unused.getByRole('textbox', { name: 'Type DELETE to confirm' }).fill('DELETE')
  await unused.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted: Journey to delete')).toBeVisible()
  await expect(rowOf(page, 'Journey to delete')).toHaveCount(0)
  expect((await page.request.get(`/api/v1/database/${id}`)).status()).toBe(404)
})

test('EXP-6.04 who may not write databases gets no way to connect one', async ({ browser, server, api }) => {
  await makePerson(api, { username: 'gamma-databases', roles: ['Gamma'] })
  const { page, context } = await openAs(browser, server.address, 'gamma-databases')
  await page.goto('/databaseview/list/?show_database_modal=true')
  await expect(page.getByRole('heading', { name: 'Database connections' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Connect database' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Upload data' })).toHaveCount(0)
  await context.close()
})
