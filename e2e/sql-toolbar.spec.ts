import { type Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { type Api, apiOf, expect, makePerson, openAs, signIn, startWithExamples } from './fixtures.ts'
import { editorOf, examplesId, openText, resultsOf, runOf, test, write } from './sql-editor.ts'

const address = process.env['SIGHTLINE_TEST_PG']

test.beforeEach(async ({ page }) => page.addInitScript({ path: axeFile }))

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('SQL-2.06 SQL-8.03 a query is saved by its key, and a tab that came from it can replace it or make another', async ({ page, api }) => {
  await openText(page, 'SELECT 1 AS first', { dbid: String(await examplesId(api)) })
  await editorOf(page).click()
  await page.keyboard.press('Control+s')
  const dialog = dialogOf(page, 'Save query')
  await dialog.getByLabel('Name').fill('Toolbar query')
  await dialog.getByLabel('Description').fill('Kept by a journey')
  await expect(dialog.getByRole('button', { name: 'Update' })).toHaveCount(0)
  expect.soft(await findFaults(page), 'save').toEqual([])
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your query was saved')).toBeVisible()
  await expect(page.getByRole('tab', { name: /Toolbar query/ })).toBeVisible()

  await write(page, 'SELECT 2 AS second')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByLabel('Description')).toHaveValue('Kept by a journey')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Your query was updated')).toBeVisible()

  await write(page, 'SELECT 3 AS third')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByLabel('Name').fill('Toolbar query, again')
  await dialog.getByRole('button', { name: 'Save as new' }).click()
  await expect(page.getByText('Your query was saved')).toBeVisible()
  const { result } = await api.get('/api/v1/saved_query/?q=(page_size:100,order_column:label,order_direction:asc)')
  const kept = (result as { label: string; sql: string; description: string }[]).filter(({ label }) => label.startsWith('Toolbar query'))
  expect(kept.map(({ label, sql, description }) => [label, sql, description])).toEqual([
    ['Toolbar query', 'SELECT 2 AS second', 'Kept by a journey'],
    ['Toolbar query, again', 'SELECT 3 AS third', 'Kept by a journey'],
  ])
})

test('SQL-1.02 SQL-2.07 a link is copied; whoever may read the data runs it, whoever may not reads why', async ({ page, api, browser, server }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openText(page, 'SELECT count(*) > 0 AS has_rows FROM orders', { dbid: String(await examplesId(api)), name: 'Shared by link' })
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Copied to clipboard!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/sqllab\/p\/[\w-]+\/$/)

  await makePerson(api, { username: 'reader', roles: ['Alpha', 'sql_lab'] })
  await makePerson(api, { username: 'stranger', roles: ['Gamma', 'sql_lab'] })
  const reader = await openAs(browser, server.address, 'reader')
  await reader.page.goto(link)
  await expect(editorOf(reader.page)).toHaveText('SELECT count(*) > 0 AS has_rows FROM orders')
  await expect(reader.page.getByRole('tab', { name: /Shared by link/ })).toBeVisible()
  await runOf(reader.page).click()
  await expect(reader.page.getByRole('gridcell', { name: 'true' })).toBeVisible()
  await reader.context.close()

  const stranger = await openAs(browser, server.address, 'stranger')
  await stranger.page.goto(link)
  // Without a database there is nothing to ask; the page says that instead of showing an editor that cannot run.
  await expect(stranger.page.getByText('There are no databases available')).toBeVisible()
  await stranger.context.close()
})

