import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type APIRequestContext, type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { makeDataFolder, startServer, type RunningServer } from './server.ts'

export const password = 'journey-password-1'

/** Made once by global-setup.ts: a data folder with the examples in it, copied for every server. */
export const templateFolder = join(tmpdir(), `sightline-e2e-template-${process.env['SIGHTLINE_E2E_RUN'] ?? 'local'}`)

/** A server on a data folder of its own that holds the examples; `admin` has the password above. `env` sets it up differently. */
export async function startWithExamples(
  env: Readonly<Record<string, string>> = {},
  port?: number,
): Promise<{ server: RunningServer; data: string; remove: () => void }> {
  const data = makeDataFolder()
  if (existsSync(templateFolder)) cpSync(templateFolder, data.path, { recursive: true })
  else mkdirSync(data.path, { recursive: true })
  const server = await startServer({
    data: data.path,
    env: { SIGHTLINE_ADMIN_PASSWORD: password, ...env },
    timeoutMs: 180_000,
    ...(port === undefined ? {} : { port }),
  })
  return { server, data: data.path, remove: data.remove }
}

/** Fills the form that is on the screen and sends it. */
export async function sendSignIn(page: Page, username = 'admin', secret = password): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function signIn(page: Page, address: string, username = 'admin', secret = password): Promise<void> {
  await page.goto(`${address}/login/`)
  await sendSignIn(page, username, secret)
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** The REST interface in the name of whoever is signed in, for what a journey needs but is not about. */
export interface Api {
  readonly get: <Reply = any>(path: string) => Promise<Reply>
  readonly send: <Reply = any>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<Reply>
  /** The chart of the examples with this name. */
  readonly chartId: (name: string) => Promise<number>
}

export function apiOf(request: APIRequestContext, address: string): Api {
  const get = async (path: string) => {
    const reply = await request.get(address + path)
    expect(reply.status(), `GET ${path}: ${await reply.text()}`).toBe(200)
    return (await reply.json()) as any
  }
  return {
    get,
    send: async (method, path, body) => {
      const { result: token } = await get('/api/v1/security/csrf_token/')
      const reply = await request.fetch(address + path, { method, headers: { 'X-CSRFToken': token }, ...(body === undefined ? {} : { data: body }) })
      expect(reply.ok(), `${method} ${path}: ${reply.status()} ${await reply.text()}`).toBe(true)
      return await reply.json()
    },
    chartId: async (name) => {
      const { result } = await get('/api/v1/chart/?q=(columns:!(id,slice_name),page_size:100)')
      const id = (result as { id: number; slice_name: string }[]).find((row) => row.slice_name === name)?.id
      expect(id, `the chart “${name}”`).toBeDefined()
      return id as number
    },
  }
}

/** A dashboard whose rows hold the given charts, as [name or id, width] each. */
export async function makeDashboard(api: Api, title: string, rows: readonly (readonly (readonly [string | number, number])[])[]): Promise<number> {
  const layout: Record<string, unknown> = { DASHBOARD_VERSION_KEY: 'v2' }
  const rowIds = rows.map((_, row) => `ROW-${row}`)
  for (const [row, charts] of rows.entries()) {
    const children: string[] = []
    for (const [column, [chart, width]] of charts.entries()) {
      const id = `CHART-${row}-${column}`
      const chartId = typeof chart === 'number' ? chart : await api.chartId(chart)
      const name = typeof chart === 'number' ? {} : { sliceName: chart }
      layout[id] = { type: 'CHART', id, children: [], parents: ['ROOT_ID', 'GRID_ID', `ROW-${row}`], meta: { chartId, width, height: 30, ...name } }
      children.push(id)
    }
    const id = `ROW-${row}`
    layout[id] = { type: 'ROW', id, children, parents: ['ROOT_ID', 'GRID_ID'], meta: { background: 'BACKGROUND_TRANSPARENT' } }
  }
  layout['ROOT_ID'] = { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] }
  layout['GRID_ID'] = { type: 'GRID', id: 'GRID_ID', children: rowIds, parents: ['ROOT_ID'] }
  layout['HEADER_ID'] = { type: 'HEADER', id: 'HEADER_ID', meta: { text: title } }
  const { id } = await api.send('POST', '/api/v1/dashboard/', { dashboard_title: title, published: true })
  // Positions inside the metadata also tie the charts to the dashboard.
  await api.send('PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions: layout }) })
  return id
}

export interface Person {
  readonly username: string
  readonly roles: readonly string[]
}

/** Someone who can sign in with the usual password. → the id */
export async function makePerson(api: Api, { username, roles }: Person): Promise<number> {
  const { result } = await api.get('/api/v1/security/roles/?q=(page_size:100)')
  const ids = (result as { id: number; name: string }[]).filter(({ name }) => roles.includes(name)).map(({ id }) => id)
  const body = { first_name: username, last_name: 'Tester', username, email: `${username}@example.org`, active: true, password, roles: ids }
  return (await api.send('POST', '/api/v1/security/users/', body)).id
}

/** A new context would begin with the cookies of the journey's own. */
export const nobody = { cookies: [], origins: [] }

/** A browser of somebody else. */
export async function openAs(browser: Browser, address: string, username: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: address, storageState: nobody })
  const page = await context.newPage()
  await signIn(page, address, username)
  return { context, page }
}

