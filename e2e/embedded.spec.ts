import type { Frame, FrameLocator, Locator, Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { apiOf, expect, expectDrawn, nobody, signIn, startWithExamples, test, type Api } from './fixtures.ts'
import { startHostSite, type HostSite } from './host-site.ts'

/** What the SDK gives to the page that embeds. */
interface Embedded {
  readonly getScrollSize: () => Promise<{ width: number; height: number }>
  readonly getDashboardPermalink: (anchor: string) => Promise<string>
  readonly getActiveTabs: () => Promise<string[]>
  readonly getDataMask: () => Promise<object>
  readonly getChartDataPayloads: (params?: { chartId?: number }) => Promise<Record<string, { queries: unknown[] }>>
  readonly setThemeMode: (mode: string) => void
  readonly unmount: () => void
}
declare global {
  // oxlint-disable-next-line vars-on-top
  var supersetEmbeddedSdk: { embedDashboard: (options: object) => Promise<Embedded> }
  // oxlint-disable-next-line vars-on-top
  var embedded: Embedded
}

/** Two tabs: a picture and a number in the first, the rows of two places in the second. */
async function makeBoard(api: Api, title: string) {
  const { id: dataset } = await api.send('POST', '/api/v1/dataset/', {
    database: 1,
    schema: 'main',
    table_name: `places of ${title}`,
    sql: "SELECT 'north' AS place, 17 AS amount UNION ALL SELECT 'south' AS place, 25 AS amount",
  })
  const form = { viz_type: 'table', datasource: `${dataset}__table`, query_mode: 'raw', all_columns: ['place', 'amount'], row_limit: 10 }
  const { id: table } = await api.send('POST', '/api/v1/chart/', {
    slice_name: 'Rows by place',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify(form),
  })
  const block = (id: string, type: string, children: readonly string[], meta: object = {}) => ({ [id]: { id, type, children, meta } })
  const chart = (id: string, chartId: number, width: number) => block(id, 'CHART', [], { chartId, width, height: 40 })
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ...block('ROOT_ID', 'ROOT', ['TABS-top']),
    ...block('GRID_ID', 'GRID', []),
    ...block('HEADER_ID', 'HEADER', [], { text: title }),
    ...block('TABS-top', 'TABS', ['TAB-first', 'TAB-second']),
    ...block('TAB-first', 'TAB', ['ROW-1'], { text: 'Pictures' }),
    ...block('ROW-1', 'ROW', ['CHART-1', 'CHART-2']),
    ...chart('CHART-1', await api.chartId('Revenue by channel'), 6),
    ...chart('CHART-2', await api.chartId('Orders in twelve months'), 6),
    ...block('TAB-second', 'TAB', ['ROW-2'], { text: 'Rows' }),
    ...block('ROW-2', 'ROW', ['CHART-3']),
    ...chart('CHART-3', table, 12),
  }
  const { id } = await api.send('POST', '/api/v1/dashboard/', { dashboard_title: title, json_metadata: JSON.stringify({ positions }) })
  return { id: id as number, dataset: dataset as number, table: table as number }
}

