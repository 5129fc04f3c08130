import { type Page } from '@playwright/test'
import { expect, makePerson, nobody, openAs, password, sendSignIn, signIn, test } from './fixtures.ts'
import { makeDataFolder, startServer } from './server.ts'

const askedForPassword = /\/password\//
const home = /\/superset\/welcome\//

const openPersonMenu = (page: Page) => page.getByRole('button', { name: 'Your account' }).click()

test.describe('at the door', () => {
  test.use({ storageState: nobody })

  test('a wrong password says so and stays; the right one goes on to where one wanted to go', async ({ page }) => {
    await page.goto('/chart/list/?viewMode=card')
    await expect(page).toHaveURL(/\/login\/\?next=/)
    await sendSignIn(page, 'admin', 'not-the-password')
    await expect(page.getByRole('alert')).toContainText('Invalid login. Please try again.')
    await expect(page).toHaveURL(/\/login\//)
    await expect(page.getByLabel('Username')).toBeVisible()

    await sendSignIn(page)
    await expect(page).toHaveURL(/\/chart\/list\/\?viewMode=card$/)
    await expect(page.getByRole('heading', { name: 'Charts', level: 1 })).toBeVisible()
  })

  test('an address that leads away is not followed after signing in', async ({ browser, server }) => {
    for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example']) {
      const context = await browser.newContext({ baseURL: server.address, storageState: nobody })
      const page = await context.newPage()
      await page.goto(`/login/?next=${encodeURIComponent(next)}`)
      await sendSignIn(page)
      await page.waitForURL((url) => !url.pathname.startsWith('/login'))
      expect(new URL(page.url()).origin, next).toBe(server.address)
      await context.close()
    }
  })

  test('without signing in no page shows anything but the door', async ({ page }) => {
    for (const path of ['/superset/welcome/', '/superset/dashboard/1/', '/explore/?slice_id=1', '/sqllab/', '/users/list/']) {
      await page.goto(path)
      await expect(page, path).toHaveURL(/\/login\//)
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    }
    expect((await page.request.get('/api/v1/chart/')).status()).toBe(401)
  })

  test('signing out ends the session: the way back leads to the door', async ({ page, server }) => {
    await signIn(page, server.address)
    await openPersonMenu(page)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login\//)
    await page.goto('/superset/welcome/')
    await expect(page).toHaveURL(/\/login\//)
  })
})

test('a deactivated person is thrown out and does not get in again until activated', async ({ page, browser, server, api }) => {
  await makePerson(api, { username: 'door', roles: ['Alpha'] })
  const other = await openAs(browser, server.address, 'door')
  await expect(other.page).toHaveURL(home)

  await page.goto('/users/list/')
  const row = page.getByRole('row').filter({ hasText: 'door@example.org' })
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await expect(page.getByText('door Tester can no longer sign in')).toBeVisible()
  await expect(row).toContainText('Deactivated')

  await other.page.goto('/chart/list/')
  await expect(other.page, 'the session that was open is over').toHaveURL(/\/login\//)
  await sendSignIn(other.page, 'door')
  await expect(other.page.getByRole('alert')).toContainText('Invalid login. Please try again.')

  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await expect(row).not.toContainText('Deactivated')
  await sendSignIn(other.page, 'door')
  await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.page).not.toHaveURL(/\/login\//)
  await other.context.close()
})

test('a changed password ends the other sessions and is the one that counts', async ({ browser, server, api }) => {
  await makePerson(api, { username: 'changer', roles: ['Alpha'] })
  const here = await openAs(browser, server.address, 'changer')
  const there = await openAs(browser, server.address, 'changer')
  const { page } = here
  await openPersonMenu(page)
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('wrong-one-entirely')
  await page.getByLabel('New password', { exact: true }).fill('a-better-secret-9')
  await page.getByLabel('New password again').fill('a-better-secret-8')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('The two passwords differ')).toBeVisible()
  await page.getByLabel('New password again').fill('a-better-secret-9')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page, 'still signed in here').toHaveURL(home)

  await there.page.goto('/chart/list/')
  await expect(there.page).toHaveURL(/\/login\//)
  await sendSignIn(there.page, 'changer', password)
  await expect(there.page.getByRole('alert')).toBeVisible()
  await sendSignIn(there.page, 'changer', 'a-better-secret-9')
  await expect(there.page).toHaveURL(/\/chart\/list\//)
  await here.context.close()
  await there.context.close()
})

test('the printed link opens signed in once, asks for a password, and the password then works', async ({ browser }) => {
  const data = makeDataFolder()
  // The first start has no examples to load: this journey is about the door only.
  const server = await startServer({ data: data.path, env: { SIGHTLINE_EXAMPLES: 'false' } })
  try {
    const link = /http:\/\/\S+\/login\/link\/\?token=\S+/.exec(server.output())?.[0]
    expect(link, server.output()).toBeDefined()
    const context = await browser.newContext({ baseURL: server.address, storageState: nobody })
    const page = await context.newPage()
    await page.goto(link as string)
    await expect(page).toHaveURL(askedForPassword)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByLabel('New password again').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText(/Use at least \d+ characters/)).toBeVisible()
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('New password again').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page).toHaveURL(home)
    await expect(page.getByRole('heading', { name: /Good (morning|afternoon|evening)/ })).toBeVisible()

    const other = await browser.newContext({ baseURL: server.address, storageState: nobody })
    const stranger = await other.newPage()
    await stranger.goto(link as string)
    await expect(stranger, 'the link works once').toHaveURL(/\/login\//)
    await sendSignIn(stranger)
    await expect(stranger).toHaveURL(home)
    await other.close()
    await context.close()
  } finally {
    await server.stop()
    data.remove()
  }
})