/** An option by its words; a sign of its kind may stand before them. */
export const optionOf = (list: Locator, words: string | RegExp): Locator =>
  list
    .getByRole('option')
    .filter({ has: list.page().getByText(words, { exact: true }) })
    .first()

/** Opens one of our selects by its name and takes an option. */
export async function choose(scope: Page | Locator, label: string, option: string | RegExp): Promise<void> {
  await scope.getByRole('combobox', { name: label, exact: true }).first().click()
  await optionOf(scope.getByRole('listbox', { name: label, exact: true }), option).click()
}

/** Something is drawn in a chart's figure: marks, a number, or rows of a table; and nothing failed. */
export async function expectDrawn(figure: Locator): Promise<void> {
  await figure.scrollIntoViewIfNeeded()
  await expect(async () => {
    const found = await figure.evaluate((element) => ({
      marks: [...element.querySelectorAll('svg path')].filter((path) => (path as SVGPathElement).getBBox().width > 0).length,
      dots: element.querySelectorAll('canvas').length,
      rows: element.querySelectorAll('tbody td').length,
      number: /\d/.test((element as HTMLElement).innerText.replace(/^View .* as a table$/m, '')),
      failures: element.querySelectorAll('[role="alert"]').length,
    }))
    expect(found.failures).toBe(0)
    // The axis of a chart without data has lines too: a chart with marks has more than a handful of them.
    expect(found.marks > 5 || found.dots > 0 || found.rows > 0 || found.number, JSON.stringify(found)).toBe(true)
  }).toPass({ timeout: 60_000 })
}

/** Every figure that is asked for is there and drawn. */
export async function expectDrawnCharts(page: Page, count: number): Promise<void> {
  const figures = page.getByRole('main').getByRole('figure')
  // Charts below the fold are asked for when they come near: they are scrolled to one after the other.
  const cards = page.getByRole('main').locator('section[aria-label]')
  await expect(cards).toHaveCount(count, { timeout: 60_000 })
  for (let at = 0; at < count; at++) await cards.nth(at).scrollIntoViewIfNeeded()
  await expect(figures).toHaveCount(count, { timeout: 60_000 })
  for (const figure of await figures.all()) await expectDrawn(figure)
}

export interface WorkerFixtures {
  /** A server of this worker's own, with the examples loaded and `admin` having a password. */
  server: RunningServer
  /** Cookies of `admin`, signed in once. */
  session: Awaited<ReturnType<BrowserContext['storageState']>>
}

export interface Fixtures {
  api: Api
}

/** `page` is signed in as admin on the worker's server; paths are relative to it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { server, remove } = await startWithExamples()
      await use(server)
      await server.stop()
      remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  session: [
    async ({ browser, server }, use) => {
      const context = await browser.newContext({ storageState: nobody })
      await signIn(await context.newPage(), server.address)
      const state = await context.storageState()
      await context.close()
      await use(state)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.address),
  // Theme and drafts of one journey are not those of the next: only the cookies go over.
  storageState: async ({ session }, use) => use({ cookies: session.cookies, origins: [] }),
  api: async ({ page, server }, use) => use(apiOf(page.request, server.address)),
})

export { expect } from '@playwright/test'
