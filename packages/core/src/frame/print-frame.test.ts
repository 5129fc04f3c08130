import { expect, test } from 'vitest'
import { Exact, frameFromRows, type Cell } from './frame.ts'
import { printCsv } from './print-csv.ts'
import { printFrameRows } from './print-frame.ts'

const frame = (rows: Cell[][], kinds = ['numeric', 'string'] as const) =>
  frameFromRows(
    kinds.map((kind, index) => ({ name: ['a', 'b'][index]!, kind, type: '' })),
    rows,
  )

test('every digit of big integers and long decimals reaches the client', () => {
  const rows = frame([
    [9223372036854775807n, 'x'],
    [new Exact('0.123456789012345678901'), null],
    [Number.NaN, 'a"b\n'],
    [-1.5e300, { deep: [1n, new Exact('2.50')] }],
  ])
  expect([...printFrameRows(rows)].join('')).toBe(
    '[{"a":9223372036854775807,"b":"x"},{"a":0.123456789012345678901,"b":null},{"a":null,"b":"a\\"b\\n"},{"a":-1.5e+300,"b":{"deep":[1,2.50]}}]',
  )
  expect([...printFrameRows(frame([]))].join('')).toBe('[]')
})

test('rows come in pieces that are one JSON text together', () => {
  const rows = frame(Array.from({ length: 10_001 }, (_, index) => [index, `t${index}`]))
  const pieces = [...printFrameRows(rows)]
  expect(pieces.length).toBeGreaterThan(1)
  expect(JSON.parse(pieces.join(''))).toHaveLength(10_001)
})

test('T26 cells that a spreadsheet would run are escaped in CSV', () => {
  const rows = frame([
    [1.5, '=HYPERLINK("http://x")'],
    [null, '-1'],
    [2, '@sum, a'],
    [new Exact('10.1700000000000000'), '-- no comment'],
  ])
  expect([...printCsv(rows, ['n', '+b'])].join('')).toBe(`n,'+b\n1.5,"'=HYPERLINK(""http://x"")"\n,-1\n2,"'@sum, a"\n10.1700000000000000,'-- no comment\n`)
})