test('SQL-2.07 a browser that keeps its clipboard to itself gets the link in a field', async ({ page, api }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await openText(page, 'SELECT 1', { dbid: String(await examplesId(api)) })
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = dialogOf(page, 'Link to this query')
  await expect(dialog.getByLabel('Link')).toHaveValue(/\/sqllab\/p\//)
  expect.soft(await findFaults(page), 'link').toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('template parameters are kept as they are typed, marked while they cannot be read, and used by the run', async ({ page, api }) => {
  await openText(page, "SELECT '{{ region }}' AS region", { dbid: String(await examplesId(api)) })
  await page.getByRole('button', { name: /^Parameters/ }).click()
  const dialog = dialogOf(page, 'Template parameters')
  const field = dialog.getByLabel('Parameters as JSON')
  await field.fill('{"region": "Co')
  await expect(dialog.getByRole('alert')).toContainText('Invalid JSON')
  expect.soft(await findFaults(page), 'parameters').toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: /^Parameters.*Invalid JSON/ })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: /^Parameters/ }).click()
  await expect(field).toHaveValue('{"region": "Co')
  await field.fill('{"region": "Coast", "least": 3}')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Parameters 2' })).toBeVisible()
  await runOf(page).click()
  await expect(page.getByRole('gridcell', { name: 'Coast', exact: true })).toBeVisible()
})

