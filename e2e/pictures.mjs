// `node e2e/pictures.mjs`: the pictures of docs/tour.md, light and dark, from the built program and its examples.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { password, root, startProgram } from '../bench/program.mjs'

const folder = join(root, 'docs', 'pictures')
const data = mkdtempSync(join(tmpdir(), 'sightline-pictures-'))

const sql = `-- What each city brought in, by month
SELECT date_trunc('month', ordered_at) AS month,
  city,
  count(*) AS orders,
  round(sum(revenue), 2) AS revenue
FROM orders
GROUP BY month, city
ORDER BY month, revenue DESC`

const editorOf = (page) => page.getByRole('textbox', { name: 'SQL text' })
const write = async (page, text) => {
  await editorOf(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}
const run = async (page) => {
  await editorOf(page).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
}
const openText = async (page, text, name) => {
  await page.goto(`/sqllab/?dbname=examples&name=${encodeURIComponent(name)}&sql=${encodeURIComponent(text)}`)
  await editorOf(page).waitFor()
}
const closeOthers = async (page) => {
  const tabs = page.locator('[role="tab"][aria-controls="sql-tab-panel"]')
  if ((await tabs.count()) === 1) return
  await page
    .getByRole('button', { name: /^What to do with/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Close all other tabs' }).click()
}

/** What is shown, by the name of its picture. */
const scenes = {
  'sql-rows': async (page) => {
    await openText(page, sql, 'Revenue by city')
    await closeOthers(page)
    await run(page)
    await page.getByRole('gridcell').first().waitFor()
  },
  'sql-completion': async (page) => {
    await openText(page, 'SELECT o.city, sum(o.revenue)\nFROM orders AS o\nWHERE o.', 'Completion')
    await editorOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('re')
    await page.getByRole('listbox').first().waitFor()
  },
  'sql-mistake': async (page) => {
    await openText(page, 'SELECT city,\n  sum(revenu) AS revenue\nFROM orders\nGROUP BY city', 'A mistake')
    await run(page)
    await page.getByRole('alert').first().waitFor()
  },
  'sql-history': async (page) => {
    await openText(page, 'SELECT channel, count(*) AS orders FROM orders GROUP BY channel', 'History')
    await run(page)
    await page.getByRole('gridcell').first().waitFor()
    await write(page, 'SELECT category, count(*) AS orders FROM orders GROUP BY category')
    await run(page)
    await page.getByRole('gridcell').first().waitFor()
    await page
      .getByRole('tab', { name: /^(Query )?history/i })
      .last()
      .click()
    await page.waitForTimeout(500)
  },
  'saved-queries': async (page) => {
    await page.goto('/savedqueryview/list/')
    await page.getByRole('row').nth(1).waitFor()
  },
  'query-preview': async (page) => {
    await page.goto('/sqllab/history/')
    await page
      .getByRole('button', { name: /^Preview/ })
      .first()
      .click()
    await page.locator('dialog code span').first().waitFor()
  },
}

const program = await startProgram({ data })
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
try {
  mkdirSync(folder, { recursive: true })
  const context = await browser.newContext({ baseURL: program.base, viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto('/login/')
  await page.fill('input[name="username"]', 'admin')
  await page.fill('input[name="password"]', password)
  await Promise.all([page.waitForURL((url) => !url.pathname.startsWith('/login')), page.keyboard.press('Enter')])
  const { result: token } = await (await page.request.get('/api/v1/security/csrf_token/')).json()
  const { result: databases } = await (await page.request.get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:examples)))')).json()
  for (const [label, text] of [
    ['Revenue by city', sql],
    ['Orders by channel', 'SELECT channel, count(*) AS orders FROM orders GROUP BY channel'],
    ['Budgets and orders', 'SELECT * FROM budgets, orders LIMIT 10'],
  ])
    await page.request.post('/api/v1/saved_query/', { headers: { 'X-CSRFToken': token }, data: { label, sql: text, db_id: databases[0].id, schema: 'main' } })
  for (const [name, show] of Object.entries(scenes)) {
    await page.emulateMedia({ colorScheme: 'light' })
    await show(page)
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme })
      await page.waitForTimeout(600)
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
    }
    process.stdout.write(`${name}\n`)
  }
} finally {
  await browser.close()
  await program.stop()
  rmSync(data, { recursive: true, force: true })
}
