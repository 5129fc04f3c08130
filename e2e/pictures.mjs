// `node e2e/pictures.mjs [names]`: the pictures of docs/tour.md, light and dark, from the built program and its examples.
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

const rowOf = (page, name) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

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
  datasets: async (page) => {
    await page.goto('/tablemodelview/list/')
    await rowOf(page, 'orders').waitFor()
    await rowOf(page, 'orders').hover()
  },
  'new-dataset': async (page) => {
    await page.goto('/dataset/add/?database=1&schema=main&table=orders_by_city')
    await page.getByRole('gridcell').first().waitFor()
  },
  'edit-dataset': async (page) => {
    await page.goto('/tablemodelview/list/')
    await rowOf(page, 'orders').hover()
    await rowOf(page, 'orders').getByRole('button', { name: 'Edit dataset' }).click()
    await page.getByRole('tab', { name: /^Metrics/ }).click()
    await page.getByRole('textbox', { name: 'Metric Key' }).first().waitFor()
  },
  'row-rules': async (page) => {
    await page.goto('/rowlevelsecurity/list/')
    const rule = page.getByRole('row').filter({ hasText: 'Everybody but the office' })
    await rule.hover()
    await rule.getByRole('button', { name: 'Edit rule' }).click()
    await page.getByRole('textbox', { name: 'Rule name' }).waitFor()
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
  const send = (method, path, data) => page.request.fetch(path, { method, headers: { 'X-CSRFToken': token }, data })
  const findId = async (resource, column, value) =>
    (await (await page.request.get(`/api/v1/${resource}/?q=(filters:!((col:${column},opr:eq,value:${value})))`)).json()).result[0].id
  await send('PUT', `/api/v1/database/${databases[0].id}`, { allow_dml: true })
  await send('POST', '/api/v1/sqllab/execute/', {
    database_id: databases[0].id,
    schema: 'main',
    sql: 'CREATE TABLE orders_by_city AS SELECT city, country, count(*) AS orders, round(sum(revenue), 2) AS revenue FROM orders GROUP BY ALL',
  })
  await send('PUT', `/api/v1/database/${databases[0].id}`, { allow_dml: false })
  const made = await send('POST', '/api/v1/dataset/', { database: databases[0].id, schema: 'main', table_name: 'revenue by city', sql })
  const marks = { certification: { certified_by: 'Data team', details: 'Checked every month' }, warning_markdown: 'Returns are not taken off yet' }
  await send('PUT', `/api/v1/dataset/${(await made.json()).id}`, { extra: JSON.stringify(marks) })
  const orders = await findId('dataset', 'table_name', 'orders')
  const rule = { tables: [orders], group_key: 'region' }
  await send('POST', '/api/v1/rowlevelsecurity/', {
    ...rule,
    name: 'The north',
    filter_type: 'Regular',
    clause: "region = 'North'",
    roles: [await findId('security/roles', 'name', 'Gamma')],
  })
  await send('POST', '/api/v1/rowlevelsecurity/', {
    ...rule,
    name: 'Everybody but the office',
    filter_type: 'Base',
    clause: "region = '{{ current_username() }}'",
    roles: [await findId('security/roles', 'name', 'Admin'), await findId('security/roles', 'name', 'Alpha')],
    description: 'Shops sign in with the name of their region.',
  })
  const wanted = process.argv.slice(2)
  for (const [name, show] of Object.entries(scenes)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
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