const allow = async (api: Api, dashboard: number, ...domains: readonly string[]): Promise<string> =>
  (await api.send('POST', `/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: domains })).result.uuid

/** Opens the other site and lets its page embed the dashboard; → what the visitor sees in the frame. */
async function embed(page: Page, site: HostSite, server: string, options: object = {}): Promise<FrameLocator> {
  await page.goto(site.address)
  await page.evaluate(
    async ({ id, domain, more }) => {
      const { token, ...rest } = more as { token?: string }
      globalThis.embedded = await globalThis.supersetEmbeddedSdk.embedDashboard({
        id,
        supersetDomain: domain,
        mountPoint: document.getElementById('dashboard'),
        fetchGuestToken: async () => {
          if (token !== undefined) return token
          const reply = await fetch('/guest-token')
          if (!reply.ok) throw new Error(await reply.text())
          return reply.text()
        },
        ...rest,
      })
    },
    { id: site.grant.uuid, domain: server, more: options },
  )
  return page.frameLocator('#dashboard iframe')
}

const card = (frame: FrameLocator, name: string): Locator => frame.getByRole('region', { name, exact: true })
const frameOf = (page: Page, server: string): Frame => page.frames().find((frame) => frame.url().startsWith(`${server}/embedded/`))!

/** The page is of a visitor who has never been here; the interface is an administrator's. */
const visit = test.extend<{ site: HostSite }>({
  // oxlint-disable-next-line no-empty-pattern
  storageState: async ({}, use) => use(nobody),
  page: async ({ page }, use) => {
    // In frames too.
    await page.addInitScript({ path: axeFile })
    await use(page)
  },
  api: async ({ browser, server, session }, use) => {
    const context = await browser.newContext({ storageState: { cookies: session.cookies, origins: [] } })
    await use(apiOf(context.request, server.address))
    await context.close()
  },
  site: async ({ server }, use) => {
    const site = await startHostSite(server.address, { uuid: '' })
    await use(site)
    await site.close()
  },
})

test.describe('a visitor of another site', () => {
  visit('sees the dashboard that the SDK embeds there, and can use it', async ({ page, server, api, site, browser, session }) => {
    const board = await makeBoard(api, 'Shown elsewhere')
    site.grant = { uuid: await allow(api, board.id, site.address) }
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${server.address}/api/`)) calls.push(request.headers()['cookie'] ?? request.headers()['x-guesttoken'] ?? 'nobody')
    })
    const frame = await embed(page, site, server.address)
    await expect(frame.getByRole('heading', { name: 'Shown elsewhere', level: 1 })).toBeVisible()
    await expectDrawn(card(frame, 'Revenue by channel').getByRole('figure'))
    await expectDrawn(card(frame, 'Orders in twelve months').getByRole('figure'))
    // It was known by the token alone, and the browser was given nothing to keep.
    expect(new Set(calls)).toEqual(new Set(site.tokens))
    expect(await page.context().cookies(server.address)).toEqual([])

    // What needs an account is not there; what does not works.
    for (const name of ['Edit dashboard', 'More actions', 'Click to favorite', 'Save']) await expect(frame.getByRole('button', { name })).toHaveCount(0)
    await expect(frame.getByRole('link')).toHaveCount(0)
    const pie = card(frame, 'Revenue by channel')
    await pie.hover()
    await pie.getByRole('button', { name: 'Actions for Revenue by channel' }).click()
    await expect(frame.getByRole('menuitem', { name: 'Edit chart' })).toHaveCount(0)
    await frame.getByRole('menuitem', { name: 'View as table' }).click()
    await expect(pie.getByRole('gridcell', { name: 'Web shop' })).toBeVisible()
    expect(await page.evaluate(() => globalThis.embedded.getActiveTabs())).toEqual(['TAB-first'])
    await frame.getByRole('tab', { name: 'Rows' }).click()
    await expect(card(frame, 'Rows by place').getByRole('cell', { name: 'south' })).toBeVisible()
    expect(await page.evaluate(() => globalThis.embedded.getActiveTabs())).toEqual(['TAB-second'])

    // The page around it asks, and is answered.
    const size = await page.evaluate(() => globalThis.embedded.getScrollSize())
    expect(size.width).toBe(1200)
    expect(size.height).toBeGreaterThan(300)
    const questions = await page.evaluate((chartId) => globalThis.embedded.getChartDataPayloads({ chartId }), board.table)
    expect(Object.keys(questions)).toEqual([String(board.table)])
    expect(await page.evaluate(() => globalThis.embedded.getDataMask())).toEqual({})
    const link = await page.evaluate(() => globalThis.embedded.getDashboardPermalink('CHART-3'))
    expect(link).toMatch(new RegExp(`^${server.address}/superset/dashboard/p/[^/]+/$`))
    expect(await findFaults(frameOf(page, server.address))).toEqual([])

    // Whoever has an account opens the link and stands before the same tab.
    const member = await (await browser.newContext({ storageState: { cookies: session.cookies, origins: [] } })).newPage()
    await member.goto(link)
    await expect(member.getByRole('tab', { name: 'Rows' })).toHaveAttribute('aria-selected', 'true')
    await expect(member.getByRole('region', { name: 'Rows by place', exact: true })).toBeVisible()
    await member.context().close()

    await page.evaluate(() => globalThis.embedded.unmount())
    await expect(page.locator('iframe')).toHaveCount(0)
  })

  visit('sees what the site wants shown: no title, tabs or tools; its own links and colours', async ({ page, server, api, site }) => {
    const board = await makeBoard(api, 'Bare')
    site.grant = { uuid: await allow(api, board.id) }
    const frame = await embed(page, site, server.address, {
      dashboardUiConfig: { hideTitle: true, hideTab: true, hideChartControls: true, filters: { visible: false }, urlParams: { region: 'EMEA' } },
    })
    await expectDrawn(card(frame, 'Revenue by channel').getByRole('figure'))
    await expect(frame.getByRole('button', { name: 'Refresh dashboard' })).toHaveCount(0)
    await expect(frame.getByRole('tab')).toHaveCount(0)
    await card(frame, 'Revenue by channel').hover()
    await expect(frame.getByRole('button', { name: /^(Actions for|Refresh|Show) Revenue by channel/ })).toHaveCount(0)
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.evaluate(() => globalThis.embedded.setThemeMode('dark'))
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await findFaults(frameOf(page, server.address))).toEqual([])

    // A link leads back into a site that has addresses of its own, to the place it was made at.
    await page.evaluate(() => globalThis.embedded.unmount())
    await page.evaluate(
      async ({ id, domain }) => {
        globalThis.embedded = await globalThis.supersetEmbeddedSdk.embedDashboard({
          id,
          supersetDomain: domain,
          mountPoint: document.getElementById('dashboard'),
          fetchGuestToken: async () => (await fetch('/guest-token')).text(),
          resolvePermalinkUrl: ({ key }: { key: string }) => `https://site.example/boards/${key}`,
        })
      },
      { id: site.grant.uuid, domain: server.address },
    )
    await frame.getByRole('tab', { name: 'Rows' }).click()
    await expect.poll(() => page.evaluate(() => globalThis.embedded.getActiveTabs())).toEqual(['TAB-second'])
    const link = await page.evaluate(() => globalThis.embedded.getDashboardPermalink('TAB-second'))
    expect(link).toMatch(/^https:\/\/site\.example\/boards\/\S+$/)
    const again = await embed(page, site, server.address, { dashboardUiConfig: { urlParams: { permalink_key: link.split('/').at(-1) } } })
    await expect(again.getByRole('tab', { name: 'Rows' })).toHaveAttribute('aria-selected', 'true')
    await expect(card(again, 'Rows by place').getByRole('cell', { name: 'south' })).toBeVisible()
  })

  visit('sees nothing where the site is not allowed: the browser refuses the frame', async ({ page, server, api, site }) => {
    const stranger = await startHostSite(server.address, { uuid: '' })
    const board = await makeBoard(api, 'Not for everybody')
    const uuid = await allow(api, board.id, site.address)
    site.grant = { uuid }
    stranger.grant = { uuid }
    const refused = page.waitForResponse((reply) => reply.url().includes(`/embedded/${uuid}`))
    const frame = await embed(page, stranger, server.address)
    expect((await refused).status()).toBe(403)
    await expect(frame.getByText('Not for everybody')).toHaveCount(0)
    await expect.poll(() => page.frames().map((one) => one.url())).toContain('chrome-error://chromewebdata/')

    // Not by the server's word alone: even if it takes the stranger for somebody else, the browser does not.
    await page.route('**/embedded/*', async (route) => {
      const response = await route.fetch({ headers: { ...route.request().headers(), referer: `${site.address}/` } })
      await route.fulfill({ response })
    })
    const answered = page.waitForResponse((reply) => reply.url().includes(`/embedded/${uuid}`))
    await embed(page, stranger, server.address)
    expect((await answered).status()).toBe(200)
    await expect.poll(() => page.frames().map((one) => one.url())).toContain('chrome-error://chromewebdata/')
    await expect(page.frameLocator('#dashboard iframe').getByText('Not for everybody')).toHaveCount(0)

    // No other page is framed by anybody.
    await page.unroute('**/embedded/*')
    await page.goto(site.address)
    await page.evaluate((address) => {
      const other = document.createElement('iframe')
      other.src = address
      document.body.append(other)
    }, `${server.address}/login/`)
    await expect.poll(() => page.frames().map((one) => one.url())).toContain('chrome-error://chromewebdata/')
    await stranger.close()
  })

  visit('sees the rows that the rules of the token leave', async ({ page, server, api, site }) => {
    const board = await makeBoard(api, 'By place')
    const uuid = await allow(api, board.id, site.address)
    site.grant = { uuid, rls: [{ dataset: board.dataset, clause: "place = 'north'" }] }
    const frame = await embed(page, site, server.address)
    await frame.getByRole('tab', { name: 'Rows' }).click()
    const rows = card(frame, 'Rows by place')
    await expect(rows.getByRole('cell', { name: 'north' })).toBeVisible()
    await expect(rows.getByRole('cell', { name: 'south' })).toHaveCount(0)
    await expect(rows.getByRole('cell', { name: '25' })).toHaveCount(0)
    site.grant = { uuid, rls: [{ dataset: board.dataset, clause: "place = 'south'" }] }
    const other = await embed(page, site, server.address)
    await other.getByRole('tab', { name: 'Rows' }).click()
    await expect(card(other, 'Rows by place').getByRole('cell', { name: 'south' })).toBeVisible()
    await expect(card(other, 'Rows by place').getByRole('cell', { name: 'north' })).toHaveCount(0)
  })

  visit('is told what is wrong: no frame, no such dashboard, a bad token, a token for another one', async ({ page, server, api, site }) => {
    const [board, other] = [await makeBoard(api, 'Open'), await makeBoard(api, 'Other')]
    const [uuid, otherUuid] = [await allow(api, board.id), await allow(api, other.id)]
    await page.goto(`${server.address}/embedded/${uuid}`)
    await expect(page.getByRole('heading', { name: 'This page is made to be shown inside another one' })).toBeVisible()
    expect(await findFaults(page)).toEqual([])
    expect((await page.goto(`${server.address}/embedded/${crypto.randomUUID()}`))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This dashboard is not embedded' })).toBeVisible()
    await allow(api, other.id, 'https://elsewhere.example')
    expect((await page.goto(`${server.address}/embedded/${otherUuid}`))?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: 'This dashboard may not be shown here' })).toBeVisible()

    site.grant = { uuid }
    const forged = [
      { alg: 'HS256', typ: 'JWT' },
      { exp: 4_000_000_000, type: 'guest' },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    const bad = await embed(page, site, server.address, { token: `${forged.join('.')}.x` })
    await expect(bad.getByRole('alert')).toContainText('The token for this dashboard was not accepted')

    // A token for one dashboard in the frame of another.
    const frame = await embed(page, site, server.address, { id: otherUuid })
    await expect(frame.getByText('Other')).toHaveCount(0)
    await allow(api, other.id)
    const wrong = await embed(page, site, server.address, { id: otherUuid })
    await expect(wrong.getByRole('alert')).toContainText('The token does not open this dashboard')
  })
})

