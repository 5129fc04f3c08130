import { readFileSync } from 'node:fs'
import { type Page } from '@playwright/test'
import { axeFile, findFaults } from './axe.ts'
import { chartFile, countOf, dashboardFile, databaseFile, datasetFile, examplesFile, metadata, zipOf } from './bundle-parts.ts'
import { makeDataset, rowOf } from './dataset-parts.ts'
import { apiOf, expect, makePerson, openAs, password, startWithExamples, test, type Api } from './fixtures.ts'

test.beforeEach(async ({ page }) => page.addInitScript({ path: axeFile }))

/** Charts that are drawn, changed and not drawable, a dataset with a column that is not in its table, and a database that needs a password. */
async function movingBundle(api: Api, suffix: string) {
  const examples = await examplesFile(api)
  const shut = databaseFile(`Shut ${suffix}`, 'postgresql://reader:XXXXXXXXXX@db.example.invalid:5432/shop')
  const dataset = datasetFile(`orders`, 'main', examples.uuid, ['city', 'no_such_column'])
  const { result } = await api.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:orders)),columns:!(uuid))')
  const known = { ...dataset, uuid: result[0]?.uuid ?? dataset.uuid }
  const faithful = chartFile(`Faithful ${suffix}`, known.uuid, { viz_type: 'table', groupby: ['city'], metrics: ['count'] })
  const changed = chartFile(`Changed ${suffix}`, known.uuid, { viz_type: 'table', groupby: ['city'], metrics: ['count'], control_of_tomorrow: 'sparkle' })
  const strange = chartFile(`Strange ${suffix}`, known.uuid, { viz_type: 'holograph_of_tomorrow' })
  return zipOf(`moving-${suffix}.zip`, {
    'export/metadata.yaml': metadata('assets'),
    'export/databases/examples.yaml': examples,
    'export/databases/Shut.yaml': shut,
    'export/datasets/examples/orders.yaml': known,
    'export/charts/Faithful_1.yaml': faithful,
    'export/charts/Changed_2.yaml': changed,
    'export/charts/Strange_3.yaml': strange,
    'export/dashboards/Moved_1.yaml': dashboardFile(`Moved ${suffix}`, [faithful, changed, strange]),
  })
}

