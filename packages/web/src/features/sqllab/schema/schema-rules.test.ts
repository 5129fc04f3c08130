import { expect, test } from 'vitest'
import '../words.ts'
import type { OpenTable } from '../state/model.ts'
import { kindOfType, shortType } from './describe-type.ts'
import { barHeights, shareOf, showValue } from './describe-profile.ts'
import { describeMark, partsOf, sizeParts } from './describe-table.ts'
import { buildRows, findTyped, moveIn, type TreeInput } from './tree-rows.ts'

const open = (name: string, more: Partial<OpenTable> = {}): OpenTable => ({
  id: `id-${name}`,
  serverId: null,
  dbId: 1,
  tabId: 'a',
  schema: 'public',
  name,
  expanded: true,
  previewRunId: null,
  ...more,
})
const facts = (...names: string[]) => ({ facts: { columns: names.map((name) => ({ name, type: 'TEXT' })) }, extra: undefined, hasFailed: false })
const input = (more: Partial<TreeInput> = {}): TreeInput => ({
  dbId: 1,
  schema: 'public',
  tables: ['customers', 'orders', 'regions'].map((value) => ({ value, type: 'table' })),
  opened: [],
  unfolded: new Map(),
  sorted: new Set(),
  text: '',
  ...more,
})
const keysOf = (more: Partial<TreeInput>) => buildRows(input(more)).map(({ key }) => key)

test('SQL-1.03 SQL-2.04 a table beside the tab unfolds under its own row, and only while it is unfolded', () => {
  const unfolded = new Map([['id-orders', facts('id', 'region')]])
  expect(keysOf({ opened: [open('orders')], unfolded })).toEqual([
    'table:customers',
    'table:orders',
    'table:orders/column:id',
    'table:orders/column:region',
    'table:orders/foot',
    'table:regions',
  ])
  expect(keysOf({ opened: [open('orders', { expanded: false })], unfolded })).toHaveLength(3)
  expect(keysOf({ opened: [open('orders')] })).toContain('table:orders/loading')
  expect(keysOf({ opened: [open('orders')], unfolded: new Map([['id-orders', { facts: undefined, extra: undefined, hasFailed: true }]]) })).toContain(
    'table:orders/failed',
  )
})

test('SQL-3.06 the row of an open table carries what is kept of it; its columns and keys are those of its description', () => {
  const keys = [{ type: 'pk' as const, name: 'orders_pkey', column_names: ['id'] }]
  const described = { columns: [{ name: 'id', type: 'BIGINT', keys }], selectStar: 'SELECT *\nFROM orders\nLIMIT 100', indexes: keys }
  const kept = open('orders', { serverId: 7, previewRunId: 'run' })
  const rows = buildRows(input({ opened: [kept], unfolded: new Map([['id-orders', { facts: described, extra: undefined, hasFailed: false }]]) }))
  expect(rows[1]).toMatchObject({ kind: 'table', opened: kept })
  expect(rows[2]).toMatchObject({ kind: 'column', column: { name: 'id', keys }, table: { opened: { id: 'id-orders' } } })
})

test('SQL-4.17 tables of another schema or database, and those that are gone, stay in reach', () => {
  const rows = buildRows(input({ opened: [open('stock', { schema: 'depot', expanded: false }), open('gone', { expanded: false })] }))
  expect(rows.map((row) => (row.kind === 'table' ? row.label : ''))).toEqual(['depot.stock', 'customers', 'orders', 'regions', 'gone'])
})

test('the search finds tables, and columns of tables that are open', () => {
  const unfolded = new Map([['id-orders', facts('id', 'region_code')]])
  expect(keysOf({ text: ' REG ' })).toEqual(['table:regions'])
  expect(keysOf({ text: 'reg', opened: [open('orders')], unfolded })).toEqual([
    'table:orders',
    'table:orders/column:region_code',
    'table:orders/foot',
    'table:regions',
  ])
  expect(keysOf({ text: 'nothing' })).toEqual([])
})

test('columns stand in their own order or in that of the alphabet', () => {
  const unfolded = new Map([['id-orders', facts('b', 'a')]])
  const columns = (sorted: TreeInput['sorted']) =>
    keysOf({ opened: [open('orders')], unfolded, sorted })
      .filter((key) => key.includes('column'))
      .map((key) => key.at(-1))
  expect(columns(new Set())).toEqual(['b', 'a'])
  expect(columns(new Set(['id-orders']))).toEqual(['a', 'b'])
})

