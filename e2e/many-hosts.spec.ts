import { chromium } from '@playwright/test'
import { freePort } from './server.ts'
import { expect, expectDrawnCharts, signIn, startWithExamples, test } from './fixtures.ts'

test('SQL-9.07 EXP-9.23 charts are asked for through other host names of the server; a parameter of the address turns that off', async () => {
  test.setTimeout(240_000)
  const port = await freePort()
  const [own, one, two] = ['bi', 'one', 'two'].map((name) => `${name}.sightline.test:${port}`)
  const { server, remove } = await startWithExamples({ SIGHTLINE_WEBSERVER_DOMAINS: `${own},${one},${two}`, SIGHTLINE_COOKIE_DOMAIN: 'sightline.test' }, port)
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.sightline.test 127.0.0.1'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const asked = new Set<string>()
    page.on('request', (request) => request.url().includes('/api/v1/chart/data') && request.method() === 'POST' && asked.add(new URL(request.url()).host))
    await signIn(page, `http://${own}`)
    const { result } = await page.evaluate(async () => (await fetch('/api/v1/dashboard/')).json())
    const address = `http://${own}/superset/dashboard/${result[0].id}/`
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('figure').first()).toBeVisible({ timeout: 60_000 })
    const count = await page.getByRole('main').locator('section[aria-label]').count()
    await expectDrawnCharts(page, count)
    expect([...asked].toSorted()).toEqual([one, two])

    asked.clear()
    await page.goto(`${address}?disableDomainSharding=1`)
    await expectDrawnCharts(page, count)
    expect([...asked]).toEqual([own])
  } finally {
    await browser.close()
    await server.kill()
    remove()
  }
})
