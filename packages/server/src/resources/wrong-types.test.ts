import type { Endpoint } from '@sightline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addSampleDatabase } from '../testing/sample-database.ts'
import { openTestApp, type Method, type TestApp } from '../testing/test-app.ts'
import { routes } from './all.ts'

let server: TestApp
const ids: Record<string, number> = {}
beforeAll(async () => {
  server = await openTestApp()
  const admin = await server.as('admin')
  ids.database = await addSampleDatabase(server)
  ids.dataset = (await admin('POST', '/api/v1/dataset/', { database: ids.database, table_name: 'visits', schema: 'main' })).body.id
})
afterAll(() => server.close())

/** Values that stand where another type is expected, and texts and numbers no store can keep. */
const strangers = [{ a: 1 }, [], [{}], [[1]], 7.5, -(2 ** 40), 1e308, null, true, 'x', '\u0000', '\ud800', '', '{"a":', JSON.parse('{"__proto__":{"a":1}}')]
/** Bodies that are no document, or one of a kind nobody sends. */
const documents = [
  '',
  '{',
  'null',
  '"x"',
  '\u0000',
  '{"a":1,"a":2}',
  '{"a":1e999}',
  '{"constructor":{"prototype":{"x":1}}}',
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
]
const strangeIds = ['abc', '%00', '99999999999999999999', '-1', '1.5', '%ED%A0%80', '__proto__', '..%2F..', 'x'.repeat(900)]
const strangeQs = [
  '()',
  '!n',
  '!(-1)',
  '!(1.5)',
  '!(99999999999999999999)',
  '(page:1e400,page_size:99999999999)',
  '(columns:!(__proto__,constructor),keys:!(none))',
  '(order_column:__proto__,order_direction:asc)',
  '(filters:!((col:__proto__,opr:eq,value:1)))',
  '(filters:!((col:id,opr:eq,value:99999999999999)))',
  "(filter:'%00',key:'%00',schema_name:'%00')",
  '(last_updated_ms:1e308)',
  '{"__proto__":{"a":1}}',
  '!('.repeat(2000),
]

/** Bodies that would be accepted, so that each wrong field is met by code behind the schema too; other calls get the one field alone. */
const good: Readonly<Record<string, () => Record<string, unknown>>> = {
  'POST /api/v1/dataset/': () => ({ database: ids.database, table_name: 'made', schema: 'main', sql: 'SELECT 1 AS one', owners: [1] }),
  'PUT /api/v1/dataset/:id': () => ({ columns: [{ column_name: 'a', type: 'x' }], metrics: [{ metric_name: 'm', expression: '1' }], owners: [1] }),
  'POST /api/v1/dataset/duplicate': () => ({ base_model_id: ids.dataset, table_name: 'x' }),
  'POST /api/v1/dataset/get_or_create/': () => ({ database_id: ids.database, table_name: 'visits', schema: 'main' }),
  'POST /api/v1/database/': () => ({ database_name: 'made', sqlalchemy_uri: 'duckdb:///sample.duckdb', extra: '{}' }),
  'POST /api/v1/database/test_connection/': () => ({ database_name: 'sample', sqlalchemy_uri: 'postgresql://a@127.0.0.1:1/x' }),
  'POST /api/v1/rowlevelsecurity/': () => ({ name: 'made', filter_type: 'Base', clause: '1 = 1', tables: [ids.dataset], roles: [1] }),
  'POST /api/v1/report/': () => ({ type: 'Report', name: 'made', crontab: '0 9 * * *', chart: 1, recipients: [{ type: 'Email' }] }),
  'POST /api/v1/security/users/': () => ({
    username: 'made',
    first_name: 'A',
    last_name: 'B',
    email: 'made@example.test',
    password: 'long enough',
    roles: [1],
  }),
  'POST /api/v1/chart/': () => ({ slice_name: 'made', viz_type: 'table', datasource_id: ids.dataset, datasource_type: 'table' }),
  'POST /api/v1/dashboard/': () => ({ dashboard_title: 'made' }),
}

const fieldsOf = ({ body }: Endpoint): string[] => {
  if (!body) return []
  const { properties } = z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as { properties?: object }
  return Object.keys(properties ?? {})
}
// Passwords are hashed with care, which is slow; signing in is limited. Both have tests of their own.
const isSlow = ({ path }: Endpoint): boolean => /^\/(api\/v1\/security\/(login|refresh)|login|superset|logout)/.test(path)
const writing = routes.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.body && !isSlow(endpoint))

describe('T4 a wrong type in any field is refused and never breaks the server', () => {
  for (const endpoint of writing) {
    const name = `${endpoint.method} ${endpoint.path}`
    test(name, async () => {
      const admin = await server.as('admin')
      const seed = good[name]?.() ?? {}
      const address = endpoint.path.replace(/:(\w+)/g, (_, part: string) => String(part === 'id' && name.includes('dataset') ? ids.dataset : 1))
      const bodies: [string, unknown][] = strangers.map((value) => ['', value])
      for (const field of new Set([...fieldsOf(endpoint), ...Object.keys(seed)]))
        for (const value of strangers) bodies.push([field, { ...seed, [field]: value }])
      for (const [field, body] of bodies) {
        const reply = await admin(endpoint.method as Method, address, JSON.stringify(body), { 'content-type': 'application/json' })
        expect(reply.status, `${name} ${field}: ${JSON.stringify(body).slice(0, 300)} → ${reply.text.slice(0, 300)}`).toBeLessThan(500)
      }
    })
  }
})

describe('T4 a strange address, argument or document never breaks the server', () => {
  const withoutPages = routes.map(({ endpoint }) => endpoint).filter((endpoint) => !isSlow(endpoint) && endpoint.path.startsWith('/api/'))
  test.each([...new Set(withoutPages.map(({ tag }) => tag))])('%s', async (tag) => {
    const admin = await server.as('admin')
    for (const { method, path } of withoutPages.filter((endpoint) => endpoint.tag === tag)) {
      const at = (value: string) => path.replace(/:\w+/g, value)
      const calls: readonly (readonly [address: string, text: string | undefined])[] = [
        ...(path.includes(':') ? strangeIds.map((id) => [at(id), method === 'GET' || method === 'DELETE' ? undefined : '{}'] as const) : []),
        ...(method === 'GET' || method === 'DELETE' ? strangeQs.map((q) => [`${at('999999')}?q=${q}`, undefined] as const) : []),
        ...(method === 'POST' || method === 'PUT' ? documents.map((text) => [at('999999'), text] as const) : []),
      ]
      for (const [address, text] of calls) {
        const reply = await admin(method as Method, address, text, text === undefined ? {} : { 'content-type': 'application/json' })
        expect(reply.status, `${method} ${address.slice(0, 200)} ${text?.slice(0, 60) ?? ''} → ${reply.text.slice(0, 200)}`).toBeLessThan(500)
      }
    }
  })
})

test('there are calls to test', () => {
  expect(writing.length).toBeGreaterThan(30)
})