test('SQL-7.27 a table that is divided says so above its columns', () => {
  const extra = { partitions: { cols: ['ds'], latest: { ds: '2026-01-01' } } }
  const unfolded = new Map([['id-orders', { ...facts('ds'), extra }]])
  expect(keysOf({ opened: [open('orders')], unfolded })[2]).toBe('table:orders/partition')
  expect(partsOf({ ds: '2026-01-01', hour: 3 })).toBe('ds=2026-01-01/hour=3')
})

test('arrows, Home, End and letters move through the tree', () => {
  const rows = buildRows(input({ opened: [open('orders')], unfolded: new Map([['id-orders', facts('id')]]) }))
  expect(moveIn(rows, 0, 'ArrowDown')).toBe(1)
  expect(moveIn(rows, 0, 'ArrowUp')).toBe(0)
  expect(moveIn(rows, 1, 'ArrowRight')).toBe(2)
  expect(moveIn(rows, 0, 'ArrowRight')).toBeUndefined()
  expect(moveIn(rows, 3, 'ArrowLeft')).toBe(1)
  expect([moveIn(rows, 2, 'Home'), moveIn(rows, 2, 'End'), moveIn(rows, 2, 'x')]).toEqual([0, 4, undefined])
  expect(findTyped(rows, 0, 'r')).toBe(4)
  expect(findTyped(rows, 0, 'or')).toBe(1)
  expect(findTyped(rows, 1, 'oo')).toBe(1)
  expect(findTyped(rows, 0, 'zz')).toBeUndefined()
  expect(findTyped([], 0, 'a')).toBeUndefined()
})

test('positions are told among tables and among the columns of one', () => {
  const rows = buildRows(input({ opened: [open('orders')], unfolded: new Map([['id-orders', facts('id', 'b')]]) }))
  expect(rows.map(({ level, position, size }) => [level, position, size])).toEqual([
    [1, 1, 3],
    [1, 2, 3],
    [2, 1, 3],
    [2, 2, 3],
    [2, 3, 3],
    [1, 3, 3],
  ])
})

test('types get the sign of their kind and a short name', () => {
  const types = ['BIGINT', 'UInt8', 'INTERVAL', 'POINT', 'Nullable(Float64)', 'TIMESTAMP', 'JSONB', 'INTEGER[]', 'BOOLEAN', 'TEXT', 'SERIAL']
  expect(types.map(kindOfType)).toEqual(['numeric', 'numeric', 'temporal', 'string', 'numeric', 'temporal', 'nested', 'nested', 'boolean', 'string', 'numeric'])
  expect(['TIMESTAMP WITH TIME ZONE', 'TIMESTAMP(3) WITHOUT TIME ZONE', 'CHARACTER VARYING(20)', 'NUMERIC(10, 2)', 'CHARACTER(1)'].map(shortType)).toEqual([
    'timestamptz',
    'timestamp(3)',
    'varchar(20)',
    'numeric(10,2)',
    'char(1)',
  ])
})

test('the line below a table counts its keys and indexes and tells its rows', () => {
  const key = (type: 'pk' | 'fk' | 'index') => ({ type, name: null, column_names: ['a'] })
  expect(sizeParts([key('pk'), key('fk'), key('index')], { counted: undefined, estimate: 1_912_345 })).toEqual(['2 keys', '1 index', 'about 1.9M rows'])
  expect(sizeParts([], { counted: 1, estimate: 5 })).toEqual(['1 row'])
  expect(sizeParts([], { counted: undefined, estimate: null })).toEqual([])
})

test('SQL-2.04 certified tables and warnings are told in words', () => {
  expect(describeMark({ certification: { certified_by: 'Data team', details: 'Daily' }, warning_markdown: 'Late **today**' })).toEqual({
    certified: 'Certified by Data team\nDaily',
    warning: 'Late **today**',
  })
  expect(describeMark(null)).toEqual({ certified: undefined, warning: undefined })
})

test('parts and bars never hide what is there', () => {
  expect([shareOf(0, 10), shareOf(1, 100_000), shareOf(1, 8), shareOf(99_999, 100_000), shareOf(5, 5), shareOf(0, 0)]).toEqual([
    '0 %',
    '< 0.1 %',
    '12.5 %',
    '99.9 %',
    '100 %',
    '0 %',
  ])
  expect(barHeights([0, 1, 1000])).toEqual([0, 3, 100])
  expect([showValue(12345678), showValue(1 / 3), showValue('9007199254740993'), showValue(false)]).toEqual([
    '12345678',
    '0.333333',
    '9007199254740993',
    'false',
  ])
})
