import { Exact, frameFromRows, packFrame, type Cell, type FrameColumn } from '@sightline/core'
import { RecordBatchReader, tableFromIPC, type RecordBatch } from 'apache-arrow'
import { expect, test } from 'vitest'
import { layoutOfCells, layoutOfType } from './layout-of.ts'
import { openArrowStream } from './print-stream.ts'
import { readBatchCells } from './read-for-tests.ts'

const column = (name: string, kind: FrameColumn['kind'], type: string): FrameColumn => ({ name, kind, type })

const columns = [
  column('small', 'numeric', 'SMALLINT'),
  column('big', 'numeric', 'BIGINT'),
  column('huge', 'numeric', 'HUGEINT'),
  column('ratio', 'numeric', 'DOUBLE PRECISION'),
  column('price', 'numeric', 'NUMERIC(20, 3)'),
  column('any', 'numeric', 'NUMERIC'),
  column('flag', 'boolean', 'BOOLEAN'),
  column('text', 'string', 'VARCHAR(10)'),
  column('doc', 'string', 'JSONB'),
  column('list', 'string', 'INTEGER[]'),
  column('day', 'temporal', 'DATE'),
  column('moment', 'temporal', 'TIMESTAMP WITHOUT TIME ZONE'),
  column('zoned', 'temporal', 'TIMESTAMP WITH TIME ZONE'),
]

const rows: Cell[][] = [
  [1, 2, 3, 1.5, 12.345, 1, true, 'plain', { a: [1, null] }, [1, 2], 86_400_000, 1_600_000_000_123.456, 1_600_000_000_000],
  columns.map(() => null),
  [
    -32768,
    9223372036854775807n,
    170141183460469231731687303715884105727n,
    -1e300,
    new Exact('12345678901234567.891'),
    new Exact('0.1234567890123456789012'),
    false,
    'Zürich 🙂\n"',
    'text',
    [],
    -719_162 * 86_400_000,
    -1.5,
    253_402_300_799_999.9,
  ],
  [7, -9007199254740991, -5, 0.1, new Exact('-12345678901234567.891'), -2.5, true, '', [null, 'x'], [null], 0, 0, 0.001],
  [0, -1, 0, Number.NaN, -0.001, 1e21, false, 'ß', 5, [[1], [2]], -86_400_000, -0.001, 1],
]

const expected = rows.map((row) => row.map((cell) => (typeof cell === 'number' && Number.isNaN(cell) ? null : cell instanceof Exact ? cell.text : cell)))

test('rows of every type are read back from the Arrow stream as they were', () => {
  const layouts = columns.map(layoutOfType)
  const names = columns.map(({ name }) => name)
  const stream = openArrowStream(columns, names, layouts, { query: { id: 'abc' } })
  const bytes = Buffer.concat([
    stream.head,
    stream.printBatch(packFrame(frameFromRows(columns, rows.slice(0, 2)), layouts)),
    stream.printBatch(packFrame(frameFromRows(columns, rows.slice(2)), layouts)),
    stream.printEnd({ rows: 5, problem: null, facts: { query: { state: 'success' } } }),
  ])
  const table = tableFromIPC(bytes)
  expect(table.numRows).toBe(5)
  expect(table.schema.fields.map(({ name, type }) => `${name} ${String(type)}`)).toEqual([
    'small Int64',
    'big Int64',
    'huge Utf8',
    'ratio Float64',
    'price Decimal[20e+3]',
    'any Utf8',
    'flag Bool',
    'text Utf8',
    'doc Utf8',
    'list Utf8',
    'day Date32<DAY>',
    'moment Timestamp<MICROSECOND>',
    'zoned Timestamp<MICROSECOND, UTC>',
  ])
  expect(table.schema.metadata.get('sightline:query')).toBe('{"id":"abc"}')
  expect(Object.fromEntries(table.schema.fields[8]!.metadata)).toEqual({
    'sightline:kind': 'string',
    'sightline:database_type': 'JSONB',
    'sightline:type': 'json',
  })
  const batches = table.batches
  expect(batches.flatMap(readBatchCells).map((row) => row.map((cell) => (cell instanceof Exact ? cell.text : cell)))).toEqual(
    // A column of digits gives digits back, whatever the cell was.
    expected.map((row) => row.map((cell, at) => ((at === 2 || at === 5) && cell !== null ? String(cell) : cell))),
  )
})

test('the last batch has no rows and tells how it ended', () => {
  const stream = openArrowStream(columns.slice(0, 1), ['small'], [{ kind: 'int64' }])
  const end = (problem: Parameters<typeof stream.printEnd>[0]['problem']) =>
    Buffer.concat([stream.head, stream.printEnd({ rows: 0, problem, facts: { query: 1 } })])
  const [last] = [...RecordBatchReader.from(end(null))]
  expect(last!.numRows).toBe(0)
  expect(Object.fromEntries(last!.metadata)).toEqual({ 'sightline:status': 'success', 'sightline:rows': '0', 'sightline:query': '1' })
})

test('after a failure the reason is read, and no reader takes some rows for all', () => {
  const stream = openArrowStream(columns.slice(0, 1), ['small'], [{ kind: 'int64' }])
  const batch = packFrame(frameFromRows(columns.slice(0, 1), [[1], [2]]), [{ kind: 'int64' }])
  const problem = { code: 'GENERIC_DB_ENGINE_ERROR', message: 'The connection was lost.' } as const
  const bytes = Buffer.concat([stream.head, stream.printBatch(batch), stream.printEnd({ rows: 2, problem })])
  const read: RecordBatch[] = []
  expect(() => {
    for (const part of RecordBatchReader.from(bytes)) read.push(part)
  }).toThrow()
  expect(read).toHaveLength(2)
  expect(read[1]!.metadata.get('sightline:status')).toBe('failed')
  expect(JSON.parse(read[1]!.metadata.get('sightline:errors')!)).toMatchObject([{ message: 'The connection was lost.', error_type: 'GENERIC_DB_ENGINE_ERROR' }])
  expect(() => tableFromIPC(bytes)).toThrow()
})

test('a value that its column cannot hold is a problem, not another value', () => {
  const whole = column('n', 'numeric', 'INTEGER')
  for (const cell of [1.5, 'text', 2n ** 64n, true] as const)
    expect(() => packFrame(frameFromRows([whole], [[cell]]), [layoutOfType(whole)])).toThrow(/cannot hold/)
})

test('columns without a type of their own are laid out by what they hold', () => {
  const computed = column('n', 'numeric', '')
  expect(layoutOfCells(computed, [1, 2.5, null])).toEqual({ kind: 'float64' })
  expect(layoutOfCells(computed, [1, 2n ** 60n])).toEqual({ kind: 'int64' })
  expect(layoutOfCells(computed, [1.5, 2n ** 60n])).toEqual({ kind: 'digits' })
  expect(layoutOfCells(computed, [new Exact('1')])).toEqual({ kind: 'digits' })
  expect(layoutOfCells(column('s', 'string', ''), ['a', ['b']])).toEqual({ kind: 'json' })
})
