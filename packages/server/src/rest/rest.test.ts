import { encodeRison } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

let server: TestApp
let admin: TestCall
const q = (value: unknown) => `?q=${encodeURIComponent(encodeRison(value))}`
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  for (const [name, css] of [
    ['alpha 1', '.a{}'],
    ['Beta 50%', '.b{}'],
    ['gamma_x', null],
    ['alpha 2', '.A_a{}'],
  ] as const) {
    const made = await admin('POST', '/api/v1/css_template/', { template_name: name, css })
    expect(made.status).toBe(201)
    ids[name] = made.body.id
  }
})
afterAll(() => server.close())

const list = async (query: unknown, call: TestCall = admin) => call('GET', `/api/v1/css_template/${q(query)}`)
const namesOf = async (filters: unknown, more: object = {}) => {
  const reply = await list({ filters, columns: ['template_name'], keys: ['none'], order_column: 'template_name', order_direction: 'asc', ...more })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.result.map((row: { template_name: string }) => row.template_name)
}

test('EXP-7.17 _info says what the caller may do and what can be asked', async () => {
  const all = await admin('GET', '/api/v1/css_template/_info')
  expect(all.status).toBe(200)
  expect(all.body).toMatchObject({ permissions: ['can_read', 'can_write'], add_title: 'Add Css Template', edit_title: 'Edit Css Template' })
  expect(all.body.filters.template_name.map((filter: { operator: string }) => filter.operator)).toEqual([
    'sw',
    'ew',
    'ct',
    'eq',
    'nsw',
    'new',
    'nct',
    'neq',
    'in',
    'not_in',
    'css_template_all_text',
  ])
  expect((await admin('GET', `/api/v1/css_template/_info${q({ keys: ['permissions'] })}`)).body).toEqual({ permissions: ['can_read', 'can_write'] })
  expect((await admin('GET', `/api/v1/css_template/_info${q({ keys: ['nope'] })}`)).status).toBe(400)
})

test('EXP-7.17 the forms and filters of _info are those of each resource', async () => {
  const info = async (resource: string) => (await admin('GET', `/api/v1/${resource}/_info`)).body
  const database = await info('database')
  const required = (columns: { name: string; required: boolean }[]) => columns.filter((column) => column.required).map(({ name }) => name)
  expect([required(database.add_columns), required(database.edit_columns)]).toEqual([['database_name'], []])
  expect(database.add_columns.find(({ name }: { name: string }) => name === 'configuration_method').type).toBe('Enum')
  const operators = (filters: { operator: string }[]) => filters.map(({ operator }) => operator)
  expect(operators((await info('tag')).filters.type)).toEqual(['eq', 'neq', 'custom_tag'])
  expect(operators((await info('annotation_layer')).filters.annotation)).toEqual(['rel_m_m'])
})

test('EXP-6.04 permission names of _info are those the caller holds', async () => {
  const alpha = await server.as('alpha')
  const gamma = await server.as('gamma')
  const keys = q({ keys: ['permissions'] })
  expect((await alpha('GET', `/api/v1/chart/_info${keys}`)).body.permissions).toEqual(['can_read', 'can_write', 'can_export'])
  expect((await admin('GET', `/api/v1/chart/_info${keys}`)).body.permissions).toContain('can_warm_up_cache')
  expect((await gamma('GET', `/api/v1/css_template/_info${keys}`)).body).toEqual({ message: 'Forbidden' })
})

test('EXP-7.18 a list has count, ids, rows and its own description', async () => {
  const { body } = await list({ order_column: 'template_name', order_direction: 'desc' })
  expect(body.count).toBe(4)
  expect(body.ids).toEqual(body.result.map((row: { id: number }) => row.id))
  expect(body.list_title).toBe('List Css Template')
  expect(body.order_columns).toEqual(['template_name'])
  expect(body.label_columns['changed_by.first_name']).toBe('Changed By First Name')
  expect(body.result[0]).toMatchObject({
    template_name: 'gamma_x',
    css: null,
    changed_by: { first_name: 'Admin', last_name: 'Person' },
    changed_on_delta_humanized: expect.stringMatching(/now|ago/),
  })
})

test('EXP-7.18 a chosen order without a direction has the largest first', async () => {
  const names = await namesOf([], { order_direction: undefined })
  expect(names).toEqual(await namesOf([], { order_direction: 'desc' }))
  expect(names).not.toEqual(await namesOf([]))
})