test('a visitor stays longer than a token: the SDK fetches the next one; where it cannot, the page says so and goes on by itself later', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const { server, remove } = await startWithExamples({ SIGHTLINE_GUEST_TOKEN_SECONDS: '16' })
  const context = await browser.newContext({ storageState: nobody })
  const admin = await browser.newContext({ storageState: nobody })
  const site = await startHostSite(server.address, { uuid: '' })
  try {
    await signIn(await admin.newPage(), server.address)
    const api = apiOf(admin.request, server.address)
    const board = await makeBoard(api, 'Long visit')
    site.grant = { uuid: await allow(api, board.id, site.address) }
    const page = await context.newPage()
    const used: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/chart/data')) used.push(request.headers()['x-guesttoken'])
    })
    const frame = await embed(page, site, server.address)
    await expectDrawn(card(frame, 'Revenue by channel').getByRole('figure'))
    await expect.poll(() => site.tokens.length, { timeout: 60_000 }).toBeGreaterThan(1)
    used.length = 0
    await frame.getByRole('button', { name: 'Refresh dashboard' }).click()
    await expect.poll(() => used).toContain(site.tokens.at(-1))
    await expectDrawn(card(frame, 'Revenue by channel').getByRole('figure'))

    site.isBroken = true
    const notice = frame.getByRole('alert').filter({ hasText: 'The token for this dashboard has ended' })
    await expect(async () => {
      await frame.getByRole('button', { name: 'Refresh dashboard' }).click()
      await expect(notice).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
    site.isBroken = false
    await expect(notice).toHaveCount(0, { timeout: 60_000 })
    await expectDrawn(card(frame, 'Revenue by channel').getByRole('figure'))
  } finally {
    await context.close()
    await admin.close()
    await site.close()
    await server.kill()
    remove()
  }
})

