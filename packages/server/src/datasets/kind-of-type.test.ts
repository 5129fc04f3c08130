import { expect, test } from 'vitest'
import { kindNumberOf, kindOfType } from './kind-of-type.ts'

test.each([
  ['BIGINT', 'numeric'],
  ['LONGINTEGER', 'numeric'],
  ['INTEGER', 'numeric'],
  ['UTINYINT', 'numeric'],
  ['HUGEINT', 'numeric'],
  ['DOUBLE PRECISION', 'numeric'],
  ['NUMERIC(10, 2)', 'numeric'],
  ['DECIMAL(18,3)', 'numeric'],
  ['TEXT', 'string'],
  ['VARCHAR(20)', 'string'],
  ['CHARACTER VARYING', 'string'],
  ['STRING', 'string'],
  ['UUID', 'string'],
  ['TIMESTAMP WITHOUT TIME ZONE', 'temporal'],
  ['DATE', 'temporal'],
  ['DATETIME', 'temporal'],
  ['BOOLEAN', 'boolean'],
  ['GEOMETRY', null],
  ['', null],
  [null, null],
])('%s is %s', (type, kind) => {
  expect(kindOfType(type)).toBe(kind)
})

test('a number marked as a time counts as temporal', () => {
  expect(kindNumberOf({ type: 'BIGINT', is_dttm: true })).toBe(2)
  expect(kindNumberOf({ type: 'BIGINT', is_dttm: false })).toBe(0)
  expect(kindNumberOf({ type: null, is_dttm: false })).toBe(null)
})
