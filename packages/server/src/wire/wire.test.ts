import { Exact, frameFromRows, packFrame, printCsvLines, type Cell, type ColumnLayout, type FrameColumn } from '@sightline/core'
import { describe, expect, test } from 'vitest'
import { openCsvRows, openJsonRows } from './print-packed.ts'
import { printJsonRows } from './print-rows.ts'
import { openRowChannel } from './row-channel.ts'

const shapes: readonly (readonly [FrameColumn, ColumnLayout, readonly Cell[]])[] = [
  [{ name: 'int', kind: 'numeric', type: 'INTEGER' }, { kind: 'int32' }, [0, 7, -1, 2147483647, -2147483648]],
  [
    { name: 'big', kind: 'numeric', type: 'BIGINT' },
    { kind: 'int64' },
    [0, -1, 9007199254740991, 9223372036854775807n, -9223372036854775808n, 4294967296, 1e15],
  ],
  [{ name: 'double', kind: 'numeric', type: 'DOUBLE' }, { kind: 'float64' }, [0.1, -1.5, 1e300, 5e-324, 1e21, 123456789012345680000, -0.000001]],
  [
    { name: 'price', kind: 'numeric', type: 'NUMERIC(20, 3)' },
    { kind: 'decimal', precision: 20, scale: 3 },
    [0, 12.5, -0.001, 1000, new Exact('12345678901234567.891'), new Exact('-12345678901234567.890')],
  ],
  [{ name: 'flag', kind: 'boolean', type: 'BOOLEAN' }, { kind: 'boolean' }, [true, false]],
  [{ name: 'text', kind: 'string', type: 'TEXT' }, { kind: 'text' }, ['', 'plain', 'Zürich 🙂', 'a"b\\c\n\t\u0001', '=1+1', '-5', 'x'.repeat(300), ',', '\r']],
  [{ name: 'doc', kind: 'string', type: 'JSON' }, { kind: 'json' }, [{ a: [1, null, 'ü'] }, [], 5]],
  [{ name: 'day', kind: 'temporal', type: 'DATE' }, { kind: 'date' }, [0, 86_400_000 * 18_628, -86_400_000, -86_400_000 * 719_162, 86_400_000 * 11_016]],
  [
    { name: 'moment', kind: 'temporal', type: 'TIMESTAMP WITHOUT TIME ZONE' },
    { kind: 'timestamp', zone: null },
    [0, 1_609_556_645_123.456, 1_609_556_645_500, -1000, 1_582_934_400_000],
  ],
  [{ name: 'zoned', kind: 'temporal', type: 'TIMESTAMP WITH TIME ZONE' }, { kind: 'timestamp', zone: 'UTC' }, [1_609_556_645_000, -62_135_596_800_000, 0]],
]
const length = 2000
const columns = shapes.map(([column]) => column)
const layouts = shapes.map(([, layout]) => layout)
const rows = Array.from({ length }, (_, row) => shapes.map(([, , cells], at) => ((row + at) % 11 === 0 ? null : cells[row % cells.length]!)))
const frame = frameFromRows(columns, rows)
const names = columns.map(({ name }) => name)

describe('columns in memory are printed as cells are', () => {
  test('as JSON', async () => {
    const packed = [...openJsonRows(names, layouts)(packFrame(frame, layouts))].join('')
    let cells = ''
    for await (const piece of printJsonRows({ columns, layouts: null, batches: batchesOf(frame) }, names)) cells += piece.toString()
    expect(JSON.parse(`[${packed}]`)).toEqual(JSON.parse(cells))
    expect(packed).toContain('"price":12345678901234567.891')
    expect(packed).toContain('"big":9223372036854775807')
  })

  test('batches that came as cells between others belong to the same list', async () => {
    const packed = packFrame(frame, layouts)
    for (const order of [
      [frame, packed, frame],
      [packed, frame, packed],
    ]) {
      async function* batches() {
        yield* order
      }
      let json = ''
      for await (const piece of printJsonRows({ columns, layouts, batches: batches() }, names)) json += piece.toString()
      expect(JSON.parse(json)).toHaveLength(3 * length)
    }
  })

  test('as CSV, the very same bytes', () => {
    const packed = Buffer.concat([...openCsvRows(layouts)(packFrame(frame, layouts))]).toString()
    expect(packed).toBe([...printCsvLines(frame)].join(''))
  })

  test('batch after batch, as one list', () => {
    const print = openJsonRows(names, layouts)
    const pieces = [packFrame(frame, layouts), packFrame(frame, layouts)].flatMap((batch) => [...print(batch)])
    expect(pieces.length).toBeGreaterThan(2)
    expect(JSON.parse(`[${pieces.join('')}]`)).toHaveLength(2 * length)
  })
})

async function* batchesOf<Batch>(...batches: Batch[]): AsyncGenerator<Batch> {
  yield* batches
}

describe('a channel of rows', () => {
  const batch = (count: number) => ({ columns: [], values: [], length: count })

  test('holds a short answer whole and lets a long one go on only as it is taken', async () => {
    const channel = openRowChannel(10)
    channel.begin({ columns: [], layouts: null })
    await channel.write(batch(10))
    let written = 0
    const writing = (async () => {
      for (; written < 20; written++) await channel.write(batch(10))
      channel.end()
    })()
    await channel.overflow
    await new Promise((resolve) => setTimeout(resolve, 20))
    // The writer waits for a reader.
    expect(written).toBeLessThan(5)
    let taken = 0
    for await (const { length: count } of channel.rows()!.batches) taken += count
    await writing
    expect([taken, channel.length]).toEqual([210, 210])
  })

  test('does not keep a writer whose reader left', async () => {
    const channel = openRowChannel(0)
    channel.begin({ columns: [], layouts: null })
    const writing = (async () => {
      for (let count = 0; count < 50; count++) await channel.write(batch(1))
    })()
    for await (const _ of channel.rows()!.batches) break
    await writing
  })
})