test('EXP-7.18 every text operator, case left aside, wild cards taken as letters', async () => {
  const by = (opr: string, value: unknown) => namesOf([{ col: 'template_name', opr, value }])
  expect(await by('sw', 'ALPHA')).toEqual(['alpha 1', 'alpha 2'])
  expect(await by('nsw', 'alpha')).toEqual(['Beta 50%', 'gamma_x'])
  expect(await by('ew', '0%')).toEqual(['Beta 50%'])
  expect(await by('new', '%')).toEqual(['alpha 1', 'alpha 2', 'gamma_x'])
  expect(await by('ct', '_')).toEqual(['gamma_x'])
  expect(await by('nct', 'A')).toEqual([])
  expect(await by('eq', 'alpha 1')).toEqual(['alpha 1'])
  expect(await by('neq', 'alpha 1')).toEqual(['Beta 50%', 'alpha 2', 'gamma_x'])
  expect(await by('in', ['alpha 1', 'gamma_x'])).toEqual(['alpha 1', 'gamma_x'])
  expect(await by('not_in', ['alpha 1', 'gamma_x'])).toEqual(['Beta 50%', 'alpha 2'])
  expect(await by('in', [])).toEqual([])
  expect(await by('ct', ['alpha', '2'])).toEqual(['alpha 2']) // once per element, all of them
  expect(await by('css_template_all_text', '.a')).toEqual(['alpha 1', 'alpha 2'])
  expect(await by('ct', '\u0000')).toEqual([])
})

test('EXP-7.18 relations, moments and several filters at once', async () => {
  const me = await server.userId('admin')
  const other = await server.userId('gamma')
  expect(await namesOf([{ col: 'created_by', opr: 'rel_o_m', value: me }])).toHaveLength(4)
  expect(await namesOf([{ col: 'created_by', opr: 'rel_o_m', value: other }])).toEqual([])
  expect(await namesOf([{ col: 'created_by', opr: 'nrel_o_m', value: other }])).toHaveLength(4)
  expect(await namesOf([{ col: 'created_by', opr: 'rel_o_m', value: 99999999999 }])).toEqual([])
  expect(await namesOf([{ col: 'changed_on', opr: 'gt', value: '2001-01-01' }])).toHaveLength(4)
  expect(await namesOf([{ col: 'changed_on', opr: 'lt', value: '2001-01-01T00:00:00' }])).toEqual([])
  expect(await namesOf([{ col: 'changed_on', opr: 'gt', value: 'yesterday-ish' }])).toHaveLength(4) // not readable: left out
  expect(
    await namesOf([
      { col: 'template_name', opr: 'sw', value: 'alpha' },
      { col: 'css', opr: 'eq', value: '.a{}' },
    ]),
  ).toEqual(['alpha 1'])
})

test('EXP-7.18 pages and their caps', async () => {
  const sizes = async (query: object) => {
    const { body } = await list({ columns: ['id'], keys: ['none'], order_column: 'template_name', order_direction: 'asc', ...query })
    return [body.count, body.result.length]
  }
  expect(await sizes({ page: 0, page_size: 3 })).toEqual([4, 3])
  expect(await sizes({ page: 1, page_size: 3 })).toEqual([4, 1])
  expect(await sizes({ page: 5, page_size: 3 })).toEqual([4, 0])
  expect(await sizes({ page_size: -1 })).toEqual([4, 4])
  expect(await sizes({ page_size: 100000 })).toEqual([4, 4])
  expect(await sizes({ page: -3 })).toEqual([4, 4])
  expect(await sizes({ page: 9007199254740991 })).toEqual([4, 0])
})

test('EXP-7.18 q may be JSON; columns unknown to the resource are left out', async () => {
  const json = await admin('GET', `/api/v1/css_template/?q=${encodeURIComponent('{"columns":["css","nope"],"keys":["list_columns"],"page_size":1}')}`)
  expect(Object.keys(json.body.result[0])).toEqual(['css'])
  expect(json.body.list_columns).toEqual(['css'])
  const none = await list({ columns: ['nope'] })
  expect(none.body.list_columns).toHaveLength(11)
  expect((await admin('GET', '/api/v1/css_template/')).body.count).toBe(4)
  expect((await admin('GET', '/api/v1/css_template')).body.count).toBe(4)
})

