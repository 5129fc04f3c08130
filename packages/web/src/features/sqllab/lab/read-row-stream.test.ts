import {
  Bool,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int64,
  makeBuilder,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  makeData,
  TimestampMicrosecond,
  Utf8,
  type DataType,
} from 'apache-arrow'
import { expect, test } from 'vitest'
import type { RunRows } from '../state/model.ts'
import { BrokenStream, readRowStream } from './read-row-stream.ts'

interface Column {
  readonly name: string
  readonly type: DataType
  readonly kind: string
  readonly meaning?: string
  readonly batches: readonly (readonly unknown[])[]
}

/** A stream as the server writes it: batches, then an empty one that says how it ended. */
function streamOf(columns: readonly Column[], end: Readonly<Record<string, string>>, isCutOff = false): ReadableStream<Uint8Array> {
  const fields = columns.map(
    ({ name, type, kind, meaning }) =>
      new Field(
        name,
        type,
        true,
        new Map([['sightline:kind', kind], ['sightline:database_type', `DB ${name}`], ...(meaning ? ([['sightline:type', meaning]] as const) : [])]),
      ),
  )
  const schema = new Schema(fields, new Map([['sightline:query', '{"id":"first"}']]))
  const batchOf = (index: number, metadata?: Map<string, string>): RecordBatch => {
    const children = columns.map(({ type, batches }) => {
      const builder = makeBuilder({ type, nullValues: [null] })
      for (const value of batches[index] ?? []) builder.append(value as never)
      return builder.finish().flush()
    })
    const length = columns[0]?.batches[index]?.length ?? 0
    return new RecordBatch(schema, makeData({ type: new Struct(fields), length, nullCount: 0, children }), metadata)
  }
  const writer = new RecordBatchStreamWriter({ autoDestroy: false })
  writer.reset(undefined, schema)
  const count = columns[0]?.batches.length ?? 0
  for (let index = 0; index < count; index++) writer.write(batchOf(index))
  writer.write(batchOf(count, new Map(Object.entries(end))))
  writer.finish()
  const bytes = writer.toUint8Array(true)
  const whole = isCutOff ? bytes.subarray(0, bytes.length - 4) : bytes
  return new ReadableStream({
    start(controller) {
      // In pieces that end anywhere, as a network gives them.
      for (let at = 0; at < whole.length; at += 97) controller.enqueue(whole.slice(at, at + 97))
      controller.close()
    },
  })
}

const cells = async (column: Omit<Column, 'name' | 'batches'>, values: readonly unknown[]): Promise<readonly unknown[]> =>
  (await readRowStream(streamOf([{ name: 'c', batches: [values], ...column }], { 'sightline:status': 'success' }), () => undefined)).rows.values[0]!

test('every type comes out as what it is, to the last digit', async () => {
  expect(await cells({ type: new Int64(), kind: 'numeric' }, [1n, -9007199254740991n, 9007199254740993n, null])).toEqual([
    1,
    -9007199254740991,
    9007199254740993n,
    null,
  ])
  expect(await cells({ type: new Float64(), kind: 'numeric' }, [0.1, null, -2e300])).toEqual([0.1, null, -2e300])
  expect(await cells({ type: new Bool(), kind: 'boolean' }, [true, false, null])).toEqual([true, false, null])
  expect(await cells({ type: new Utf8(), kind: 'string' }, ['', 'naïve ☕', null])).toEqual(['', 'naïve ☕', null])
  expect(await cells({ type: new Utf8(), kind: 'numeric', meaning: 'decimal' }, ['12.50', '12345678901234567890.5', null])).toEqual([
    12.5,
    '12345678901234567890.5',
    null,
  ])
  expect(await cells({ type: new Utf8(), kind: 'string', meaning: 'json' }, ['{"a":[1,null]}', '{"id":9007199254740993}', null])).toEqual([
    { a: [1, null] },
    '{"id":9007199254740993}',
    null,
  ])
})

test('days and moments are milliseconds, parts of one included, also before 1970', async () => {
  expect(await cells({ type: new DateDay(), kind: 'temporal' }, [new Date('2026-10-26T00:00:00Z'), null, new Date('1969-12-31T00:00:00Z')])).toEqual([
    Date.UTC(2026, 9, 26),
    null,
    -86_400_000,
  ])
  for (const zone of [undefined, 'UTC'])
    expect(await cells({ type: new TimestampMicrosecond(zone), kind: 'temporal' }, [Date.UTC(2026, 0, 1, 2, 3, 4, 500), null, -1500])).toEqual([
      Date.UTC(2026, 0, 1, 2, 3, 4, 500),
      null,
      -1500,
    ])
})

test('decimals are numbers where a double holds them and texts where it does not', async () => {
  const words = (value: bigint): Uint32Array => Uint32Array.from([0n, 32n, 64n, 96n], (shift) => Number((BigInt.asUintN(128, value) >> shift) & 0xffffffffn))
  expect(await cells({ type: new Decimal(2, 38), kind: 'numeric' }, [words(1250n), words(-5n), words(-12345678901234567890123n), null])).toEqual([
    12.5,
    -0.05,
    '-123456789012345678901.23',
    null,
  ])
})

test('rows are told as they come; the arrays grow and the end says how it went', async () => {
  const told: { length: number; isComplete: boolean; values: RunRows['values'] }[] = []
  const columns = [
    { name: 'n', type: new Int64(), kind: 'numeric', batches: [[1n, 2n], [3n]] },
    { name: 'word', type: new Utf8(), kind: 'string', batches: [['a', null], ['c']] },
  ]
  const end = { 'sightline:status': 'success', 'sightline:query': '{"id":"last","rows":3}' }
  const { status, facts, rows } = await readRowStream(streamOf(columns, end), ({ length, isComplete, values }) => told.push({ length, isComplete, values }))
  expect(told.map(({ length, isComplete }) => [length, isComplete])).toEqual([
    [2, false],
    [3, false],
  ])
  expect(told[0]!.values).toBe(rows.values)
  expect(rows).toMatchObject({
    columns: [
      { name: 'n', kind: 0, type: 'DB n' },
      { name: 'word', kind: 1, type: 'DB word' },
    ],
    values: [
      [1, 2, 3],
      ['a', null, 'c'],
    ],
    isComplete: true,
  })
  expect([status, facts['query']]).toEqual(['success', { id: 'last', rows: 3 }])
})

test('a stream that breaks off with a reason fails with it; some rows are never taken for all', async () => {
  const columns = [{ name: 'n', type: new Int64(), kind: 'numeric', batches: [[1n]] }]
  const end = { 'sightline:status': 'failed', 'sightline:errors': '[{"message":"disk full"}]' }
  const reading = readRowStream(streamOf(columns, end, true), () => undefined)
  await expect(reading).rejects.toThrow(BrokenStream)
  await expect(reading).rejects.toMatchObject({ errors: [{ message: 'disk full' }] })
})

test('a stream that ends without saying how has failed', async () => {
  const columns = [{ name: 'n', type: new Int64(), kind: 'numeric', batches: [[1n]] }]
  await expect(readRowStream(streamOf(columns, {}, true), () => undefined)).rejects.toMatchObject({ kind: 'network' })
})
