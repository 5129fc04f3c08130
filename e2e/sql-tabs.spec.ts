import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { apiOf, expect, makePerson, nobody, password, signIn, startWithExamples, test } from './fixtures.ts'
import { startServer, type RunningServer } from './server.ts'
import { chooseInTabMenu, editorOf, examplesId, expectAllSent, namesOf, openAsNewPerson, openEditor, tabOf, tabsOf, write } from './sql-editor.ts'

test('SQL-1.01 SQL-2.03 SQL-4.10 SQL-9.01 tabs are added, renamed, copied and closed, each with its own text', async ({ browser, server, api }) => {
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await openEditor(page)
  await expect(tabsOf(page)).toHaveCount(1)
  expect(await namesOf(page)).toEqual(['Untitled Query 1'])
  await expect(editorOf(page)).toHaveText('SELECT ...')
  await write(page, 'SELECT 1 AS first')
  await page.getByRole('button', { name: 'Add a new tab' }).click()
  await expect(tabOf(page, 'Untitled Query 2')).toHaveAttribute('aria-selected', 'true')
  await write(page, 'SELECT 2 AS second')
  await tabOf(page, 'Untitled Query 1').click()
  await expect(editorOf(page)).toHaveText('SELECT 1 AS first')

  // In place: a double click and Enter; Escape leaves the old name, and so does an empty one.
  await tabOf(page, 'Untitled Query 1').dblclick()
  const field = page.getByRole('textbox', { name: 'Enter a new title for the tab' })
  await field.fill('Sales')
  await field.press('Enter')
  await expect(tabOf(page, 'Sales')).toBeVisible()
  await tabOf(page, 'Sales').focus()
  await page.keyboard.press('F2')
  await field.fill('Other')
  await page.keyboard.press('Escape')
  await expect(tabOf(page, 'Sales')).toBeVisible()

  await chooseInTabMenu(page, 'Sales', 'Duplicate tab')
  await expect(tabOf(page, 'Copy of Sales')).toHaveAttribute('aria-selected', 'true')
  await expect(editorOf(page)).toHaveText('SELECT 1 AS first')
  await write(page, 'SELECT 3 AS copied')
  await tabOf(page, /^Sales/).click()
  await expect(editorOf(page)).toHaveText('SELECT 1 AS first')

  // Closing shows the tab used before.
  await tabOf(page, 'Copy of Sales').click()
  await page.getByRole('button', { name: 'Close Copy of Sales' }).click()
  await expect(tabOf(page, /^Sales/)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Add a new tab' }).click()
  expect(await namesOf(page)).toEqual(['Sales', 'Untitled Query 2', 'Untitled Query 3'])
  await chooseInTabMenu(page, 'Untitled Query 2', 'Close all other tabs')
  expect(await namesOf(page)).toEqual(['Untitled Query 2'])
  await expect(editorOf(page)).toHaveText('SELECT 2 AS second')
  await expectAllSent(page)
  await page.reload()
  await expect(editorOf(page)).toHaveText('SELECT 2 AS second')
  expect(await namesOf(page)).toEqual(['Untitled Query 2'])
  await context.close()
})

test('SQL-2.03 tabs are put in order by keyboard and by mouse, and a reload keeps the order and the tab in front', async ({ browser, server, api }) => {
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await openEditor(page)
  await page.getByRole('button', { name: 'Add a new tab' }).click()
  await page.getByRole('button', { name: 'Add a new tab' }).click()
  await tabOf(page, 'Untitled Query 3').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Alt+ArrowLeft')
  expect(await namesOf(page)).toEqual(['Untitled Query 3', 'Untitled Query 1', 'Untitled Query 2'])
  await expect(tabOf(page, 'Untitled Query 3')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tabOf(page, 'Untitled Query 1')).toHaveAttribute('aria-selected', 'true')

  await tabOf(page, 'Untitled Query 2').dragTo(tabOf(page, 'Untitled Query 3'), { targetPosition: { x: 4, y: 8 } })
  expect(await namesOf(page)).toEqual(['Untitled Query 2', 'Untitled Query 3', 'Untitled Query 1'])
  await tabOf(page, 'Untitled Query 3').click()
  await write(page, 'SELECT 3')
  await expectAllSent(page)
  await page.reload()
  await expect(editorOf(page)).toHaveText('SELECT 3')
  expect(await namesOf(page)).toEqual(['Untitled Query 2', 'Untitled Query 3', 'Untitled Query 1'])
  await expect(tabOf(page, 'Untitled Query 3')).toHaveAttribute('aria-selected', 'true')
  await context.close()
})

test('SQL-1.02 SQL-2.07 SQL-8.01 links open what they lead to, once: a reload does not open it again', async ({ browser, server, api }) => {
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  const own = apiOf(page.request, server.address)
  const dbId = await examplesId(own)
  const { id: savedId } = await own.send('POST', '/api/v1/saved_query/', { label: 'Kept', sql: 'SELECT 11 AS kept', db_id: dbId, schema: 'main' })

  const expectOpenedOnce = async (path: string, name: string | RegExp, sql: string): Promise<void> => {
    const before = page.url() === 'about:blank' ? 0 : await tabsOf(page).count()
    await openEditor(page, path)
    await expect(tabOf(page, name)).toHaveAttribute('aria-selected', 'true')
    await expect(editorOf(page)).toHaveText(sql)
    const count = await tabsOf(page).count()
    expect(count).toBeLessThanOrEqual(before + 1)
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/sqllab/')
    await expectAllSent(page)
    await page.reload()
    await expect(editorOf(page)).toHaveText(sql)
    await expect(tabsOf(page)).toHaveCount(count)
  }
  await openEditor(page)
  await expectOpenedOnce(`/sqllab/?savedQueryId=${savedId}`, 'Kept', 'SELECT 11 AS kept')
  await expectOpenedOnce(`/sqllab/?dbid=${dbId}&sql=${encodeURIComponent('SELECT 22 AS given')}&name=Given`, 'Given', 'SELECT 22 AS given')
  await expectOpenedOnce('/sqllab/?new=true', 'Untitled Query 2', 'SELECT ...')

  // A saved query that is open already is shown, not opened twice.
  const count = await tabsOf(page).count()
  await openEditor(page, `/sqllab/?savedQueryId=${savedId}`)
  await expect(tabOf(page, 'Kept')).toHaveAttribute('aria-selected', 'true')
  await expect(tabsOf(page)).toHaveCount(count)

  await write(page, 'SELECT 33 AS past')
  await page.getByRole('button', { name: /^Run/ }).first().click()
  await expect(page.getByRole('gridcell', { name: '33' })).toBeVisible()
  const { result: past } = await own.get('/api/v1/query/?q=(order_column:start_time,order_direction:desc,page_size:1)')
  await expectOpenedOnce(`/sqllab/?queryId=${(past as { id: number }[])[0]!.id}`, /Copy of/, 'SELECT 33 AS past')

  const { key } = await own.send('POST', '/api/v1/sqllab/permalink', { dbId, name: 'Shared one', sql: 'SELECT 44 AS shared', autorun: false })
  await expectOpenedOnce(`/sqllab/p/${key}/`, 'Shared one', 'SELECT 44 AS shared')

  // What is not there says so and leaves the tabs as they are.
  const names = await namesOf(page)
  await openEditor(page, '/sqllab/?savedQueryId=99999')
  await expect(page.getByText("The query couldn't be loaded")).toBeVisible()
  expect(await namesOf(page)).toEqual(names)
  await context.close()
})

/** A browser whose profile stays on the disk, in a process that can be ended as a power cut would. */
async function openBrowser(profile: string, address: string): Promise<{ context: BrowserContext; page: Page; kill: () => Promise<void> }> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    baseURL: address,
  })
  const page = context.pages()[0] ?? (await context.newPage())
  const kill = async (): Promise<void> => {
    const gone = new Promise<void>((resolve) => context.on('close', () => resolve()))
    // Every process of this browser has the path of its profile among its arguments, or descends from one that has.
    await new Promise<void>((resolve) => {
      const list = spawn('pgrep', ['-f', `user-data-dir=${profile}`])
      let pids = ''
      list.stdout.on('data', (bytes: Buffer) => (pids += bytes.toString()))
      list.on('close', () => {
        for (const pid of pids.split('\n').filter(Boolean).map(Number)) {
          try {
            process.kill(pid, 'SIGKILL')
          } catch {
            // It went with its parent.
          }
        }
        resolve()
      })
    })
    await gone
    rmSync(join(profile, 'SingletonLock'), { force: true })
  }
  return { context, page, kill }
}

