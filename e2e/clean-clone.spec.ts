import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { expectDrawnCharts } from './fixtures.ts'
import { root, startServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-clone-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const linkIn = (output: string): string | undefined => /http:\/\/\S+\/login\/link\/\?token=\S+/.exec(output)?.[0]

test('a clone started by npm start opens signed in from its link, shows eight charts, and again after kill -9', async ({ browser }) => {
  test.setTimeout(900_000)
  const clone = join(folder, 'sightline')
  const data = join(folder, 'data')
  execFileSync('git', ['clone', '-q', root, clone])
  const command = ['npm', 'start']
  const first = await startServer({ folder: clone, data, command, timeoutMs: 600_000 })
  const context = await browser.newContext()
  try {
    const link = linkIn(first.output())
    expect(link, first.output()).toBeDefined()

    const page = await context.newPage()
    await page.goto(link as string)
    // The first click lands signed in and asks for a password, which can be put off.
    await expect(page).toHaveURL(/\/password\//)
    await page.getByRole('link', { name: 'Not now' }).click()
    await expect(page).toHaveURL(/\/superset\/welcome\//)
    await page.getByRole('article').getByRole('link', { name: 'Hollowbrook trading' }).click()
    await expectDrawnCharts(page, 8)
    const { pathname } = new URL(page.url())

    const stranger = await browser.newContext()
    const door = await stranger.newPage()
    await door.goto(link as string)
    await expect(door, 'the link works once').toHaveURL(/\/login\//)
    await stranger.close()

    await first.kill()
    const second = await startServer({ folder: clone, data, command })
    try {
      // The cookie is for the host, whatever the port: sign-ins survive a restart.
      await page.goto(second.address + pathname)
      await expectDrawnCharts(page, 8)
      const fresh = linkIn(second.output())
      expect(fresh, 'as long as there is no password, every start prints a link').toBeDefined()
      expect(fresh).not.toBe(link)
    } finally {
      await second.stop('SIGINT')
    }
    // npm passes the signal on as its own end; the program behind it ends cleanly, and nothing it left behind hinders the next start.
    const third = await startServer({ folder: clone, data, command: ['node', 'scripts/start.mjs'] })
    expect(await third.stop('SIGINT'), third.output()).toBe(0)
    expect(third.output()).not.toMatch(/error/i)
  } finally {
    await context.close()
    await first.kill()
  }
})