test('somebody who is signed in here is a visitor there: the frame is asked for as the guest', async ({ page, server, api }) => {
  // On the same host the browser would send its cookies into the frame.
  const site = await startHostSite(server.address, { uuid: '' }, '127.0.0.1')
  try {
    const board = await makeBoard(api, 'Signed in')
    site.grant = { uuid: await allow(api, board.id, site.address), rls: [{ dataset: board.dataset, clause: "place = 'north'" }] }
    const frame = await embed(page, site, server.address)
    await frame.getByRole('tab', { name: 'Rows' }).click()
    await expect(card(frame, 'Rows by place').getByRole('cell', { name: 'north' })).toBeVisible()
    await expect(card(frame, 'Rows by place').getByRole('cell', { name: 'south' })).toHaveCount(0)
  } finally {
    await site.close()
  }
})

test('an administrator embeds a dashboard, says where, and takes it back', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript({ path: axeFile })
  const board = await makeBoard(api, 'To be embedded')
  await page.goto(`/superset/dashboard/${board.id}/`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Embed dashboard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Embed' })
  const domains = dialog.getByRole('textbox', { name: 'Allowed Domains (comma separated)' })
  await domains.fill('https://a.example, *')
  await expect(dialog.getByRole('alert')).toContainText('Not a domain: *')
  await domains.fill('https://a.example')
  await dialog.getByRole('button', { name: 'Enable embedding' }).click()
  await expect(page.getByText('Changes saved.')).toBeVisible()
  const { uuid, allowed_domains } = (await api.get(`/api/v1/dashboard/${board.id}/embedded`)).result
  expect(allowed_domains).toEqual(['https://a.example'])
  await expect(dialog.getByText(uuid, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy the id' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uuid)
  await dialog.getByRole('button', { name: 'Copy the code' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`id: '${uuid}'`)
  expect(await findFaults(page)).toEqual([])
  await domains.fill('https://a.example, https://*.b.example')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(async () => (await api.get(`/api/v1/dashboard/${board.id}/embedded`)).result)
    .toMatchObject({
      uuid,
      allowed_domains: ['https://a.example', 'https://*.b.example'],
    })
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  const question = page.getByRole('dialog', { name: 'Disable embedding?' })
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Embedding deactivated.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Enable embedding' })).toBeVisible()
  expect((await page.request.get(`/api/v1/dashboard/${board.id}/embedded`)).status()).toBe(404)
})
