import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { root, startServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-clone-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Eight cards, each with something drawn in it: a mark of a chart, a number or rows. */
async function expectEightDrawnCharts(page: Page) {
  const charts = page.getByRole('figure')
  await expect(charts).toHaveCount(8, { timeout: 60_000 })
  for (const chart of await charts.all()) {
    await chart.scrollIntoViewIfNeeded()
    await expect(chart.locator('svg path, canvas, table td, [data-picture="number"]').first()).toBeVisible({ timeout: 60_000 })
  }
}

test('a clone started by npm start opens signed in from its link, shows eight charts, and again after kill -9', async ({ browser }) => {
  test.setTimeout(900_000)
  const clone = join(folder, 'sightline')
  const data = join(folder, 'data')
  execFileSync('git', ['clone', '-q', root, clone])
  const command = ['npm', 'start']
  const first = await startServer({ folder: clone, data, command, timeoutMs: 800_000 })
  const link = /http:\/\/\S+\/login\/link\/\?token=\S+/.exec(first.output())?.[0]
  expect(link, first.output()).toBeDefined()

  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link as string)
  // The first click lands signed in and asks for a password, which can be put off.
  await expect(page).toHaveURL(/\/password\//)
  await page
    .getByRole('link', { name: /later/i })
    .or(page.getByRole('button', { name: /later/i }))
    .click()
  await expect(page).toHaveURL(/\/superset\/welcome\//)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Hollowbrook trading/ })
    .first()
    .click()
  await expectEightDrawnCharts(page)
  const { pathname } = new URL(page.url())

  await first.kill()
  const second = await startServer({ folder: clone, data, command })
  // The cookie is for the host, whatever the port: sign-ins survive a restart.
  await page.goto(second.address + pathname)
  await expectEightDrawnCharts(page)

  const stranger = await browser.newContext()
  const door = await stranger.newPage()
  await door.goto((link as string).replace(/^http:\/\/[^/]+/, second.address))
  await expect(door, 'the link works once').toHaveURL(/\/login\//)
  expect(await second.stop()).toBe(0)
})