test('SQL-4.21 what was typed is there after the browser was killed, though it had not been sent', async ({ api, server }) => {
  test.setTimeout(240_000)
  const profile = mkdtempSync(join(tmpdir(), 'sightline-profile-'))
  const username = `killed${process.pid}`
  await makePerson(api, { username, roles: ['Admin'] })
  try {
    const first = await openBrowser(profile, server.address)
    await signIn(first.page, server.address, username)
    await openEditor(first.page)
    await write(first.page, 'SELECT 1 AS sent')
    await expectAllSent(first.page)
    // From here on nothing reaches the server.
    await first.page.route('**/tabstateview/**', (route) => route.abort())
    await first.page.getByRole('button', { name: 'Add a new tab' }).click()
    await write(first.page, 'SELECT 2 AS never_sent')
    await tabOf(first.page, 'Untitled Query 1').click()
    await write(first.page, 'SELECT 1 AS changed')
    await expect(first.page.getByText('draft kept in this browser').first()).toBeVisible()
    await first.page.keyboard.press('End')
    await first.page.keyboard.insertText('_to_the_end')
    // A breath, as between the last key and a cable being pulled.
    await first.page.waitForTimeout(500)
    await first.kill()

    const second = await openBrowser(profile, server.address)
    // Signing in again is no matter of this journey; the cookie of the first may not have reached the disk.
    await second.page.goto(`${server.address}/sqllab/`)
    if (second.page.url().includes('/login')) await signIn(second.page, server.address, username)
    await openEditor(second.page)
    await expect(editorOf(second.page)).toHaveText('SELECT 1 AS changed_to_the_end')
    expect(await namesOf(second.page)).toEqual(['Untitled Query 1', 'Untitled Query 2'])
    await tabOf(second.page, 'Untitled Query 2').click()
    await expect(editorOf(second.page)).toHaveText('SELECT 2 AS never_sent')
    // And it is sent now.
    await expectAllSent(second.page)
    await second.context.close()
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
})

test.describe('a server of its own', () => {
  let server: RunningServer
  let data: string
  let remove: () => void
  const restart = async (env: Record<string, string> = {}): Promise<void> => {
    const port = new URL(server.address).port
    server = await startServer({ data, env: { SIGHTLINE_ADMIN_PASSWORD: password, ...env }, port: Number(port), timeoutMs: 180_000 })
  }

  test.beforeEach(async () => {
    test.setTimeout(240_000)
    ;({ server, data, remove } = await startWithExamples())
  })
  test.afterEach(async () => {
    await server.kill()
    remove()
  })

  test('SQL-8.06 SQL-4.21 text typed while the server is dead is there when it is back, in the page and after a reload', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: server.address, storageState: nobody })
    const page = await context.newPage()
    await signIn(page, server.address)
    await openEditor(page)
    await write(page, 'SELECT 1 AS before')
    await expectAllSent(page)
    await server.kill()
    await write(page, 'SELECT 2 AS while_it_was_down')
    await page.getByRole('button', { name: 'Add a new tab' }).click()
    await write(page, 'SELECT 3 AS new_while_down')
    // The person is told that the text is not with the server.
    await expect(page.getByText(/storing your query in the backend|Unable to add a new tab to the backend/).first()).toBeVisible({ timeout: 30_000 })
    await restart()
    // Nobody does anything: what was typed is still there and reaches the server by itself.
    await expect(editorOf(page)).toHaveText('SELECT 3 AS new_while_down')
    await expect(page.getByRole('img', { name: 'Has changes that are not with the server yet' })).toHaveCount(0, { timeout: 90_000 })
    await page.reload()
    await expect(editorOf(page)).toHaveText('SELECT 3 AS new_while_down')
    await tabOf(page, 'Untitled Query 1').click()
    await expect(editorOf(page)).toHaveText('SELECT 2 AS while_it_was_down')
    await expect(tabsOf(page)).toHaveCount(2)
    // With another browser too: it is with the server.
    const other = await browser.newContext({ baseURL: server.address, storageState: nobody })
    const elsewhere = await other.newPage()
    await signIn(elsewhere, server.address)
    await openEditor(elsewhere)
    expect((await namesOf(elsewhere)).toSorted()).toEqual(['Untitled Query 1', 'Untitled Query 2'])
    await other.close()
    await context.close()
  })

  test('SQL-1.08 SQL-8.07 SQL-9.01 tabs kept by the browser come over when the server begins to keep them; a refusal is told and tried again', async ({
    browser,
  }) => {
    await server.stop()
    await restart({ SIGHTLINE_FEATURE_SQLLAB_BACKEND_PERSISTENCE: 'false' })
    const context = await browser.newContext({ baseURL: server.address, storageState: nobody })
    const page = await context.newPage()
    await signIn(page, server.address)
    await openEditor(page)
    await expect(editorOf(page)).toContainText('these tabs will NOT persist if you clear your cookies')
    await write(page, 'SELECT 1 AS local_one')
    await page.getByRole('button', { name: /^Run/ }).first().click()
    await expect(page.getByRole('gridcell', { name: '1', exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Add a new tab' }).click()
    await write(page, 'SELECT 2 AS local_two')
    await page.waitForTimeout(1000)
    await page.reload()
    await expect(editorOf(page)).toHaveText('SELECT 2 AS local_two')
    await expect(tabsOf(page)).toHaveCount(2)
    expect((await apiOf(page.request, server.address).get('/api/v1/sqllab/')).result.tab_state_ids).toEqual([])

    await server.stop()
    await restart()
    // The first try fails: the person is told, and nothing is lost.
    await page.route('**/tabstateview/', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { error: 'no' } }) : route.continue(),
    )
    await page.goto('/sqllab/')
    await expect(page.getByText('Unable to migrate query editor state to backend. Sightline will retry later.').first()).toBeVisible()
    await expect(editorOf(page)).toHaveText('SELECT 2 AS local_two')
    await expect(tabsOf(page)).toHaveCount(2)
    await page.unroute('**/tabstateview/')
    await page.reload()
    await expect(editorOf(page)).toHaveText('SELECT 2 AS local_two')
    await expectAllSent(page)
    const kept = (await apiOf(page.request, server.address).get('/api/v1/sqllab/')).result.tab_state_ids as { label: string }[]
    expect(kept.map(({ label }) => label).toSorted()).toEqual(['Untitled Query 1', 'Untitled Query 2'])

    // Another browser of the same person has them, with the run of the first.
    const other = await browser.newContext({ baseURL: server.address, storageState: nobody })
    const elsewhere = await other.newPage()
    await signIn(elsewhere, server.address)
    await openEditor(elsewhere)
    await tabOf(elsewhere, 'Untitled Query 1').click()
    await expect(editorOf(elsewhere)).toHaveText('SELECT 1 AS local_one')
    await other.close()
    await context.close()
  })
})

