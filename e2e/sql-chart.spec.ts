import { expect, expectDrawn } from './fixtures.ts'
import { editorOf, examplesId, openEditor, resultsOf, run, tabOf, tabsOf, test } from './sql-editor.ts'

test('the rows of a query become a chart: the explorer opens on the query and draws them', async ({ page }) => {
  await openEditor(page)
  await run(page, "SELECT 'north' AS region, 12 AS sold UNION ALL SELECT 'south', 30 ORDER BY 2")
  const chart = resultsOf(page).getByRole('button', { name: 'Create chart' })
  await chart.click()
  await page.waitForURL(/\/explore\/\?.*form_data_key=/)
  const figure = page.getByRole('main').getByRole('figure').first()
  await expectDrawn(figure)
  await expect(figure.getByText('north')).toBeVisible()
  await expect(figure.getByText('30')).toBeVisible()
  // The address carries it: a reload draws the same.
  await page.reload()
  await expectDrawn(page.getByRole('main').getByRole('figure').first())

  // Back in the editor everything is as it was; with Ctrl the chart opens beside it.
  await page.goBack()
  await expect(editorOf(page)).toContainText("SELECT 'north' AS region")
  await resultsOf(page).getByRole('button', { name: 'Refetch results' }).click()
  const opening = page.context().waitForEvent('page')
  await chart.click({ modifiers: ['ControlOrMeta'] })
  const beside = await opening
  await beside.waitForURL(/form_data_key=/)
  await expectDrawn(beside.getByRole('main').getByRole('figure').first())
  await expect(editorOf(page)).toBeVisible()

  // While nothing has run there is nothing to make a dataset of, and the menu says so.
  await page.getByRole('button', { name: 'Add a new tab' }).click()
  await page.getByRole('button', { name: 'More ways to save' }).click()
  await expect(page.getByRole('menuitem', { name: 'Save dataset' })).toBeDisabled()
})

test('SQL-8.13 an answer that cannot be drawn shows "Unexpected error" with details and stack, and the text above stays in reach', async ({ page }) => {
  await openEditor(page)
  // No server of ours says this; a proxy or a later version might.
  await page.route('**/api/v1/sqllab/execute/**', (route) =>
    route.fulfill({
      json: {
        status: 'success',
        query: { id: 'x', state: 'success' },
        data: [{ a: 1 }],
        columns: [{ column_name: { no: 'name' }, type: 'INT', type_generic: 0 }],
      },
    }),
  )
  await run(page, 'SELECT 1 AS broken')
  const box = resultsOf(page).getByRole('alert')
  await expect(box).toContainText('Unexpected error')
  await box.getByRole('button', { name: 'See more' }).click()
  await expect(box.locator('pre')).toContainText(/at .*:\d+:\d+/)
  await page.unroute('**/api/v1/sqllab/execute/**')
  await run(page, 'SELECT 2 AS whole')
  await expect(page.getByRole('gridcell', { name: '2', exact: true })).toBeVisible()
  await expect(box).toHaveCount(0)
})

test('SQL-2.01 a query sent as a form opens in a tab, once: links followed afterwards open what they lead to', async ({ page, api }) => {
  const dbId = await examplesId(api)
  await api.send('POST', '/api/v1/saved_query/', { label: 'Saved one', sql: 'SELECT 5 AS saved', db_id: dbId, schema: 'main' })
  await page.goto('/superset/welcome/')
  const { result: token } = await api.get('/api/v1/security/csrf_token/')
  await page.evaluate(
    ([secret, form]) => {
      const sent = document.createElement('form')
      sent.method = 'POST'
      sent.action = '/superset/sqllab/'
      for (const [name, value] of Object.entries({ csrf_token: secret!, form_data: form! })) {
        const field = document.createElement('input')
        Object.assign(field, { type: 'hidden', name, value })
        sent.append(field)
      }
      document.body.append(sent)
      sent.submit()
    },
    [token as string, JSON.stringify({ sql: 'SELECT 4 AS posted', dbid: String(dbId) })],
  )
  await expect(editorOf(page)).toHaveText('SELECT 4 AS posted')
  await expect(page).toHaveURL(/\/sqllab\/$/)
  const count = await tabsOf(page).count()
  // By links inside the app, without loading the page again.
  await page.evaluate(() => history.pushState({}, '', '/savedqueryview/list/'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: {} })))
  await page.getByRole('link', { name: 'Saved one' }).first().click()
  await expect(tabOf(page, 'Saved one')).toHaveAttribute('aria-selected', 'true')
  await expect(editorOf(page)).toHaveText('SELECT 5 AS saved')
  await expect(tabsOf(page)).toHaveCount(count + 1)
})
