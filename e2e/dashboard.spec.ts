import { type Locator, type Page } from '@playwright/test'
import { type Api, apiOf, expect, expectDrawn, expectDrawnCharts, makeDashboard, signIn, startWithExamples, test } from './fixtures.ts'
import { startServer } from './server.ts'

const rows = [
  [
    ['Orders in twelve months', 4],
    ['Average basket', 4],
  ],
  [
    ['Revenue by channel', 6],
    ['Best sellers', 6],
  ],
] as const

/** A block in edit mode, by the name of its chart. */
const block = (page: Page, name: string): Locator => page.getByRole('group', { name: new RegExp(`^${name}, \\d+ columns wide`) })

/** A card when reading. */
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true }).first()

/** Names and sizes in reading order: what a person would say the layout is. */
const describeBlocks = (page: Page): Promise<(string | null)[]> =>
  page.locator('[aria-roledescription="block"]').evaluateAll((blocks) => blocks.map((one) => one.getAttribute('aria-label')))

/** Where the cards stand, rounded to the pixel: the layout as it is seen when reading. */
const describePlaces = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('section[aria-label]')
    .evaluateAll((cards) => {
      const all = cards.map((card) => ({ name: card.getAttribute('aria-label'), box: card.getBoundingClientRect() }))
      const top = Math.min(...all.map(({ box }) => box.top))
      return all.map(({ name, box }) =>
        [name, box.left, box.top - top, box.width, box.height].map((one) => (typeof one === 'number' ? Math.round(one) : one)).join(' '),
      )
    })

async function openEditing(page: Page, id: number): Promise<void> {
  await page.goto(`/superset/dashboard/${id}/`)
  await page.getByRole('button', { name: 'Edit dashboard' }).click()
  await expect(page.getByRole('textbox', { name: 'Title of the dashboard' })).toBeVisible()
}

async function saveDashboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit dashboard' })).toBeVisible()
}

/** Drags a block by its handle, in small steps as a hand does. */
async function drag(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const start = await from.boundingBox()
  if (!start) throw new Error('nothing to drag')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 8, start.y + start.height / 2 + 8, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await page.mouse.move(to.x + 1, to.y + 1)
  await page.waitForTimeout(100)
  await page.mouse.up()
}

