import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTemplates } from './create-templates.ts'
import type { TemplateContext, Templates } from './templates.ts'
import { usedNames } from './used-names.ts'

let templates: Templates
beforeAll(async () => {
  templates = createTemplates({ config: { featureFlags: { ENABLE_TEMPLATE_PROCESSING: true } as never }, log: pino({ level: 'silent' }) })
})
afterAll(() => templates.close())

const context = (more: Partial<TemplateContext> = {}): TemplateContext => ({
  userId: 7,
  username: 'ann',
  email: 'ann@example.org',
  urlParams: {},
  filters: [],
  variables: {},
  ...more,
})
const render = async (text: string, more: Partial<TemplateContext> = {}): Promise<string> => {
  const answer = await templates.render(text, context(more))
  if (!answer.ok) throw new Error(`${answer.problem.code}: ${answer.problem.message}`)
  return answer.value.text
}

const region = `SELECT * FROM orders WHERE region = '{{ url_param('region') or 'North' }}' {% if filter_values('category') %} AND category IN {{ filter_values('category') | where_in }} {% endif %}`

test('a dataset over a template follows the address and the filters', async () => {
  expect(await render(region)).toBe(`SELECT * FROM orders WHERE region = 'North' `)
  expect(await render(region, { urlParams: { region: `O'Hare` }, filters: [{ col: 'category', op: 'IN', val: ['a', `b'c`] }] })).toBe(
    `SELECT * FROM orders WHERE region = 'O''Hare'  AND category IN ('a', 'b''c') `,
  )
})

test('text without a template comes back as it is', async () => expect(await render(`SELECT '{ }' -- %`)).toBe(`SELECT '{ }' -- %`))

test('SQL-3.02 parameters of the tab are filled in', async () =>
  expect(await render(`SELECT '{{ who }}' AS who, {{ n + 1 }} AS n`, { variables: { who: 'Ann', n: 4 } })).toBe(`SELECT 'Ann' AS who, 5 AS n`))

test('the documented functions know the user, the address and the filters', async () => {
  expect(await render(`{{ current_user_id() }} {{ current_username() }} {{ current_user_email() }} {{ cache_key_wrapper('x') }}`)).toBe(
    '7 ann ann@example.org x',
  )
  expect(await render(`{{ url_param('a', default='b') }}{{ url_param('q', escape_result=False) }}`, { urlParams: { q: `'` } })).toBe(`b'`)
  const filters = [{ col: 'c', op: 'in', val: 'x' }]
  expect(await render(`{{ get_filters('c')[0].op }} {{ get_filters('c')[0].val[0] }} {{ filter_values('d', 'z')[0] }}`, { filters })).toBe('IN x z')
  expect(await render(`{{ [] | where_in }} {{ [1, none, 'a'] | where_in }}`)).toBe(`() (1, NULL, 'a')`)
})

test('the answer tells what it depended on and which filters it took over', async () => {
  const answer = await templates.render(
    `{{ filter_values('c', remove_filter=True)[0] }} {{ current_username() }}`,
    context({ filters: [{ col: 'c', op: '==', val: 'x' }] }),
  )
  expect(answer).toMatchObject({ ok: true, value: { text: 'x ann', removedFilters: ['c'], cacheKeys: [expect.anything(), ['username', 'ann']] } })
})

test('a parameter without a value is named', async () => {
  const answer = await templates.render(`SELECT '{{ who }}', {{ n }}`, context({ variables: { n: 1 } }))
  expect(answer).toMatchObject({
    ok: false,
    problem: { code: 'MISSING_TEMPLATE_PARAMS_ERROR', extra: { undefined_parameters: ['who'], template_parameters: { n: 1 } } },
  })
})

test('a template that cannot be read is told', async () =>
  expect(await templates.render('SELECT {{ a ', context())).toMatchObject({ ok: false, problem: { code: 'INVALID_TEMPLATE_PARAMS_ERROR' } }))

test('names are found where a template reads them', () => {
  expect(
    usedNames(
      `{{ a }} {% for i in rows %}{{ i.x }}{{ b | join(sep) }}{% endfor %} {# {{ no }} #} {{ f(k=v, 'w') }} {% if c is defined and not d %}{% endif %}`,
    ),
  ).toEqual(['a', 'rows', 'b', 'sep', 'v', 'c', 'd'])
})

test('roles, rules, escaped values and dates', async () => {
  const filters = [{ col: 'c', op: 'IN', val: [`it's`] }]
  const more = { roles: ['Gamma', 'Alpha'], rowRules: ['b = 1', 'a = 1'], filters, dialectId: 'postgresql' }
  expect(await render(`{{ current_user_roles() | join(' ') }} {{ current_user_rls_rules() | join(' ') }}`, more)).toBe('Alpha Gamma a = 1 b = 1')
  expect(await render(`{{ current_user_rls_rules() }}`)).toBe('none')
  expect(await render(`{{ get_filters('c')[0].escaped_val[0] }} {{ get_guest_user_attribute('a', 'd') }}`, more)).toBe(`it''s d`)
  expect(await render(`{{ '2024-02-03 04:05:06' | to_datetime }} {{ '03/02/24' | to_datetime(format='%d/%m/%y') }}`)).toBe(
    '2024-02-03 04:05:06 2024-02-03 00:00:00',
  )
  expect((await templates.render(`{{ '2024-02-31' | to_datetime('%Y-%m-%d') }}`, context())).ok).toBe(false)
})