/** Both themes and a narrow window; axe has nothing to say about any of them. */
async function lookAtAll(page: Page, name: string): Promise<void> {
  const screenshot = (way: string) => page.screenshot({ path: test.info().outputPath(`${name}-${way}.png`) })
  expect.soft(await findFaults(page), `${name}, light`).toEqual([])
  await screenshot('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect.soft(await findFaults(page), `${name}, dark`).toEqual([])
  await screenshot('dark')
  await page.setViewportSize({ width: 1024, height: 768 })
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} fits a narrow window`).toBe(true)
  await screenshot('narrow')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

const tile = (page: Page, name: string) => page.getByRole('group', { name: 'What came over' }).getByRole('button', { name: new RegExp(`^${name}`) })
const table = (page: Page, name: string) => page.getByRole('table', { name })

test('a bundle is looked at first, then moved in: the report names the missing column, the unknown chart type and the unknown control', async ({ browser }) => {
  test.setTimeout(240_000)
  // The move writes over the examples, which other journeys need as they were.
  const { server, remove } = await startWithExamples()
  try {
    const { context, page } = await openAs(browser, server.address, 'admin')
    await page.addInitScript({ path: axeFile })
    const api = apiOf(page.request, server.address)
    const bundle = await movingBundle(api, 'one')
    const before = await countOf(api, 'chart')
    await page.goto('/superset/welcome/')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Moving in' }).click()
    await expect(page.getByRole('heading', { name: 'Moving in' })).toBeVisible()
    await lookAtAll(page, 'moving-in')
    const look = page.getByRole('button', { name: 'See what would come over' })
    await expect(look).toBeDisabled()
    await page.locator('input[type=file]').setInputFiles(bundle)
    await expect(page.getByText('1 dashboard, 3 charts, 1 dataset, 2 databases')).toBeVisible()
    await look.click()

    await page.waitForURL(/\/moving-in\/\d+\/$/)
    await expect(page.getByText('This was a look ahead: nothing has been written')).toBeVisible()
    await expect(table(page, 'Charts').getByRole('row')).toHaveCount(4)
    await expect(table(page, 'Charts')).toContainText('Would be new here')
    await lookAtAll(page, 'look-ahead')
    expect(await countOf(api, 'chart')).toBe(before)

    // What was given is still there: the move itself needs one more yes.
    await page.getByRole('button', { name: 'Move in…' }).click()
    await page.getByRole('dialog', { name: 'Move everything in?' }).getByRole('button', { name: 'Move in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'What came over' })).toBeVisible()
    expect(await countOf(api, 'chart')).toBe(before + 3)

    // What could not be brought stands before everything else.
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(headings[0]).toMatch(/could not be brought$/)
    const charts = table(page, 'Charts')
    await expect(charts.getByRole('row').nth(1)).toContainText('Strange one')
    await expect(charts.getByRole('row').nth(1)).toContainText('Not yet drawable')
    await expect(charts.getByRole('row').nth(1)).toContainText('holograph_of_tomorrow')
    await expect(charts.getByRole('row').nth(2)).toContainText('control_of_tomorrow')
    await expect(charts.getByRole('row').nth(3)).toContainText('Faithful')
    await page.getByRole('radio', { name: 'Changed 1' }).click()
    await expect(charts.getByRole('row')).toHaveCount(2)
    await expect(page).toHaveURL(/state=changed/)
    await page.getByRole('searchbox').fill('nothing says this')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect(charts.getByRole('row')).toHaveCount(4)

    await tile(page, 'Datasets').click()
    await expect(table(page, 'Datasets').getByRole('row').nth(1)).toContainText('no_such_column')
    await tile(page, 'Dashboards').click()
    await expect(table(page, 'Dashboards').getByRole('row').nth(1)).toContainText('Moved one')
    await lookAtAll(page, 'report')

    // The report is a file too, and is still there after a reload.
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as JSON' }).click()
    const report = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
    expect(report).toMatchObject({ is_dry_run: false, source: { kind: 'bundle', name: 'moving-one.zip' } })
    expect(report.charts.map(({ state }: { state: string }) => state).toSorted()).toEqual(['changed', 'faithful', 'not_drawable'])
    await page.reload()
    await expect(table(page, 'Dashboards')).toContainText('Moved one')

    // A database that needs its password is one click away from its dialog.
    await tile(page, 'Databases').click()
    await table(page, 'Databases')
      .getByRole('row', { name: /Shut one/ })
      .getByRole('link', { name: 'Edit connection' })
      .click()
    await expect(page.getByRole('dialog', { name: 'Edit database' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).not.toHaveURL(/database=/)

    await page.goto('/moving-in/')
    const moves = page.getByRole('region', { name: 'Moves so far' })
    await expect(moves.getByRole('row', { name: /moving-one\.zip/ })).toHaveCount(2)
    await moves.getByRole('button', { name: 'Forget the move from moving-one.zip' }).last().click()
    await page.getByRole('dialog', { name: 'Forget this move?' }).getByRole('button', { name: 'Forget' }).click()
    await expect(moves.getByRole('row', { name: /moving-one\.zip/ })).toHaveCount(1)
    await moves.getByRole('link', { name: 'moving-one.zip' }).click()
    await expect(page.getByRole('heading', { name: 'What came over' })).toBeVisible()
    await context.close()
  } finally {
    await server.kill()
    remove()
  }
})

test('a move that fails says why in full and keeps nothing; one that is gone says so', async ({ page, api }) => {
  const before = await countOf(api, 'dataset')
  const examples = await examplesFile(api)
  await page.goto('/moving-in/')
  await page.locator('input[type=file]').setInputFiles(
    zipOf('torn.zip', {
      'export/metadata.yaml': metadata('assets'),
      'export/databases/examples.yaml': examples,
      'export/datasets/examples/orders.yaml': datasetFile('never_here', 'main', examples.uuid, []),
      'export/charts/Torn_3.yaml': 'slice_name: [1, 2',
    }),
  )
  await page.getByRole('button', { name: 'See what would come over' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('charts/Torn_3.yaml')
  await expect(page.getByText('The look ahead failed. Nothing was written.')).toBeVisible()
  await lookAtAll(page, 'failed')
  expect(await countOf(api, 'dataset')).toBe(before)
  await page.goto('/moving-in/987654/')
  await expect(page.getByRole('heading', { name: 'There is no such move' })).toBeVisible()
  expect.soft(await findFaults(page), 'no such move').toEqual([])
})

test('everything comes over from a running server; a wrong password is told, and a dataset whose rules could not be brought is closed until it is opened', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const source = await startWithExamples()
  // Addresses of one's own network are asked only where the operator allows it.
  const target = await startWithExamples({ SIGHTLINE_FETCH_HOSTS: new URL(source.server.address).host })
  try {
    const { context, page: there } = await openAs(browser, source.server.address, 'admin')
    const other = apiOf(there.request, source.server.address)
    const dataset = await makeDataset(other, 'moved_orders', 'SELECT * FROM orders')
    const role = (await other.get('/api/v1/security/roles/?q=(page_size:100)')).result.find(({ name }: { name: string }) => name === 'Gamma')
    await other.send('POST', '/api/v1/rowlevelsecurity/', {
      name: 'Only here',
      filter_type: 'Regular',
      tables: [dataset],
      roles: [role.id],
      clause: "city = 'x'",
      group_key: '',
    })
    await makePerson(other, { username: 'move_reader', roles: ['Alpha'] })
    await context.close()
    const { context: here, page } = await openAs(browser, target.server.address, 'admin')
    await page.addInitScript({ path: axeFile })
    const api = apiOf(page.request, target.server.address)

    await page.goto('/moving-in/')
    await page.getByRole('radio', { name: 'A running server' }).check()
    await page.getByLabel('Address').fill(source.server.address)
    await page.getByLabel('Username').fill('move_reader')
    await page.getByLabel(/^Password/).fill('wrong')
    expect.soft(await findFaults(page), 'an account').toEqual([])
    await page.getByRole('button', { name: 'See what would come over' }).click()
    await expect(page.getByRole('alert')).toContainText('move_reader')

    // The account may not read row rules: the dataset they are for comes over closed.
    await page.goto('/moving-in/')
    await page.getByRole('radio', { name: 'A running server' }).check()
    await page.getByLabel('Address').fill(source.server.address)
    await page.getByLabel('Username').fill('move_reader')
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Move in…' }).click()
    await page.getByRole('dialog', { name: 'Move everything in?' }).getByRole('button', { name: 'Move in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'What came over' })).toBeVisible({ timeout: 120_000 })
    await tile(page, 'Datasets').click()
    const row = table(page, 'Datasets').getByRole('row', { name: /moved_orders/ })
    await expect(row).toContainText('Closed')
    await lookAtAll(page, 'from-server')

    // It is marked in the list and in its editor; who is no administrator gets no rows.
    await makePerson(api, { username: 'moved_alpha', roles: ['Alpha'] })
    const reader = await openAs(browser, target.server.address, 'moved_alpha')
    await reader.page.goto('/tablemodelview/list/')
    await expect(rowOf(reader.page, 'moved_orders').getByRole('img', { name: /closed to all but administrators/ })).toBeVisible()
    await reader.page.goto('/dashboard/list/')
    await reader.page.getByRole('link', { name: 'Hollowbrook trading' }).click()
    await expect(reader.page.getByText(/This dataset is closed until an administrator opens it/).first()).toBeVisible()
    await reader.page.screenshot({ path: test.info().outputPath('closed-charts.png') })

    await page.goto('/tablemodelview/list/')
    await rowOf(page, 'moved_orders').hover()
    await rowOf(page, 'moved_orders').getByRole('button', { name: 'Edit dataset' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit Dataset moved_orders' })
    await expect(editor.getByText('This dataset is closed to all but administrators')).toBeVisible()
    expect.soft(await findFaults(page), 'the editor of a closed dataset').toEqual([])
    await editor.getByRole('button', { name: 'Open…' }).click()
    await page.getByRole('dialog', { name: 'Open moved_orders to everybody with access?' }).getByRole('button', { name: 'Open dataset' }).click()
    await expect(editor.getByText('This dataset is closed to all but administrators')).toHaveCount(0)
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, 'moved_orders').getByRole('img', { name: /closed to all but administrators/ })).toHaveCount(0)
    await reader.context.close()
    await here.close()
  } finally {
    for (const one of [source, target]) {
      await one.server.kill()
      one.remove()
    }
  }
})
