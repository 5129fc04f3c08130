import { describe, expect, test } from 'vitest'
import { offersIn, type Catalogue } from './collect-offers.ts'
import { matchName } from './match-name.ts'
import { indexNames } from './name-index.ts'
import { readPlace } from './read-place.ts'

const tables: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  public: {
    orders: { order_id: 'bigint', region: 'text', ordered_at: 'timestamptz', delivered_at: 'timestamptz' },
    regions: { region: 'text', delivery_days: 'integer' },
    deliveries_2025: { id: 'bigint' },
    'Order Lines': { 'Line No': 'integer' },
  },
  stock: { moves: { moved_at: 'date' } },
}

const asked: string[] = []
const catalogue: Catalogue = {
  backend: 'postgresql',
  schema: 'public',
  functions: ['date_trunc', 'count', 'greatest'],
  schemas: indexNames(Object.keys(tables)),
  tablesOf: (schema) => (tables[schema ?? ''] ? indexNames(Object.keys(tables[schema ?? '']!)) : null),
  columnsOf: (schema, table) => {
    asked.push(`${String(schema)}.${table}`)
    const columns = tables[schema ?? '']?.[table]
    return columns ? Object.entries(columns).map(([name, type]) => ({ name, type })) : null
  },
  savedQueries: [{ label: 'Late orders', sql: 'SELECT 1 AS late;' }],
  parameters: ['since'],
}

/** What is offered at the mark `|`. */
function offersAt(marked: string, more: Partial<Catalogue> = {}) {
  const cursor = marked.indexOf('|')
  const text = marked.replace('|', '')
  return offersIn(text, cursor, { ...catalogue, ...more })
}

const labelsAt = (marked: string, more?: Partial<Catalogue>): readonly string[] => offersAt(marked, more).offers.map(({ label }) => label)

