import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zoneOfDataset } from '../../chart-data/zone-of-dataset.ts'
import { addSampleDatabase, changeSampleFile } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let now = new Date('2024-03-31T22:30:00Z')
const edges = [
  [Date.UTC(2024, 2, 29), Date.UTC(2024, 3, 2)],
  [Date.UTC(2024, 9, 25), Date.UTC(2024, 9, 29)],
] as const
const halfHour = 1_800_000
const ticks = edges.flatMap(([from, to]) => Array.from({ length: (to - from) / halfHour }, (_, at) => from + at * halfHour))
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Kiritimati'] as const

let server: TestApp
let admin: TestCall
const datasets = new Map<string, number>()
beforeAll(async () => {
  server = await openTestApp({ now: () => now, env: { SIGHTLINE_TIME_ZONE: 'Europe/Berlin' } })
  admin = await server.as('admin')
  const statement = (from: number, to: number) => `select unnest(generate_series(epoch_ms(${from}), epoch_ms(${to - halfHour}), interval 30 minutes)) as tick`
  await changeSampleFile(server, 'sample', [
    `create table ticks as select tick, tick at time zone 'UTC' as zoned, tick::date as day from (${edges.map(([from, to]) => statement(from, to)).join(' union all ')})`,
  ])
  const database = await addSampleDatabase(server)
  for (const zone of ['the server', ...zones]) {
    const sql = 'select tick, zoned, day from ticks'
    const made = await admin('POST', '/api/v1/dataset/', { database, table_name: `ticks of ${zone}`, schema: 'main', sql })
    const { id } = made.body
    datasets.set(zone, id)
    const extra = zone === 'the server' ? '{"certification":{}}' : JSON.stringify({ time_zone: zone })
    const put = await admin('PUT', `/api/v1/dataset/${id}`, { extra })
    if (put.status !== 200) throw new Error(put.text)
  }
}, 120_000)
afterAll(() => server.close())

const ask = async (zone: string, query: object, more: object = {}) => {
  const reply = await admin('POST', '/api/v1/chart/data', { datasource: { id: datasets.get(zone), type: 'table' }, queries: [query], ...more })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply
}
const axisOf = (name: string, timeGrain: string) => ({ columnType: 'BASE_AXIS', sqlExpression: name, label: name, expressionType: 'SQL', timeGrain })
const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' }

