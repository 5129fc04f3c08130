import { expect, test } from 'vitest'
import { cellOf, ColumnGuess, typeOfWord } from './cells.ts'
import { momentOfText } from './moments.ts'

function guess(cells: readonly string[], decimal = '.', isDayFirst = false) {
  const column = new ColumnGuess(decimal, isDayFirst)
  for (const cell of cells) column.see(cell, false)
  return column.reading
}

test.each([
  ['integer', ['1', '-2', '+3', '9223372036854775807']],
  ['string', ['9223372036854775808']],
  ['string', ['007', '12']],
  ['double', ['1', '2.5', '-1e9', '.5']],
  ['boolean', ['true', 'FALSE']],
  ['date', ['2026-02-28', '2026/3/1']],
  ['timestamp', ['2026-02-28', '2026-02-28T12:30:00Z']],
  ['timestamp', ['2/28/2026 1:05 PM']],
  ['string', ['2026-02-30']],
  ['string', ['1', 'x']],
  ['string', ['']],
])('%s: %j', (type, cells) => {
  expect(guess(cells).type).toBe(type)
})

test('days come first where months cannot, or where the sender says so', () => {
  expect(guess(['03/04/2026', '13/04/2026'])).toMatchObject({ type: 'date', isDayFirst: true })
  expect(guess(['03/04/2026'])).toMatchObject({ type: 'date', isDayFirst: false })
  expect(guess(['03/04/2026'], '.', true)).toMatchObject({ type: 'date', isDayFirst: true })
  expect(guess(['13/04/2026', '04/13/2026']).type).toBe('string')
  expect(momentOfText('3.4.2026', false)).toBe(Date.UTC(2026, 3, 3))
})

test('moments with zone, fraction and half of the day', () => {
  expect(momentOfText('2026-04-03T12:30:00.250+02:00', false)).toBe(Date.UTC(2026, 3, 3, 10, 30, 0, 250))
  expect(momentOfText('2026-04-03 12:30:00.123456', false)).toBe(Date.UTC(2026, 3, 3, 12, 30, 0) + 123.456)
  expect(momentOfText('04/03/2026 12:05 am', false)).toBe(Date.UTC(2026, 3, 3, 0, 5))
  expect(momentOfText('2026-04-03 25:00', false)).toBeNaN()
})

test('numbers keep every digit, with the decimal character of the sender', () => {
  const reading = { isDayFirst: false, decimal: ',' }
  expect(cellOf('9223372036854775807', { ...reading, type: 'integer' })).toBe(9223372036854775807n)
  expect(guess(['1,5', '2'], ',').type).toBe('double')
  expect(cellOf('1,5', { ...reading, type: 'double' })).toBe(1.5)
  expect(cellOf('12345678901234567890,12345', { ...reading, type: 'decimal' })).toBe('12345678901234567890.12345')
  expect(cellOf('x', { ...reading, type: 'integer' })).toBeUndefined()
  expect(cellOf('a\0b', { ...reading, type: 'string' })).toBe('ab')
})

test('types by the words of the reference', () => {
  expect(['int64', 'Int32', 'float', 'str', 'object', 'bool', 'datetime64[ns]', 'date'].map(typeOfWord)).toEqual([
    'integer',
    'integer',
    'double',
    'string',
    'string',
    'boolean',
    'timestamp',
    'date',
  ])
  expect(() => typeOfWord('colour')).toThrow(/no data type/)
})
