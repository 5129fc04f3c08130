import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { apiOf, makePerson, openAs, test as base, type Api } from './fixtures.ts'

/** What journeys do in the SQL editor. */

export const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: 'SQL text' })
export const resultsOf = (page: Page): Locator => page.getByRole('region', { name: 'Results' })
export const runOf = (page: Page): Locator => page.getByRole('button', { name: /^Run( selection)? Ctrl/ })
/** The list of tabs owns them by name, not by holding them; those of the results lead to another panel. */
const ofQueries = '[aria-controls="sql-tab-panel"]'
export const tabsOf = (page: Page): Locator => page.getByRole('tab').and(page.locator(ofQueries))
export const tabOf = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name }).and(page.locator(ofQueries))

/** Replaces what stands in the editor, as typing would. */
export async function write(page: Page, sql: string): Promise<void> {
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(sql)
  await page.keyboard.press('Escape')
}

/** Writes and runs it, by keys. */
export async function run(page: Page, sql: string): Promise<void> {
  await write(page, sql)
  await page.keyboard.press('Control+Enter')
}

/** The database of the examples. */
export const examplesId = async (api: Api): Promise<number> => {
  const { result } = await api.get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:examples)))')
  return (result as { id: number }[])[0]!.id
}

/** Opens a tab of its own with this text. */
export async function openText(page: Page, sql: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.goto(`/sqllab/?${new URLSearchParams({ sql, ...more }).toString()}`)
  await expect(editorOf(page)).toHaveText(sql)
}

/** The editor with its tables on the left. */
export async function openEditor(page: Page, path = '/sqllab/'): Promise<void> {
  await page.goto(path)
  await expect(editorOf(page)).toBeVisible()
}

/** The names of the tabs in their order. */
export const namesOf = async (page: Page): Promise<string[]> => (await tabsOf(page).locator('[class*="text"]').allInnerTexts()).map((name) => name.trim())

/** Opens the menu of a tab and takes an entry of it. */
export async function chooseInTabMenu(page: Page, name: string, entry: string): Promise<void> {
  await tabOf(page, name).hover()
  await page.getByRole('button', { name: `What to do with ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

let people = 0

/** Somebody nobody else works as: tabs belong to a person, and journeys share a server. */
export async function openAsNewPerson(browser: Browser, api: Api, address: string): Promise<{ context: BrowserContext; page: Page; username: string }> {
  const username = `writer${process.pid}x${people++}`
  await makePerson(api, { username, roles: ['Admin'] })
  return { ...(await openAs(browser, address, username)), username }
}

/** Every change of this page is with the server: no tab carries the mark of unsent edits. */
export const expectAllSent = (page: Page): Promise<void> =>
  expect(page.getByRole('img', { name: 'Has changes that are not with the server yet' })).toHaveCount(0, { timeout: 30_000 })

/** A journey in the editor as somebody with no tabs yet: what another journey left open must not be in front. */
export const test = base.extend<object>({
  page: async ({ browser, server, session }, use) => {
    const admin = await browser.newContext({ storageState: session })
    const { context, page } = await openAsNewPerson(browser, apiOf(admin.request, server.address), server.address)
    await admin.close()
    await use(page)
    await context.close()
  },
})