/** Everything the journey changes on a dashboard, up to the saved result. → the places of the cards when reading */
async function editEverything(page: Page, api: Api, title: string): Promise<{ id: number; places: string[] }> {
  const id = await makeDashboard(api, title, rows)
  await openEditing(page, id)
  expect(await describeBlocks(page)).toEqual([
    'Orders in twelve months, 4 columns wide, 30 units high',
    'Average basket, 4 columns wide, 30 units high',
    'Revenue by channel, 6 columns wide, 30 units high',
    'Best sellers, 6 columns wide, 30 units high',
  ])
  await expect(page.getByRole('button', { name: 'Save', exact: true }), 'nothing to save yet').toBeDisabled()

  const field = page.getByRole('textbox', { name: 'Title of the dashboard' })
  await field.fill(`${title}, changed`)
  await field.press('Enter')
  await expect(page.getByText('1 unsaved change')).toBeVisible()

  // A chart from the panel goes to the end.
  const panel = page.getByRole('complementary', { name: 'Add to dashboard' })
  await panel.getByRole('searchbox', { name: 'Search charts' }).fill('Days to del')
  await panel.getByRole('button', { name: /Days to delivery/ }).click()
  await expect(block(page, 'Days to delivery')).toBeVisible()
  await expect(panel.getByRole('button', { name: /Days to delivery/ })).toBeDisabled()

  // By hand: the second number goes before the first one.
  // The board has scrolled to the new chart: back to the top, and places count once they keep still.
  await page.evaluate(() => scrollTo(0, 0))
  await page.waitForTimeout(500)
  const target = await block(page, 'Orders in twelve months').boundingBox()
  if (!target) throw new Error('no target')
  await drag(page, block(page, 'Average basket').getByTitle('Drag Average basket'), { x: target.x + 20, y: target.y + target.height / 2 })
  await expect
    .poll(async () => (await describeBlocks(page)).map((text) => text?.split(',')[0]).slice(0, 2))
    .toEqual(['Average basket', 'Orders in twelve months'])

  // By keyboard: the table goes to the left of the pie.
  await block(page, 'Best sellers').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await describeBlocks(page)).map((text) => text?.split(',')[0]).slice(2, 4)).toEqual(['Best sellers', 'Revenue by channel'])

  // Sizes: one by keyboard, one by the edge.
  await block(page, 'Average basket').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('group', { name: 'Average basket, 5 columns wide, 31 units high' })).toBeVisible()
  const edge = block(page, 'Orders in twelve months').getByTitle('Change the height of Orders in twelve months')
  const bottom = await edge.boundingBox()
  if (!bottom) throw new Error('no edge')
  await page.mouse.move(bottom.x + bottom.width / 2, bottom.y + bottom.height / 2)
  await page.mouse.down()
  await page.mouse.move(bottom.x + bottom.width / 2, bottom.y + bottom.height / 2 + 40, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByRole('group', { name: 'Orders in twelve months, 4 columns wide, 35 units high' })).toBeVisible()

  // Remove, undo, redo.
  await block(page, 'Revenue by channel').focus()
  await page.keyboard.press('Delete')
  await expect(block(page, 'Revenue by channel')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo the action' }).click()
  await expect(block(page, 'Revenue by channel')).toBeVisible()
  await page.getByRole('button', { name: 'Redo the action' }).click()
  await expect(block(page, 'Revenue by channel')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(block(page, 'Revenue by channel')).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(block(page, 'Revenue by channel')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Redo the action' })).toBeDisabled()

  await saveDashboard(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}, changed`)
  await expectDrawnCharts(page, 4)
  await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0))
  return { id, places: await describePlaces(page) }
}

const expectPlaces = async (page: Page, id: number, title: string, places: readonly string[]): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expectDrawnCharts(page, places.length)
  expect(await describePlaces(page)).toEqual(places)
  expect(places.map((place) => place.replace(/( -?\d+){4}$/, ''))).toEqual(['Average basket', 'Orders in twelve months', 'Best sellers', 'Days to delivery'])
  expect(page.url()).toContain(String(id))
}

test('a dashboard is edited, saved and the same after a reload', async ({ page, api }) => {
  const { id, places } = await editEverything(page, api, 'Board')
  await page.reload()
  await expectPlaces(page, id, 'Board, changed', places)
})

test('after kill -9 and a start on the same data folder everything is found again', async ({ browser }) => {
  test.setTimeout(300_000)
  const { server, data, remove } = await startWithExamples()
  try {
    const context = await browser.newContext({ baseURL: server.address, storageState: { cookies: [], origins: [] } })
    const page = await context.newPage()
    await signIn(page, server.address)
    const { id, places } = await editEverything(page, apiOf(page.request, server.address), 'Killed board')
    await server.kill()
    const again = await startServer({ data })
    try {
      // The cookie is for the host, whatever the port: the sign-in is found again too.
      await page.goto(`${again.address}/superset/dashboard/${id}/`)
      await expectPlaces(page, id, 'Killed board, changed', places)
      await page.goto(`${again.address}/dashboard/list/`)
      await expect(page.getByRole('link', { name: 'Killed board, changed' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Hollowbrook trading' })).toBeVisible()
      await context.close()
    } finally {
      expect(await again.stop()).toBe(0)
    }
  } finally {
    await server.kill()
    remove()
  }
})

test('discarding asks, and then nothing has changed; unsaved edits survive a reload', async ({ page, api }) => {
  const id = await makeDashboard(api, 'Discarded', rows)
  await openEditing(page, id)
  await block(page, 'Best sellers').focus()
  await page.keyboard.press('Delete')
  await expect(block(page, 'Best sellers')).toHaveCount(0)

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Unsaved changes of an earlier visit are kept in this browser.')).toBeVisible()
  await page.getByRole('button', { name: 'Restore them' }).click()
  await expect(page.getByRole('textbox', { name: 'Title of the dashboard' })).toBeVisible()
  await expect(block(page, 'Best sellers')).toHaveCount(0)
  await expect(block(page, 'Revenue by channel')).toBeVisible()

  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard your changes?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(block(page, 'Best sellers')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: 'Edit dashboard' })).toBeVisible()
  await expect(card(page, 'Best sellers')).toBeVisible()
  await page.reload()
  await expect(card(page, 'Best sellers')).toBeVisible()
  await expect(page.getByText('Unsaved changes of an earlier visit')).toHaveCount(0)
})

test('somebody else saved in the meantime: the page asks before it overwrites', async ({ page, api }) => {
  const id = await makeDashboard(api, 'Contested', rows)
  await openEditing(page, id)
  const field = page.getByRole('textbox', { name: 'Title of the dashboard' })
  await field.fill('Mine')
  await field.press('Enter')
  // Moments are kept to the second: the other save must not fall into the same one.
  await page.waitForTimeout(1100)
  await api.send('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: 'Theirs' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved this dashboard' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
  expect((await api.get(`/api/v1/dashboard/${id}`)).result.dashboard_title).toBe('Mine')
})

test('a chart that fails shows its own error while the others are drawn; a retry draws it', async ({ page, api }) => {
  const { id: dataset } = await api.send('POST', '/api/v1/dataset/', {
    database: 1,
    schema: 'main',
    table_name: 'breakable',
    sql: "SELECT 'a' AS letter, 1 AS amount",
  })
  const form = { viz_type: 'table', datasource: `${dataset}__table`, query_mode: 'raw', all_columns: ['letter', 'amount'], row_limit: 10 }
  const make = async (name: string, params: unknown) =>
    (
      await api.send('POST', '/api/v1/chart/', {
        slice_name: name,
        viz_type: 'table',
        datasource_id: dataset,
        datasource_type: 'table',
        params: JSON.stringify(params),
      })
    ).id
  const failing = await make('Failing chart', form)
  const unknown = await make('Unknown type', { ...form, viz_type: 'hologram' })
  await api.send('PUT', `/api/v1/chart/${unknown}`, { viz_type: 'hologram' })
  await api.send('PUT', `/api/v1/dataset/${dataset}?override_columns=false`, { sql: 'SELECT letter, amount FROM table_that_is_gone' })
  const id = await makeDashboard(api, 'Partly broken', [
    [
      [failing, 4],
      [unknown, 4],
      ['Orders in twelve months', 4],
    ],
    [['Revenue by channel', 6]],
  ])

  await page.goto(`/superset/dashboard/${id}/`)
  const failed = card(page, 'Failing chart')
  await expect(failed.getByRole('alert')).toContainText('This chart could not be loaded')
  await expect(failed.getByRole('alert')).toContainText('table_that_is_gone')
  await expect(page.getByRole('region', { name: 'Unknown type' }).getByRole('alert')).toContainText('This visualization type is not supported.')
  await expectDrawn(page.getByRole('region', { name: 'Orders in twelve months' }).getByRole('figure'))
  await expectDrawn(page.getByRole('region', { name: 'Revenue by channel' }).getByRole('figure'))
  await expect(page.getByRole('alert')).toHaveCount(2)

  await api.send('PUT', `/api/v1/dataset/${dataset}?override_columns=false`, { sql: "SELECT 'mended' AS letter, 1 AS amount" })
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed.getByRole('cell', { name: 'mended' })).toBeVisible()
})

test('a card shows its rows, grows to full size and comes back', async ({ page, api }) => {
  const id = await makeDashboard(api, 'Cards', rows)
  await page.goto(`/superset/dashboard/${id}/`)
  const pie = card(page, 'Revenue by channel')
  await expectDrawn(pie.getByRole('figure'))
  await pie.hover()
  await pie.getByRole('button', { name: 'Actions for Revenue by channel' }).click()
  await page.getByRole('menuitem', { name: 'View as table' }).click()
  await expect(pie.getByRole('gridcell', { name: 'Web shop' })).toBeVisible()
  const before = await pie.boundingBox()
  await pie.hover()
  await pie.getByRole('button', { name: 'Show Revenue by channel in full size' }).click()
  await expect.poll(async () => (await pie.boundingBox())?.width).toBeGreaterThan((before?.width ?? 0) * 1.5)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await pie.boundingBox())?.width).toBe(before?.width)
  await pie.hover()
  await pie.getByRole('button', { name: 'Actions for Revenue by channel' }).click()
  await page.getByRole('menuitem', { name: 'Edit chart' }).click()
  await expect(page).toHaveURL(/\/explore\/\?slice_id=/)
})