test('the text is laid out in lines, the limit is chosen, and keys are listed by what they do', async ({ page, api }) => {
  await openText(page, 'select channel, count(*) from orders group by channel', { dbid: String(await examplesId(api)) })
  await page.getByRole('button', { name: 'Format' }).click()
  await expect(editorOf(page)).toContainText('SELECT')
  await expect(editorOf(page).locator('.cm-line')).not.toHaveCount(1)
  await page.getByRole('button', { name: /^Limit/ }).click()
  await expect(page.getByRole('menuitemradio', { name: '1\u2009000', exact: true })).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('menuitemradio', { name: '10\u2009000', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Limit 10\u2009000' })).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  const autocomplete = page.getByRole('menuitemcheckbox', { name: 'Autocomplete' })
  await expect(autocomplete).toHaveAttribute('aria-checked', 'true')
  expect.soft(await findFaults(page, '[role="menu"]'), 'menu').toEqual([])
  await autocomplete.click()
  expect(await page.evaluate(() => localStorage.getItem('sqllab__is_autocomplete_enabled'))).toBe('false')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(dialogOf(page, 'Keyboard shortcuts').getByText('Run query')).toBeVisible()
  expect.soft(await findFaults(page), 'shortcuts').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Saved queries' }).click()
  await expect(page).toHaveURL(/savedqueryview/)
})

test('a narrow window has every tool in its menu', async ({ page, api }) => {
  await openText(page, 'SELECT 1', { dbid: String(await examplesId(api)) })
  await expect(page.getByText(/^Saved draft/)).toBeVisible()
  await page.setViewportSize({ width: 420, height: 900 })
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  const menu = page.getByRole('menu', { name: 'More actions' })
  for (const name of [/^Parameters/, /^Format/, /^Save /, 'Share', 'Keyboard shortcuts', 'Query history', 'Saved queries'])
    await expect(menu.getByRole('menuitem', { name }).first()).toBeVisible()
  await expect(menu.getByText(/^Saved draft/)).toBeVisible()
  await menu
    .getByRole('menuitem', { name: /^Save / })
    .first()
    .click()
  await expect(dialogOf(page, 'Save query')).toBeVisible()
})

test('SQL-8.02 an operator sets up schedules, a warning and the old way of sharing; tabs that only the browser keeps say so', async ({ browser }) => {
  const form = {
    JSONSCHEMA: {
      title: 'When it runs',
      required: ['output'],
      properties: {
        output: { type: 'string', title: 'Output table' },
        start: { type: 'string', format: 'date-time', title: 'Start', default: 'tomorrow at 9am' },
      },
    },
  }
  const { server, remove } = await startWithExamples({
    SIGHTLINE_SCHEDULED_QUERIES: JSON.stringify(form),
    SIGHTLINE_SQLLAB_SAVE_WARNING: 'Everybody can read what you save.',
    SIGHTLINE_FEATURE_KV_STORE: 'true',
    SIGHTLINE_FEATURE_SHARE_QUERIES_VIA_KV_STORE: 'true',
    SIGHTLINE_FEATURE_SQLLAB_BACKEND_PERSISTENCE: 'false',
  })
  const context = await browser.newContext({ baseURL: server.address, storageState: { cookies: [], origins: [] } })
  try {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    await page.addInitScript({ path: axeFile })
    await signIn(page, server.address)
    const api = apiOf(page.request, server.address)
    await openText(page, 'SELECT 5 AS five', { dbid: String(await examplesId(api)) })
    await expect(page.getByText(/^Draft kept in this browser/)).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialogOf(page, 'Save query').getByText('Everybody can read what you save.')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(page.getByText('Copied to clipboard!')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/sqllab\/\?id=\d+$/)

    // What has not run well once is not worth repeating.
    await page.getByRole('button', { name: 'More ways to save' }).click()
    await expect(page.getByRole('menuitem', { name: 'Schedule' })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await runOf(page).click()
    await expect(page.getByRole('gridcell', { name: '5', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'More ways to save' }).click()
    await page.getByRole('menuitem', { name: 'Schedule' }).click()
    const dialog = dialogOf(page, 'Schedule query')
    await expect(dialog.getByLabel('Start')).toHaveValue(/T09:00$/)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Fill this in')
    expect.soft(await findFaults(page), 'schedule').toEqual([])
    await dialog.getByLabel('Output table').fill('daily_five')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Your query has been scheduled. To see details of your query, navigate to Saved queries')).toBeVisible()
    const { result } = await api.get('/api/v1/saved_query/?q=(page_size:100)')
    expect(result).toContainEqual(expect.objectContaining({ extra: { schedule_info: expect.objectContaining({ output: 'daily_five' }) } }))

    await page.goto(link)
    await expect(editorOf(page)).toHaveText('SELECT 5 AS five')
  } finally {
    await context.close()
    await server.stop()
    remove()
  }
})

test.describe('on PostgreSQL', () => {
  test.beforeEach(() => {
    if (process.env['CI']) expect(address, 'SIGHTLINE_TEST_PG').toBeDefined()
    else test.skip(address === undefined, 'SIGHTLINE_TEST_PG is not set')
  })

  const ask = async (api: Api, databaseId: number, sql: string): Promise<Record<string, unknown>[]> => {
    const body = { client_id: Math.random().toString(36).slice(2, 13), database_id: databaseId, sql, runAsync: false, queryLimit: 10 }
    return (await api.send('POST', '/api/v1/sqllab/execute/', body)).data
  }

  /** A connection that allows everything, with a schema for new tables that is gone afterwards. */
  const connect = async (api: Api, name: string, schema: string | null, more: Readonly<Record<string, unknown>> = {}): Promise<number> => {
    const { id } = await api.send('POST', '/api/v1/database/', {
      database_name: name,
      sqlalchemy_uri: address,
      expose_in_sqllab: true,
      allow_ctas: true,
      allow_cvas: true,
      allow_dml: true,
      force_ctas_schema: schema,
      extra: JSON.stringify({ cost_estimate_enabled: true, cancel_query_on_windows_unload: true }),
      ...more,
    })
    if (schema !== null) await ask(api, id, `CREATE SCHEMA ${schema}`)
    return id
  }

  test('SQL-1.04 SQL-2.05 a cost estimate comes before the run, for all or for what is selected, or says why there is none', async ({ page, api }) => {
    const id = await connect(api, 'estimates', null)
    await openText(page, 'SELECT 1; SELECT * FROM pg_class', { dbid: String(id) })
    await page.getByRole('button', { name: 'Estimate' }).click()
    const dialog = dialogOf(page, 'Cost estimate')
    await expect(dialog.getByRole('columnheader', { name: 'Total cost' })).toBeVisible()
    await expect(dialog.getByRole('row')).toHaveCount(3)
    expect.soft(await findFaults(page), 'estimate').toEqual([])
    await page.keyboard.press('Escape')
    await write(page, 'SELECT * FROM no_such_table_here')
    await page.getByRole('button', { name: 'Estimate' }).click()
    await expect(dialog.getByRole('alert')).toContainText('no_such_table_here')
  })

  test('SQL-1.05 a query is made into a table and a view, where the connection says', async ({ page, api }) => {
    const schema = `toolbar_${Date.now()}`
    const id = await connect(api, 'makes tables', schema)
    try {
      await openText(page, 'SELECT 41 + 1 AS answer', { dbid: String(id) })
      await page.getByRole('button', { name: 'More ways to run' }).click()
      await page.getByRole('menuitem', { name: 'CREATE TABLE AS' }).click()
      const dialog = dialogOf(page, 'CREATE TABLE AS')
      const name = dialog.getByLabel('Name')
      await expect(name).toHaveAttribute('placeholder', `Specify name to CREATE TABLE AS schema in: ${schema}`)
      await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled()
      await name.fill('public.answers')
      await expect(dialog.getByRole('alert')).toContainText('without a schema')
      await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled()
      expect.soft(await findFaults(page), 'create as').toEqual([])
      await name.fill('answers')
      await name.press('Enter')
      await expect(resultsOf(page)).toContainText(`${schema}.answers`)
      expect(await ask(api, id, `SELECT answer FROM ${schema}.answers`)).toEqual([{ answer: 42 }])

      await page.getByRole('button', { name: 'More ways to run' }).click()
      await page.getByRole('menuitem', { name: 'CREATE VIEW AS' }).click()
      await dialogOf(page, 'CREATE VIEW AS').getByLabel('Name').fill('answers_view')
      await dialogOf(page, 'CREATE VIEW AS').getByRole('button', { name: 'Create' }).click()
      await expect(resultsOf(page)).toContainText(`${schema}.answers_view`)
      expect(await ask(api, id, `SELECT answer FROM ${schema}.answers_view`)).toEqual([{ answer: 42 }])

      // The view is among the tables and tells the statement that makes it.
      await openText(page, 'SELECT 1', { dbid: String(id), schema })
      const view = page.getByRole('treeitem', { name: /^answers_view/ })
      await view.click()
      await expect(view).toHaveAttribute('aria-expanded', 'true')
      await expect(page.getByRole('treeitem', { name: /^answer / }).first()).toBeVisible()
      await view.hover()
      await page.getByRole('button', { name: 'More about answers_view', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Show CREATE VIEW statement' }).click()
      await expect(dialogOf(page, 'CREATE VIEW statement of answers_view')).toContainText(/41 \+ 1/)
    } finally {
      await ask(api, id, `DROP SCHEMA ${schema} CASCADE`)
    }
  })

  /** Whether a statement that takes this lock for as long as it runs is running in the database. */
  const isRunning = async (api: Api, id: number, lock: number): Promise<boolean> =>
    (await ask(api, id, `SELECT pg_try_advisory_xact_lock(${lock}) AS is_free`))[0]?.['is_free'] === false

  test('SQL-8.04 a long statement is stopped in the database, by the button and with the window', async ({ page, api }) => {
    const id = await connect(api, 'sleeps', null)
    const lock = Math.floor(Math.random() * 1e9)
    await openText(page, `SELECT pg_advisory_xact_lock(${lock})::text, pg_sleep(27)::text AS slept`, { dbid: String(id) })
    await runOf(page).click()
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    await expect(stop).toContainText(/[1-9]\.\d s/)
    await expect.poll(() => isRunning(api, id, lock)).toBe(true)
    await stop.click()
    await expect(page.getByText('Query was stopped.')).toBeVisible()
    await expect.poll(() => isRunning(api, id, lock)).toBe(false)

    // A run of the background would go on without its window.
    const background = await connect(api, 'sleeps in the background', null, { allow_run_async: true })
    await openText(page, `SELECT pg_advisory_xact_lock(${lock + 1})::text, pg_sleep(28)::text AS slept`, { dbid: String(background) })
    await runOf(page).click()
    await expect.poll(() => isRunning(api, id, lock + 1)).toBe(true)
    await page.goto('about:blank')
    await expect.poll(() => isRunning(api, id, lock + 1)).toBe(false)
    const states = async (): Promise<unknown[]> => {
      const { result } = await api.get('/api/v1/query/?q=(page_size:100,order_column:start_time,order_direction:desc)')
      return (result as { sql: string; status: string }[]).filter(({ sql }) => sql.includes(`xact_lock(${lock + 1})::text`)).map(({ status }) => status)
    }
    await expect.poll(states).toEqual(['stopped'])
  })
})