test.each([
  ['(page:', 'Not a valid rison/json argument'],
  ['(page:x)', "Not a valid rison schema 'x' is not of type 'integer'"],
  ['(order_direction:up)', "Not a valid rison schema 'up' is not one of ['asc', 'desc']"],
  ['(filters:!((col:css,opr:eq)))', "Not a valid rison schema 'value' is a required property"],
  ['(filters:!((col:css,opr:eq,value:!n)))', 'Not a valid rison schema None is not valid under any of the given schemas'],
  ['(filters:!((col:css,opr:eq,value:(a:1))))', /^Not a valid rison schema .* is not valid under any of the given schemas$/],
  ['(filters:!((col:nope,opr:eq,value:1)))', 'Filter column: nope not allowed to filter'],
  ['(filters:!((col:constructor,opr:eq,value:1)))', 'Filter column: constructor not allowed to filter'],
  ['(filters:!((col:css,opr:gt,value:1)))', 'Filter operation: gt not allowed on column: css'],
  ['(filters:!((col:css,opr:like,value:x)))', 'Filter operation: like not allowed on column: css'],
  ['(order_column:css)', 'Invalid order by column: css'],
  ['(columns:!(id),select_columns:!(id))', 'Cannot use both select and sel columns'],
  ['!(1)', "Not a valid rison schema [1] is not of type 'object'"],
])('EXP-7.18 bad q %s is 400 and says so', async (text, message) => {
  const reply = await admin('GET', `/api/v1/css_template/?q=${encodeURIComponent(text)}`)
  expect(reply.status).toBe(400)
  expect(reply.body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
})

test('EXP-7.19 an item with its description, or only what was asked for', async () => {
  const id = ids['alpha 1']
  const whole = await admin('GET', `/api/v1/css_template/${id}`)
  expect(whole.body).toMatchObject({ id, show_title: 'Show Css Template', result: { template_name: 'alpha 1', css: '.a{}', id }, description_columns: {} })
  const some = await admin('GET', `/api/v1/css_template/${id}${q({ columns: ['css'], keys: ['none'] })}`)
  expect(some.body).toEqual({ id, result: { css: '.a{}' } })
  for (const missing of ['999999', '0', '-1', 'x', '99999999999999', '1.5']) {
    const reply = await admin('GET', `/api/v1/css_template/${missing}`)
    expect([missing, reply.status, reply.body]).toEqual([missing, 404, { message: 'Not found' }])
  }
})

test('EXP-7.20 EXP-7.21 EXP-7.22 made, changed like a patch, removed', async () => {
  const made = await admin('POST', '/api/v1/css_template/', { template_name: 'temporary', css: '.t{}' })
  expect(made.body).toEqual({ id: expect.any(Number), result: { template_name: 'temporary', css: '.t{}' } })
  const path = `/api/v1/css_template/${made.body.id}`
  expect((await admin('PUT', path, { css: '.u{}' })).body).toEqual({ result: { css: '.u{}', template_name: 'temporary' } })
  expect((await admin('DELETE', path)).body).toEqual({ message: 'OK' })
  expect((await admin('DELETE', path)).status).toBe(404)
  expect((await admin('PUT', path, { css: '' })).status).toBe(404)
})

test('EXP-7.20 bodies that do not fit name the fields; generic forms answer 422', async () => {
  const wrong = await admin('POST', '/api/v1/css_template/', { template_name: 5, css: [], colour: 'red' })
  expect([wrong.status, wrong.body]).toEqual([
    422,
    { message: { template_name: ['Not a valid string.'], css: ['Not a valid string.'], colour: ['Unknown field.'] } },
  ])
  expect((await admin('POST', '/api/v1/css_template/', { template_name: 'x'.repeat(251) })).body.message.template_name).toEqual([
    'Longer than maximum length 250.',
  ])
  expect((await admin('POST', '/api/v1/css_template/', { css: 'a\u0000b' })).status).toBe(422)
  expect((await admin('POST', '/api/v1/css_template/', [])).status).toBe(422)
  const text = await admin('POST', '/api/v1/css_template/', '{"css":', { 'content-type': 'application/json' })
  expect(text.status).toBe(400)
})

test('EXP-7.22 bulk delete is all or nothing and counts', async () => {
  const make = async (name: string) => (await admin('POST', '/api/v1/css_template/', { template_name: name })).body.id
  const [a, b, c] = [await make('x1'), await make('x2'), await make('x3')]
  const bulk = (list: unknown) => admin('DELETE', `/api/v1/css_template/${q(list)}`)
  expect((await bulk([a, 999999])).status).toBe(404)
  expect((await bulk([a])).body).toEqual({ message: 'Deleted 1 css template' })
  expect((await bulk([b, c, c])).body).toEqual({ message: 'Deleted 2 css templates' })
  expect((await bulk([])).status).toBe(404)
  expect((await bulk(['x'])).body.message).toMatch(/^Not a valid rison schema 'x' is not of type 'integer'/)
  expect((await bulk([2 ** 40])).status).toBe(404)
})

test('EXP-7.25 related people, found by full name or user name', async () => {
  const ask = async (query: object) => (await admin('GET', `/api/v1/css_template/related/created_by${q(query)}`)).body
  expect(await ask({ filter: 'gamma PER' })).toEqual({ count: 1, result: [{ value: await server.userId('gamma'), text: 'Gamma Person', extra: {} }] })
  expect((await ask({ filter: 'sql_l' })).count).toBe(1)
  expect(await ask({ page: 0, page_size: 2 })).toMatchObject({ count: 4, result: [{ text: 'Admin Person' }, { text: 'Alpha Person' }] })
  const gamma = await server.userId('gamma')
  expect((await ask({ filter: 'admin', include_ids: [gamma] })).result).toHaveLength(2)
  expect((await admin('GET', `/api/v1/css_template/related/created_by${q({ include_ids: [gamma], page: 1 })}`)).status).toBe(422)
  expect((await admin('GET', '/api/v1/css_template/related/colour')).body).toEqual({ message: 'Not found' })
  expect((await admin('GET', '/api/v1/css_template/related/constructor')).status).toBe(404)
  const owners = (await admin('GET', `/api/v1/chart/related/owners${q({ filter: 'gamma' })}`)).body
  expect(owners.result[0].extra).toEqual({ active: true, email: 'gamma@example.test' })
})

test('a caller without the permission is refused, an unknown one asked to sign in', async () => {
  expect((await list({}, await server.as('gamma'))).body).toEqual({ message: 'Forbidden' })
  expect((await list({}, server.anonymous())).status).toBe(401)
})
