// First-load JavaScript per route, as the browser received it (compressed).
import { chromium } from '@playwright/test'
import { password } from './program.mjs'

export async function measurePages(base, dashboardPath, chartPath) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const session = await browser.newContext()
  const signIn = await session.newPage()
  await signIn.goto(`${base}/login/`)
  await signIn.fill('input[name="username"]', 'admin')
  await signIn.fill('input[name="password"]', password)
  await Promise.all([signIn.waitForURL((url) => !url.pathname.startsWith('/login')), signIn.keyboard.press('Enter')])
  const state = await session.storageState()
  const routes = {
    sign_in: '/login/',
    home: '/superset/welcome/',
    dashboard: dashboardPath,
    explorer: chartPath,
    sql: '/sqllab/',
    'chart list': '/chart/list/',
  }
  const rows = []
  for (const [name, path] of Object.entries(routes)) {
    // A context of its own: nothing is cached from another route.
    const context = await browser.newContext(name === 'sign_in' ? {} : { storageState: state })
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    const scripts = new Set()
    let bytes = 0
    client.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await page.goto(base + path, { waitUntil: 'networkidle' })
    await page.waitForTimeout(1000)
    const kb = bytes / 1024
    rows.push({
      what: `first-load JavaScript, ${name.replace('_', '-')}`,
      value: `${kb.toFixed(0)} KB`,
      ...(name === 'dashboard' ? { goal: '≤ 600 KB', met: kb <= 600 } : {}),
    })
    await context.close()
  }
  await browser.close()
  return rows
}