/** The day that a calendar on the wall shows, asked of somebody else. */
const dayOn = (moment: number, zone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(moment)
const tally = (keys: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

describe('T32 grain, filter, label and export agree where clocks change', () => {
  test.each(zones)('%s', async (zone) => {
    const expected = tally(ticks.map((tick) => dayOn(tick, zone)))
    for (const column of ['tick', 'zoned']) {
      const query = { columns: [axisOf(column, 'P1D')], metrics: [count], orderby: [[axisOf(column, 'P1D'), true]] }
      const rows = (await ask(zone, query)).body.result[0].data as { n: number }[]
      const days = rows.map((row) => [Reflect.get(row, column) as number, row.n] as const)
      // Moments on the wire; each is the midnight of its day.
      expect(days.map(([moment, n]) => [dayOn(moment, zone), n])).toEqual(expected)
      for (const [moment] of days) expect(dayOn(moment - 1, zone)).not.toBe(dayOn(moment, zone))
      const csv = (await ask(zone, query, { result_format: 'csv' })).text.trim().split('\n').slice(1)
      expect(csv).toEqual(expected.map(([day, n]) => `${day},${n}`))
      // A range of one day finds the rows of that day's bucket.
      for (const [day, n] of expected.slice(1, 3)) {
        const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
        const filters = [{ col: column, op: 'TEMPORAL_RANGE', val: `${day} : ${next}` }]
        const found = (await ask(zone, { metrics: [count], columns: [], filters })).body.result[0]
        expect([column, day, found.data[0].n]).toEqual([column, day, n])
        const { from_dttm, to_dttm } = found
        expect([dayOn(from_dttm, zone), dayOn(from_dttm - 1, zone) < day, dayOn(to_dttm, zone)]).toEqual([day, true, next])
      }
    }
  })

  test('a day without a time is the same day everywhere', async () => {
    const expected = tally(ticks.map((tick) => new Date(tick).toISOString().slice(0, 10)))
    for (const zone of zones) {
      const query = { columns: ['day'], metrics: [count], orderby: [['day', true]] }
      const csv = (await ask(zone, query, { result_format: 'csv' })).text.trim().split('\n').slice(1)
      expect([zone, csv]).toEqual([zone, expected.map(([day, n]) => `${day},${n}`)])
    }
  })

  test('hours begin where the clocks of the zone say, at half past for some', async () => {
    const query = { columns: [axisOf('tick', 'PT1H')], metrics: [count] }
    for (const [zone, minutes] of [
      ['UTC', 0],
      ['Asia/Kolkata', 30],
    ] as const) {
      const rows = (await ask(zone, query)).body.result[0].data as { tick: number; n: number }[]
      expect([zone, new Set(rows.map(({ tick }) => new Date(tick).getUTCMinutes()))]).toEqual([zone, new Set([minutes])])
      expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(ticks.length)
    }
  })
})

describe('T32 today is the day of the dataset', () => {
  const today = async (zone: string) => {
    const { from_dttm, to_dttm } = (await ask(zone, { columns: [], metrics: [count], granularity: 'tick', time_range: 'Current day' })).body.result[0]
    return [new Date(from_dttm).toISOString(), new Date(to_dttm).toISOString()]
  }

  test('two datasets with different zones, and one with the server’s', async () => {
    // Half past ten in the evening of UTC is the next day in Berlin.
    expect(await today('UTC')).toEqual(['2024-03-31T00:00:00.000Z', '2024-04-01T00:00:00.000Z'])
    expect(await today('Europe/Berlin')).toEqual(['2024-03-31T22:00:00.000Z', '2024-04-01T22:00:00.000Z'])
    expect(await today('America/New_York')).toEqual(['2024-03-31T04:00:00.000Z', '2024-04-01T04:00:00.000Z'])
    expect(await today('the server')).toEqual(await today('Europe/Berlin'))
  })

  test('the words of a range mean the days of the dataset that is named, and the server’s without one', async () => {
    const bounds = async (zone: string | undefined, call = admin) => {
      const source = zone === undefined ? '' : `&datasource=${datasets.get(zone)}__table`
      const { since, until } = (await call('GET', `/api/v1/time_range/?q='Current day'${source}`)).body.result
      return [since, until]
    }
    expect(await bounds('UTC')).toEqual(['2024-03-31T00:00:00', '2024-04-01T00:00:00'])
    expect(await bounds('Europe/Berlin')).toEqual(['2024-04-01T00:00:00', '2024-04-02T00:00:00'])
    expect(await bounds(undefined)).toEqual(await bounds('Europe/Berlin'))
    // Whoever may not read a dataset learns nothing about it.
    expect(await bounds('UTC', await server.as('gamma'))).toEqual(await bounds(undefined))
    for (const source of ['7', 'x__table', '999999__table', '1__query'])
      expect((await admin('GET', `/api/v1/time_range/?q='Current day'&datasource=${source}`)).body.result.since).toBe('2024-04-01T00:00:00')
  })

  test('a template sees the days of its dataset', async () => {
    const where = "tick >= {{ get_time_filter('tick', default='Current day').from_expr }}"
    const since = async (zone: string) => {
      const reply = await ask(zone, { columns: [], metrics: [count], extras: { where } }, { result_type: 'query' })
      return /tick >= .*?(\d{4}-\d\d-\d\d)/.exec(reply.body.result[0].query as string)?.[1]
    }
    expect([await since('UTC'), await since('Europe/Berlin'), await since('the server')]).toEqual(['2024-03-31', '2024-04-01', '2024-04-01'])
  })

  test('rows of one zone are not those of another in the cache, and a changed zone counts at once', async () => {
    const query = { columns: [axisOf('tick', 'P1D')], metrics: [count] }
    const [first, second] = [(await ask('UTC', query)).body.result[0], (await ask('Europe/Berlin', query)).body.result[0]]
    expect(first.cache_key).not.toBe(second.cache_key)
    const setZone = (time_zone: string) => {
      now = new Date(now.getTime() + 1000)
      return admin('PUT', `/api/v1/dataset/${datasets.get('Pacific/Kiritimati')}`, { extra: JSON.stringify({ time_zone }) })
    }
    await setZone('UTC')
    expect(await today('Pacific/Kiritimati')).toEqual(await today('UTC'))
    // What stands in a store from elsewhere may name a zone that nobody knows, or be no JSON at all.
    for (const extra of ['{"time_zone":"Nowhere/Land"}', '{"time_zone":7}', 'time_zone', '[]', null])
      expect(zoneOfDataset(server.deps, { row: { extra } })).toBe('Europe/Berlin')
  })
})
