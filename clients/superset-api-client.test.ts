import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAssets, withoutIds } from './assets.ts'
import { findPlaces } from './environment.ts'
import { openHouse, type House } from './open-house.ts'
import { account } from './shop.ts'
import { must, password } from './sightline.ts'

const places = findPlaces()

describe.skipIf(!places)('superset-api-client', () => {
  let house: House | undefined
  let client: House['client']
  let home: House['home']
  let away: House['away']
  let shop: House['shop']
  beforeAll(async () => {
    house = await openHouse(places!, 'superset-api-client')
    ;({ client, home, away, shop } = house)
  })
  afterAll(() => house?.close())

  test('lists, counts and finds objects by name, and reads them', async () => {
    expect(await client.ask('api_find', [home.address, password])).toEqual({
      charts: ['Revenue', 'Revenue by region'],
      pages: [1, 1, 0],
      dashboards: ['Shop'],
      datasets: ['large orders', 'orders'],
      databases: ['Uploads', 'warehouse'],
      saved_queries: ['North only'],
      counts: [2, 1, 2, 2, 1],
      chart: { viz_type: 'pie', groupby: ['region'] },
      on_dashboard: ['Revenue', 'Revenue by region'],
      filters: ['Region'],
      blocks: ['CHART', 'CHART', 'GRID', 'HEADER', 'ROOT', 'ROW'],
      dataset: { kind: 'physical', columns: ['amount', 'id', 'placed', 'region'], database: shop.database.id },
      missing: 'No Chart found',
    })
  })

  test('makes, changes, runs and deletes objects', async () => {
    const told = await client.ask<Record<string, unknown>>('api_write', [home.address, password, shop.schema, places!.postgres])
    expect(told).toMatchObject({
      connects: true,
      saved_query: [{ n: 4 }],
      saved_query_label: 'made here, renamed',
      dataset: [{ region: 'South' }],
      chart: 'made here, renamed',
      dashboard: { colors: { North: '#123456' }, published: true },
      deleted: [true, true, true, true],
    })
    const [columns, rows] = told['rows'] as [{ name: string }[], object[]]
    expect(columns.map(({ name }) => name)).toEqual(['id', 'region'])
    expect(rows).toEqual([
      { id: 1, region: 'North' },
      { id: 2, region: 'South' },
    ])
  })

  test('moves everything to a second Sightline as zips', async () => {
    const told = await client.ask<Record<string, unknown>>('api_move', [home.address, away.address, password, account.password])
    expect(told).toMatchObject({
      without_password: {
        message: 'Error importing database',
        extra: { 'databases/warehouse.yaml': { _schema: ['Must provide a password for the database'] } },
      },
      imported: { databases: true, datasets: true, charts: true, dashboards: true, saved_queries: true },
      again: { message: 'Error importing chart' },
      overwritten: true,
      wrong_password: 'Not authorized',
      rows: [{ one: 1 }],
    })
    for (const kind of ['datasets', 'dashboards', 'saved_queries']) {
      const [before, after] = await Promise.all([`${kind}.zip`, `${kind}-again.zip`].map((name) => readAssets(client, join(client.folder, name))))
      const [left, right] = [withoutIds(before!), withoutIds(after!)]
      for (const [path, content] of Object.entries(left))
        if (path.startsWith('charts/')) Object.assign((content as { params: object }).params, { annotation_layers: [] })
      expect(right).toEqual(left)
    }
    const { result } = await must(away, 'GET', '/api/v1/dashboard/shop/charts')
    expect(result.map((chart: { slice_name: string }) => chart.slice_name).sort()).toEqual(['Revenue', 'Revenue by region'])
  })
})
