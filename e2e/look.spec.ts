import { type Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { expect, expectDrawn, expectDrawnCharts, nobody, test } from './fixtures.ts'

/** What cannot be reached or read because the window is narrow: a page wider than the window, controls beyond its edge, text cut without a sign. */
const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const width = document.documentElement.clientWidth
    const root = document.scrollingElement
    if (root && root.scrollWidth > width + 1) faults.push(`the page is ${root.scrollWidth} px wide in a window of ${width} px`)
    const describe = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
    const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowX)
    for (const element of document.querySelectorAll('a, button, input, select, textarea, [role="combobox"], [tabindex="0"], h1, h2')) {
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1 || getComputedStyle(element).visibility === 'hidden' || element.closest('[aria-hidden="true"]')) continue
      let left = 0
      let right = width
      let canScroll = false
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (scrolls(parent)) canScroll = true
        if (canScroll) break
        const style = getComputedStyle(parent)
        if (/hidden|clip/.test(style.overflowX)) {
          const frame = parent.getBoundingClientRect()
          left = Math.max(left, frame.left)
          right = Math.min(right, frame.right)
        }
      }
      if (!canScroll && (box.right > right + 2 || box.left < left - 2))
        faults.push(`${describe(element)} ends at ${Math.round(box.right)} of ${Math.round(right)} px`)
    }
    return faults
  })

interface Screen {
  readonly name: string
  readonly path: string
  readonly isReady: (page: Page) => Promise<void>
  readonly isOutside?: true
}

const heading = (name: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { name }).first()).toBeVisible()
const hasRows = (page: Page) => expect(page.getByRole('row').nth(1)).toBeVisible()

const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/login/', isReady: heading('Sign in'), isOutside: true },
  { name: 'home', path: '/superset/welcome/', isReady: (page) => expect(page.getByRole('article').first()).toBeVisible() },
  { name: 'charts', path: '/chart/list/', isReady: hasRows },
  { name: 'chart cards', path: '/chart/list/?viewMode=card', isReady: (page) => expect(page.getByRole('article').first()).toBeVisible() },
  { name: 'dashboards', path: '/dashboard/list/', isReady: hasRows },
  { name: 'datasets', path: '/tablemodelview/list/', isReady: hasRows },
  { name: 'databases', path: '/databaseview/list/', isReady: hasRows },
  { name: 'new chart', path: '/chart/add', isReady: heading('Create a new chart') },
  { name: 'new dataset', path: '/dataset/add/', isReady: heading('New dataset') },
  {
    name: 'new dataset of a table',
    path: '/dataset/add/?database=1&schema=main&table=orders',
    isReady: (page) => expect(page.getByRole('gridcell').first()).toBeVisible(),
  },
  { name: 'row level security', path: '/rowlevelsecurity/list/', isReady: heading('Row level security') },
  { name: 'explorer', path: '/explore/?slice_id=5', isReady: (page) => expectDrawn(page.getByRole('figure')) },
  { name: 'new chart in the explorer', path: '/explore/?datasource_type=table&datasource_id=1&viz_type=table', isReady: heading('orders') },
  {
    name: 'SQL editor',
    path: `/sqllab/?sql=${encodeURIComponent('SELECT city, sum(revenue) AS revenue FROM orders GROUP BY city -- all of them')}`,
    isReady: async (page) => {
      await expect(page.getByRole('treeitem', { name: 'orders', exact: true })).toBeVisible()
      await page.getByRole('button', { name: /^Run/ }).click()
      await expect(page.getByRole('gridcell').first()).toBeVisible()
    },
  },
  { name: 'query history', path: '/sqllab/history/', isReady: heading('Query history') },
  { name: 'saved queries', path: '/savedqueryview/list/', isReady: heading('Saved queries') },
  { name: 'dashboard', path: '/superset/dashboard/hollowbrook-trading/', isReady: (page) => expectDrawnCharts(page, 8) },
  {
    name: 'dashboard being edited',
    path: '/superset/dashboard/hollowbrook-trading/?edit=true',
    isReady: async (page) => {
      await expect(page.getByRole('figure').first()).toBeVisible()
      await expect(page.getByRole('button', { name: /Busiest routes/ })).toBeVisible()
    },
  },
  { name: 'users', path: '/users/list/', isReady: hasRows },
  { name: 'roles', path: '/roles/list/', isReady: hasRows },
  { name: 'password', path: '/password/', isReady: heading(/password/) },
  { name: 'no such page', path: '/superset/nowhere/', isReady: heading('There is no such page') },
]

for (const screen of screens)
  test.describe(screen.name, () => {
    if (screen.isOutside) test.use({ storageState: nobody })

    test(`${screen.name}: axe finds nothing, light or dark; at 200 % nothing is cut off`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.addInitScript({ path: axeFile })
      await page.goto(screen.path)
      await screen.isReady(page)
      await page.waitForTimeout(250)
      expect.soft(await findFaults(page), 'light').toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await page.waitForTimeout(250)
      expect.soft(await findFaults(page), 'dark').toEqual([])
      // 1440 × 900 at 200 % is a window of half the pixels each way.
      await page.setViewportSize({ width: 720, height: 450 })
      await page.waitForTimeout(400)
      expect.soft(await findCutOff(page), 'cut off').toEqual([])
    })
  })

/** Red, green and blue of a CSS colour as the browser resolves it. */
const brightness = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = (/\(([^)]+)\)/.exec(colour)?.[1] ?? '').split(/[ ,/]+/).map(Number)
  return (red + green + blue) / 3
}

async function chooseTheme(page: Page, name: 'Light' | 'Dark' | 'System'): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('the theme changes page, charts and editor at once and survives a reload', async ({ page }) => {
  const background = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/superset/dashboard/hollowbrook-trading/')
  const weekly = page.getByRole('region', { name: 'Weekly revenue' })
  await expectDrawn(weekly.getByRole('figure'))
  const label = weekly.locator('svg text').first()
  const colourOfLabel = () => label.evaluate((element) => getComputedStyle(element).fill)
  expect(brightness(await background('body'))).toBeGreaterThan(200)
  expect(brightness(await colourOfLabel())).toBeLessThan(130)

  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() || request.url().includes('/api/v1/chart/data')) loads++
  })
  await chooseTheme(page, 'Dark')
  await expect.poll(async () => brightness(await background('body'))).toBeLessThan(60)
  await expect.poll(async () => brightness(await weekly.evaluate((element) => getComputedStyle(element).backgroundColor))).toBeLessThan(70)
  await expect.poll(async () => brightness(await colourOfLabel())).toBeGreaterThan(130)
  expect(loads, 'nothing was loaded for it').toBe(0)

  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectDrawn(weekly.getByRole('figure'))
  expect(brightness(await colourOfLabel())).toBeGreaterThan(130)

  await page.goto(`/sqllab/?sql=${encodeURIComponent("SELECT 'text', 42 FROM orders")}`)
  const keyword = page.locator('.cm-line span').first()
  await expect(keyword).toHaveText('SELECT')
  const colourOfKeyword = () => keyword.evaluate((element) => getComputedStyle(element).color)
  const dark = await colourOfKeyword()
  expect(brightness(await background('.cm-editor'))).toBeLessThan(70)
  await chooseTheme(page, 'Light')
  await expect.poll(async () => brightness(await background('.cm-editor'))).toBeGreaterThan(200)
  expect(await colourOfKeyword()).not.toBe(dark)
  await chooseTheme(page, 'System')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => brightness(await background('.cm-editor'))).toBeLessThan(70)
})