test('SQL-4.21 two windows of one person: neither takes the work of the other', async ({ browser, server, api }) => {
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await openEditor(page)
  await write(page, 'SELECT 1 AS shared')
  await expectAllSent(page)
  const second = await context.newPage()
  await openEditor(second)
  await expect(editorOf(second)).toHaveText('SELECT 1 AS shared')

  // A new tab here and a new tab there; unsent work of the first survives whatever the second writes.
  await page.route('**/tabstateview/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Add a new tab' }).click()
  await write(page, 'SELECT 2 AS of_the_first')
  await page.waitForTimeout(700)
  await second.getByRole('button', { name: 'Add a new tab' }).click()
  await write(second, 'SELECT 3 AS of_the_second')
  await expectAllSent(second)
  // The first window goes without having sent anything.
  await page.close()
  await second.reload()
  await expect(tabsOf(second)).toHaveCount(3)
  const texts: string[] = []
  for (const tab of await tabsOf(second).all()) {
    await tab.click()
    await expect(editorOf(second)).not.toHaveText('SELECT *FROMWHERE')
    texts.push(await editorOf(second).innerText())
  }
  expect(texts.toSorted()).toEqual(['SELECT 1 AS shared', 'SELECT 2 AS of_the_first', 'SELECT 3 AS of_the_second'])

  // A tab that was closed in one window and edited in the other stays with the one who edits it.
  await expectAllSent(second)
  const third = await context.newPage()
  await openEditor(third)
  await tabOf(third, 'Untitled Query 1').click()
  await expect(editorOf(third)).toHaveText('SELECT 1 AS shared')
  await chooseInTabMenu(second, 'Untitled Query 1', 'Close tab')
  await write(third, 'SELECT 1 AS still_wanted')
  await expectAllSent(third)
  await third.reload()
  await expect(editorOf(third)).toHaveText('SELECT 1 AS still_wanted')
  await context.close()
})

test('SQL-1.08 what one person has not sent is not shown to the next one at the same browser', async ({ browser, server, api }) => {
  const { context, page } = await openAsNewPerson(browser, api, server.address)
  await openEditor(page)
  await page.route('**/tabstateview/**', (route) => route.abort())
  await write(page, 'SELECT 1 AS private_matter')
  await page.waitForTimeout(700)
  await page.unroute('**/tabstateview/**')
  await page.goto('about:blank')
  await context.clearCookies()
  const username = `next${process.pid}`
  await makePerson(api, { username, roles: ['Admin'] })
  await signIn(page, server.address, username)
  await openEditor(page)
  await expect(editorOf(page)).toHaveText('SELECT ...')
  await expect(tabsOf(page)).toHaveCount(1)
  await context.close()
})