describe('SQL-2.03 completion', () => {
  test('offers the columns of the tables in the statement with their types and where they come from, then tables', () => {
    expect(offersAt('SELECT max(deliv|) FROM orders o JOIN regions r ON r.region = o.region')).toMatchObject({
      count: 3,
      offers: [
        { label: 'delivered_at', kind: 'column', type: 'timestamptz', owner: 'orders o' },
        { label: 'delivery_days', kind: 'column', type: 'integer', owner: 'regions r' },
        { label: 'deliveries_2025', kind: 'table', owner: 'table' },
      ],
    })
  })

  test('keywords stand before functions, schemas, tables and columns that begin alike', () => {
    const kinds = offersAt('SELECT g|', { schemas: indexNames(['gold']), tablesOf: () => indexNames(['goods']) }).offers.map(({ kind }) => kind)
    expect(kinds.indexOf('keyword')).toBe(0)
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual(['keyword', 'function', 'schema', 'table'])
  })

  test('other names of tables are understood, with AS, without, and quoted', () => {
    for (const alias of ['o', 'AS o', '"o"', 'AS "o"'])
      expect([alias, labelsAt(`SELECT o.| FROM orders ${alias} WHERE 1 = 1`)]).toEqual([alias, ['delivered_at', 'order_id', 'ordered_at', 'region']])
    expect(labelsAt('SELECT orders.reg| FROM orders')).toEqual(['region'])
    expect(labelsAt('SELECT r.| FROM orders o, regions r')).toEqual(['delivery_days', 'region'])
    expect(labelsAt('SELECT o.| FROM ORDERS o')).toContain('order_id')
    expect(labelsAt('SELECT x.| FROM orders o')).toEqual([])
  })

  test('a half written statement is understood too', () => {
    expect(labelsAt(`SELECT o.| FROM orders o WHERE region = 'a`)).toContain('order_id')
    expect(labelsAt('SELECT o.region, o.| \nFROM orders o\nJOIN ')).toContain('order_id')
    expect(labelsAt(`SELECT max({{ url_param('a') }}, "x y", 12.5), max(reg|) FROM orders o`)).toContain('region')
    expect(labelsAt(`SELECT o.| FROM orders o WHERE a = {{ url_param('x') }} AND b = '`)).toContain('order_id')
  })

  test('the columns of a query in parentheses and of WITH are what it names', () => {
    expect(labelsAt('SELECT q.| FROM (SELECT o.region, count(*) AS late, * FROM regions o) q')).toEqual(['delivery_days', 'late', 'region'])
    expect(labelsAt('WITH w AS (SELECT region r, max(ordered_at) AS latest FROM orders) SELECT w.| FROM w')).toEqual(['latest', 'r'])
    expect(labelsAt('WITH a AS (SELECT 1 AS one), b AS (SELECT * FROM a) SELECT b.| FROM b')).toEqual(['one'])
    expect(labelsAt('WITH totals AS (SELECT 1) SELECT * FROM tot|')).toEqual(['totals'])
  })

  test('of queries inside of others each has its own tables, and reaches those around it', () => {
    expect(labelsAt('SELECT 1 FROM orders o WHERE EXISTS (SELECT 1 FROM regions r WHERE r.region = o.|)')).toContain('order_id')
    expect(labelsAt('SELECT r.| FROM orders o WHERE EXISTS (SELECT 1 FROM regions r)')).toEqual([])
    expect(labelsAt('SELECT order_i| FROM orders UNION SELECT 1 FROM regions')).toEqual(['order_id'])
    expect(labelsAt('SELECT 1 FROM orders UNION SELECT order_i| FROM regions')).toEqual([])
    expect(labelsAt('SELECT extract(year FROM ordered_at), order_i| FROM orders')).toEqual(['order_id'])
  })

  test('behind FROM stand tables, schemas and saved queries, and no keyword; behind a schema its tables', () => {
    const offers = offersAt('SELECT * FROM |').offers
    expect(offers.map(({ kind }) => kind)).not.toContain('keyword')
    expect(offers.map(({ label }) => label)).toEqual(expect.arrayContaining(['orders', 'stock', 'Late orders']))
    expect(labelsAt('SELECT * FROM stock.|')).toEqual(['moves'])
    expect(labelsAt('SELECT * FROM orders o, reg|')).toEqual(['regions'])
    expect(labelsAt('SELECT m.| FROM stock.moves m')).toEqual(['moved_at'])
    expect(labelsAt('INSERT INTO orders (|) SELECT 1')).toContain('order_id')
    expect(offersAt('SELECT * FROM late|').offers[0]?.text).toBe('(\nSELECT 1 AS late\n) AS "Late orders"')
  })

  test('nothing is offered where a name is made up, types where a type is meant', () => {
    expect(labelsAt('SELECT region AS |')).toEqual([])
    expect(labelsAt('SELECT CAST(region AS tex|)')).toEqual(['TEXT'])
    expect(labelsAt('SELECT region::dat|')).toEqual(['DATE'])
    expect(readPlace('SELECT * FROM orders o', 'postgresql').kind).toBe('alias')
  })

  test('names are written with the quotes of the database where they need them', () => {
    expect(offersAt('SELECT * FROM line|').offers[0]).toMatchObject({ label: 'Order Lines', text: '"Order Lines"' })
    expect(offersAt('SELECT * FROM line|', { backend: 'mysql' }).offers[0]?.text).toBe('`Order Lines`')
    expect(offersAt('SELECT "Li| FROM "Order Lines"').offers[0]?.text).toBe('"Line No"')
    expect(offersAt('SELECT * FROM "ord|').offers.find(({ label }) => label === 'orders')?.text).toBe('"orders"')
  })

  test('parameters of templates are offered as templates', () => {
    expect(offersAt('SELECT sinc|').offers[0]).toMatchObject({ label: 'since', text: '{{ since }}' })
  })

  test('only tables that are there are asked for their columns', () => {
    asked.length = 0
    labelsAt('SELECT | FROM ord o JOIN nothing_like_it n ON 1 = 1')
    expect(asked).toEqual([])
  })
})

test('SQL-2.03 ten thousand tables are found by how one of their words begins, and only the first are listed', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `fact_${index % 2 === 0 ? 'sales' : 'Stock'}_${String(index)}`)
  const index = indexNames(names)
  expect(index.find('fact', 100)).toMatchObject({ count: 10_000 })
  expect(index.find('fact', 100).names).toHaveLength(100)
  expect(index.find('STOCK_1', 3).count).toBe(names.filter((name) => name.startsWith('fact_Stock_1')).length)
  expect(index.find('9998', 10).names).toEqual(['fact_sales_9998'])
  expect(index.find('nope', 10)).toEqual({ names: [], count: 0 })
  expect(index.spell('FACT_STOCK_1')).toBe('fact_Stock_1')
})

test('SQL-2.03 what is typed is found at the beginning of a name, of a word in it, or inside', () => {
  expect(['delivered_at', 'last_delivered', 'isDelivered', 'undelivered', 'region'].map((name) => matchName(name, 'deliv')?.rank ?? null)).toEqual([
    0,
    1,
    1,
    2,
    null,
  ])
})
