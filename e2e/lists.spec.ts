import { type Page } from '@playwright/test'
import { type Api, apiOf, choose, expect, makePerson, openAs, test } from './fixtures.ts'

const nameOf = (number: number): string => `Paged ${String(number).padStart(2, '0')}`

/** Thirty charts, so that a page of 25 is not all. */
async function makeCharts(api: Api, count: number, name: (number: number) => string): Promise<void> {
  const params = JSON.stringify({ viz_type: 'big_number_total', datasource: '1__table', metric: 'orders' })
  for (let number = 1; number <= count; number++)
    await api.send('POST', '/api/v1/chart/', { slice_name: name(number), viz_type: 'big_number_total', datasource_id: 1, datasource_type: 'table', params })
}

const namesOf = (page: Page) => page.getByRole('main').getByRole('table').locator('tbody tr td a[title]')
const search = (page: Page, text: string) => page.getByRole('searchbox', { name: 'Search by name' }).fill(text)

test.beforeAll(async ({ browser, server }) => {
  const { context, page } = await openAs(browser, server.address, 'admin')
  await makeCharts(apiOf(page.request, server.address), 30, nameOf)
  await context.close()
})

test('EXP-7.18 filter, sort and page are in the address: a link shows the same list, and so does going back', async ({ page }) => {
  await page.goto('/chart/list/')
  await search(page, 'Paged')
  await expect(page.getByText('Showing 1–25 of 30')).toBeVisible()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(namesOf(page).first()).toHaveText(nameOf(1))
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(namesOf(page).first()).toHaveText(nameOf(30))
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page.getByText('Showing 26–30 of 30')).toBeVisible()
  await expect(namesOf(page)).toHaveText([5, 4, 3, 2, 1].map(nameOf))
  const address = page.url()
  expect(address).toMatch(/pageIndex=1/)
  expect(address).toMatch(/sortColumn=slice_name&sortOrder=desc/)

  await page.getByRole('link', { name: nameOf(4) }).click()
  await expect(page).toHaveURL(/\/explore\//)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(namesOf(page)).toHaveText([5, 4, 3, 2, 1].map(nameOf))
  await expect(page.getByRole('searchbox', { name: 'Search by name' })).toHaveValue('Paged')
  await page.goBack()
  await expect(page.getByText('Showing 1–25 of 30')).toBeVisible()

  await page.goto(address)
  await expect(namesOf(page)).toHaveText([5, 4, 3, 2, 1].map(nameOf))
})

test('EXP-7.25 choices of a filter come from the server and narrow the list; clearing brings all back', async ({ page }) => {
  await page.goto('/chart/list/')
  await choose(page, 'Dashboard', 'Hollowbrook trading')
  await expect(page.getByText('Showing 1–8 of 8')).toBeVisible()
  await choose(page, 'Type', 'Pie Chart')
  await expect(namesOf(page)).toHaveText(['Revenue by channel'])
  await choose(page, 'Owner', /Admin/)
  await expect(namesOf(page)).toHaveText(['Revenue by channel'])
  await page.getByRole('button', { name: 'Clear 3 filters' }).click()
  await expect(page.getByText(/Showing 1–25 of \d+/)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('cards show pictures the server has drawn, in the list and on the home page', async ({ page, api }) => {
  await page.goto('/chart/list/')
  await choose(page, 'Dashboard', 'Hollowbrook trading')
  await page.getByRole('radio', { name: 'Cards' }).click()
  await expect(page).toHaveURL(/viewMode=card/)
  const pictures = page.getByRole('article').locator('img')
  await expect(pictures).toHaveCount(8)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 }).toBeGreaterThan(100)
  }
  // A picture without content would be one colour.
  const colours = await pictures.first().evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    return new Set(Array.from({ length: data.length / 4 }, (_, at) => `${data[at * 4]} ${data[at * 4 + 1]} ${data[at * 4 + 2]}`)).size
  })
  expect(colours).toBeGreaterThan(8)

  // The home page shows the newest five; other journeys make dashboards, too.
  const { result: boards } = await api.get('/api/v1/dashboard/?q=(columns:!(id,dashboard_title),page_size:100)')
  const { id } = (boards as { id: number; dashboard_title: string }[]).find((row) => row.dashboard_title === 'Hollowbrook trading')!
  await api.send('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: 'Hollowbrook trading' })
  await page.goto('/superset/welcome/')
  const board = page.getByRole('article').filter({ hasText: 'Hollowbrook trading' }).locator('img')
  await expect.poll(() => board.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 }).toBeGreaterThan(100)
})