test('T9 a value ends no literal, whatever the database takes a backslash for', async () => {
  const filters = [{ col: 'c', op: 'IN', val: [`\\' OR 1=1 -- `] }]
  const text = `{{ filter_values('c') | where_in }}`
  expect(await render(text, { filters, dialectId: 'postgresql' })).toBe(`('\\'' OR 1=1 -- ')`)
  for (const dialectId of ['mysql', 'clickhouse']) expect(await render(text, { filters, dialectId })).toBe(`('\\\\'' OR 1=1 -- ')`)
  expect((await templates.render(text, context({ filters }))).ok).toBe(false)
  expect(await render(`{{ url_param('q') }}`, { urlParams: { q: `\\'` }, dialectId: 'mysql' })).toBe(`\\\\''`)
})

test('what only the server knows is asked for, once per call, and the text is rendered again', async () => {
  const asked: unknown[] = []
  const ask: TemplateContext['ask'] = async (call) => {
    asked.push(call)
    return {
      ok: true,
      value: call.name === 'metric' ? 'SUM(x)' : call.name === 'latest_partition' ? '2024-01-01' : `(SELECT 1) AS d${String(call.args['id'])}`,
    }
  }
  expect(
    await render(
      `SELECT {{ metric('m', dataset_id=3) }} FROM {{ dataset(3) }} JOIN {{ dataset(3) }} {% if metric('m', 3) == 'SUM(x)' %}{{ dataset(4, columns=['a']) }}{% endif %} {{ trino.latest_partition('s.t') }}`,
      { ask },
    ),
  ).toBe('SELECT SUM(x) FROM (SELECT 1) AS d3 JOIN (SELECT 1) AS d3 (SELECT 1) AS d4 2024-01-01')
  expect(asked).toContainEqual({ name: 'dataset', args: { id: 4, columns: ['a'] } })
  expect(asked.length).toBeLessThan(8)
  expect(await templates.render('{{ dataset(1) }}', context())).toMatchObject({ ok: false, problem: { code: 'INVALID_TEMPLATE_PARAMS_ERROR' } })
})

test('T10 a template cannot ask without end', async () => {
  let count = 0
  const ask: TemplateContext['ask'] = async () => ({ ok: true, value: String(++count) })
  // Each question is made of the answer to the one before.
  const links = Array.from({ length: 8 }, (_, index) => `{% set v${index + 1} = v${index} and dataset(v${index}) %}`)
  const chain = `{% set v0 = 100 %}${links.join('')}{{ v8 }}`
  expect((await templates.render(chain, context({ ask }))).ok).toBe(false)
  expect((await templates.render('{% for i in range(500) %}{{ dataset(i) }}{% endfor %}', context({ ask }))).ok).toBe(false)
  expect(count).toBeLessThan(300)
})

test('text that cannot be laid out in time is left, and the next is rendered', async () => {
  expect(await templates.layOut('select 1', 'postgresql')).toBe('SELECT\n  1')
  expect(await templates.layOut(`select ${'('.repeat(3000)}`, 'postgresql')).toBeNull()
  expect(await templates.layOut('x'.repeat(300_000), 'postgresql')).toBeNull()
  expect(await render('{{ 1 + 1 }}')).toBe('2')
})

test('T10 a template reaches nothing but its own functions', async () => {
  const attempts = [
    `{{ ''.__class__.__mro__ }}`,
    `{{ url_param.constructor('return process')() }}`,
    `{{ url_param.__proto__ }}`,
    `{{ x.constructor.constructor('return 1')() }}`,
    `{{ x.__proto__.y }}`,
    `{{ self._TemplateReference__context }}`,
    `{{ process.env }}`,
    `{{ globalThis }}`,
    `{{ require('fs') }}`,
    `{% include '/etc/passwd' %}`,
    `{% import 'os' as os %}{{ os }}`,
    `{{ debug() }}`,
    `{{ cycler.__init__.__globals__ }}`,
    `{{ config }}`,
    `{{ x | attr('constructor') }}`,
  ]
  for (const text of attempts) {
    const answer = await templates.render(text, context({ variables: { x: { y: 1 } } }))
    if (answer.ok) expect(answer.value.text, text).toMatch(/^(undefined|none|)$/)
  }
  expect(({} as Record<string, unknown>)['y']).toBeUndefined()
})

test('T10 bombs end in time, and the next template is rendered', async () => {
  const bombs = [
    `{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}x{% endfor %}{% endfor %}{% endfor %}`,
    `{{ 'x' * 1000000000 }}`,
    `{% set x = 'xxxxxxxxxx' * 100000 %}{% set y = x * 1000 %}{{ y * 1000 }}`,
    `{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}`,
    `{{ range(100000000) | list }}`,
    `${'{% if true %}'.repeat(20_000)}`,
    `{{ ${'('.repeat(20_000)} }}`,
    `{% set ns = namespace(t='x') %}{% for i in range(60) %}{% set ns.t = ns.t ~ ns.t %}{% endfor %}{{ ns.t }}`,
  ]
  for (const text of bombs) {
    expect((await templates.render(text, context())).ok, text.slice(0, 60)).toBe(false)
    expect(await render('{{ 1 + 1 }}')).toBe('2')
  }
})
