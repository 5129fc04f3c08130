import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase, addSampleDataset } from '../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let gamma: TestCall
const q = (value: unknown) => `?q=${encodeURIComponent(JSON.stringify(value))}`
const paths: Record<string, string> = {}
const bodies: Record<string, Record<string, unknown>> = {}

beforeAll(async () => {
  server = await openTestApp()
  ;[admin, gamma] = await Promise.all([server.as('admin'), server.as('gamma')])
  const database = await addSampleDatabase(server.deps, 'shop')
  const dataset = await addSampleDataset(server.deps, { id: database, name: 'shop' }, 'orders')
  Object.assign(bodies, {
    chart: {
      slice_name: 'a',
      datasource_id: dataset,
      datasource_type: 'table',
      viz_type: 'table',
      params: '{}',
      query_context: '{}',
      description: 'd',
      cache_timeout: 1,
      owners: [],
      dashboards: [],
      certified_by: 'x',
      tags: [],
    },
    dashboard: {
      dashboard_title: 'a',
      slug: 'a',
      position_json: '{}',
      json_metadata: '{}',
      css: 'x',
      published: true,
      owners: [],
      roles: [],
      certified_by: 'x',
      tags: [],
    },
    saved_query: { label: 'a', sql: 'select 1', db_id: database, schema: 's', description: 'd', template_parameters: '{}', extra_json: '{}' },
    css_template: { template_name: 'a', css: 'x' },
    annotation_layer: { name: 'a', descr: 'd' },
    tag: { name: 'a', description: 'd', objects_to_tag: [] },
  })
  for (const [resource, body] of Object.entries(bodies)) {
    const { tags: _, ...first } = body
    const made = await admin('POST', `/api/v1/${resource}/`, first)
    expect(made.status, `${resource} ${made.text}`).toBe(201)
    const id = made.body.id ?? (await admin('GET', `/api/v1/${resource}/`)).body.ids[0]
    paths[resource] = `/api/v1/${resource}/${id}`
  }
  const layer = paths['annotation_layer']
  const note = { short_descr: 'a', long_descr: 'b', start_dttm: '2021-01-01T00:00:00', end_dttm: '2021-01-02T00:00:00', json_metadata: '{}' }
  bodies['annotation'] = note
  paths['annotation'] = `${layer}/annotation/${(await admin('POST', `${layer}/annotation/`, note)).body.id}`
})
afterAll(() => server.close())

/** What nobody should send. JSON cannot carry undefined or NaN, so they are not among them. */
const nasty: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '%',
  '\\',
  'x'.repeat(5000),
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -1e21,
  1e300,
  [],
  [null],
  ['\u0000', 2 ** 40],
  {},
  { a: 1 },
  '{',
  '[]',
  'null',
  '2021-02-30T25:61:61',
  '0000-00-00',
]

/** Of these, what the shape of `q` lets through. */
const values: readonly unknown[] = [true, '', '\u0000', '\ud800', "'; drop table users; --", -1, 1.5, 2 ** 31, 1e300, [], ['\u0000', 2 ** 40], '0000-00-00']

const lists = [
  'chart',
  'dashboard',
  'dataset',
  'database',
  'saved_query',
  'query',
  'report',
  'css_template',
  'annotation_layer',
  'tag',
  'rowlevelsecurity',
  'log',
]

test.each(lists)('no filter, order or page of %s makes the server stumble', async (resource) => {
  const base = `/api/v1/${resource}/`
  const { filters } = (await admin('GET', `${base}_info`)).body as { filters: Record<string, { operator: string }[]> }
  const { order_columns } = (await admin('GET', base)).body as { order_columns: string[] }
  const bad: unknown[] = []
  const ask = async (query: unknown, call = admin) => {
    const reply = await call('GET', base + q(query))
    if (reply.status >= 500) bad.push([query, reply.text.slice(0, 200)])
  }
  for (const [col, operators] of Object.entries(filters)) {
    for (const { operator: opr } of operators) {
      await Promise.all(values.map((value) => ask({ filters: [{ col, opr, value }], columns: ['id'], keys: ['none'] })))
    }
  }
  await Promise.all(order_columns.flatMap((order_column) => ['asc', 'desc'].map((order_direction) => ask({ order_column, order_direction, columns: ['id'] }))))
  await Promise.all(order_columns.map((order_column) => ask({ order_column }, gamma)))
  for (const number of [-1, 0, 2 ** 31, 2 ** 53, 1e300]) {
    await ask({ page: number })
    await ask({ page_size: number, page: 2 ** 40 })
  }
  for (const path of ['x', '0', '-5', '99999999999999999999', '%00', '1%2F2', '1;2']) {
    const reply = await admin('GET', base + path)
    if (reply.status >= 500) bad.push([path, reply.text])
  }
  expect(bad).toEqual([])
})

test.each(['chart', 'dashboard', 'saved_query', 'css_template', 'annotation_layer', 'tag', 'annotation'])(
  'no field of a %s makes the server stumble',
  async (resource) => {
    const body = bodies[resource] as Record<string, unknown>
    const path = paths[resource] as string
    const bad: unknown[] = []
    for (const field of [...Object.keys(body), 'unknown', '__proto__']) {
      for (const value of nasty) {
        const changed = JSON.parse(`{${JSON.stringify(field)}:${JSON.stringify(value)}}`) as object
        const whole = { ...body, ...(resource === 'dashboard' ? { slug: null } : {}) }
        for (const [method, at, sent] of [
          ['PUT', path, changed],
          ['POST', path.replace(/[^/]+$/, ''), Object.assign(Object.create(null) as object, whole, changed)],
        ] as const) {
          const reply = await admin(method, at, sent)
          if (reply.status >= 500) bad.push([method, field, value, reply.text.slice(0, 300)])
        }
      }
    }
    expect(bad).toEqual([])
  },
)