test('EXP-7.24 a starred chart is among the favourites: in the list, on the home page, after a reload', async ({ page }) => {
  await page.goto('/chart/list/')
  await search(page, 'Energy by city')
  const row = page.getByRole('row').filter({ hasText: 'Energy by city' })
  await row.hover()
  await row.getByRole('button', { name: 'Add to favourites' }).click()
  await expect(row.getByRole('img', { name: 'Favourites' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Clear/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Favourites', exact: true }).click()
  await expect(namesOf(page)).toHaveText(['Energy by city'])

  await page.goto('/superset/welcome/')
  const favourites = page.getByRole('region', { name: 'Favourites' })
  await favourites.getByRole('link', { name: 'Energy by city' }).click()
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Energy by city')
  await page.getByRole('button', { name: 'Click to unfavorite' }).click()
  await expect(page.getByRole('button', { name: 'Click to favorite' })).toBeVisible()
  await page.goto('/superset/welcome/')
  await expect(favourites).toContainText("You don't have any favorites yet!")
})

test('DSH-2.10 EXP-2.34 EXP-7.26 home has dashboards, charts, recents and saved queries, narrowed by their tabs', async ({ page }) => {
  await page.goto('/superset/welcome/')
  const charts = page.getByRole('region', { name: 'Charts', exact: true })
  await expect(charts.getByRole('article'), 'five cards').toHaveCount(5)
  const dashboards = page.getByRole('region', { name: 'Dashboards', exact: true })
  await expect(dashboards.getByRole('article').filter({ hasText: 'Hollowbrook trading' })).toBeVisible()
  for (const section of [charts, dashboards]) await expect(section.getByRole('radio')).toHaveText(['Favorite', 'Mine', 'All'])
  await dashboards.getByRole('radio', { name: 'Favorite' }).click()
  await expect(dashboards).toContainText("You don't have any favorites yet!")
  await page.reload()
  await expect(dashboards.getByRole('radio', { name: 'Favorite' }), 'the choice is remembered').toBeChecked()
  await dashboards.getByRole('radio', { name: 'Mine' }).click()
  await expect(dashboards.getByRole('article').filter({ hasText: 'Hollowbrook trading' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Saved queries' })).toBeVisible()

  // What was opened last stands first among what was viewed.
  await page.goto('/superset/dashboard/hollowbrook-trading/')
  await expect(page.getByRole('figure').first()).toBeVisible()
  await page.goto('/superset/welcome/')
  const recent = page.getByRole('region', { name: 'Recent work' })
  await expect(recent.getByRole('radio')).toHaveText(['Viewed', 'Edited', 'Created'])
  await recent.getByRole('radio', { name: 'Viewed' }).click()
  await expect(recent.getByRole('link').first()).toContainText('Hollowbrook trading')
})

test('EXP-7.21 EXP-7.22 a chart is renamed in place; several are deleted together after the word is typed', async ({ page, api }) => {
  await makeCharts(api, 3, (number) => `Doomed ${number}`)
  await page.goto('/chart/list/')
  await search(page, 'Doomed')
  await expect(namesOf(page)).toHaveCount(3)
  const row = page.getByRole('row').filter({ hasText: 'Doomed 2' })
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename chart' })
  await rename.getByRole('textbox').first().fill('Doomed but renamed')
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Doomed but renamed' })).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select Doomed 1' }).check()
  await page.getByRole('checkbox', { name: 'Select Doomed but renamed' }).check()
  await expect(page.getByRole('toolbar')).toContainText('2 selected')
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete charts?' })
  await expect(dialog).toContainText('Doomed but renamed')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(namesOf(page)).toHaveCount(3)

  await page.getByRole('toolbar').getByRole('button', { name: 'Delete…' }).click()
  await dialog.getByRole('textbox').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(namesOf(page)).toHaveText(['Doomed 3'])
  const { count } = await api.get('/api/v1/chart/?q=(filters:!((col:slice_name,opr:ct,value:Doomed)))')
  expect(count).toBe(1)
})

test('nothing found, nothing there and nothing to be had are three different places', async ({ page, browser, server, api }) => {
  await page.goto('/chart/list/')
  await search(page, 'no chart is called this')
  await expect(page.getByText('No results match your filter criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page.getByText(/Showing 1–25 of/)).toBeVisible()

  await makePerson(api, { username: 'fresh', roles: ['Alpha', 'sql_lab'] })
  const other = await openAs(browser, server.address, 'fresh')
  await other.page.goto('/savedqueryview/list/')
  await expect(other.page.getByText('No saved queries yet')).toBeVisible()
  await other.context.close()

  await page.route('**/api/v1/dataset/?q=*', (route) => route.abort())
  await page.goto('/tablemodelview/list/')
  const box = page.getByRole('alert').filter({ hasText: 'The list could not be loaded' })
  await expect(box).toContainText('Network error')
  await page.unroute('**/api/v1/dataset/?q=*')
  await box.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: 'orders', exact: true })).toBeVisible()
})

test('the command palette goes to a chart by its name without the mouse', async ({ page, api }) => {
  const id = await api.chartId('Weekly revenue')
  await page.goto('/superset/welcome/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('weekly rev')
  const wanted = palette.getByRole('option', { name: 'Weekly revenue' })
  await expect(wanted).toBeVisible()
  for (let step = 0; step < 20 && (await wanted.getAttribute('aria-selected')) !== 'true'; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/explore/\\?slice_id=${id}$`))
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Weekly revenue')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('no such thing anywhere')
  await expect(palette.getByText('Nothing matches')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
})
