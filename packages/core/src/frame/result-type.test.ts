import { expect, test } from 'vitest'
import { resultTypeOf } from './result-type.ts'

test.each([
  ['TEXT', 'STRING'],
  ['VARCHAR(20)', 'STRING'],
  ['BIGINT', 'LONGINTEGER'],
  ['INTEGER', 'INTEGER'],
  ['SMALLINT', 'INTEGER'],
  ['NUMERIC(10, 2)', 'DECIMAL'],
  ['DOUBLE PRECISION', 'FLOAT'],
  ['DOUBLE', 'FLOAT'],
  ['TIMESTAMP WITHOUT TIME ZONE', 'DATETIME'],
  ['TIMESTAMP WITH TIME ZONE', 'DATETIMETZ'],
  ['DATE', 'DATE'],
  ['BOOLEAN', 'BOOLEAN'],
  ['INTERVAL', 'INTERVAL'],
  ['UUID', 'UUID'],
  ['INTEGER[]', 'INTEGER[]'],
])('a result column of %s is called %s', (type, word) => {
  expect(resultTypeOf({ type })).toBe(word)
})
