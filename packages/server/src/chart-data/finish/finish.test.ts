import { Exact, frameFromRows, ok, packFrame, readQueryObject, type Cell, type Frame, type FrameColumn, type Query } from '@sightline/core'
import type { WireQueryObject } from '@sightline/contract'
import fc from 'fast-check'
import { tableFromIPC } from 'apache-arrow'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { layoutOfCells } from '../../arrow/layout-of.ts'
import { readZip } from '../../files/read-zip.ts'
import { keptOfFrame, type KeptRows } from '../../queries/kept-rows.ts'
import { createFinisher } from './create-finisher.ts'
import type { FinishOrder, Output, Pieces } from './finish-order.ts'
import { finishRows, needsNoTable } from './finish-rows.ts'

const queryOf = (wire: WireQueryObject): Query => {
  const query = readQueryObject(wire)
  if (!query.ok) throw new Error(query.problem.message)
  return query.value
}

const orderOf = (rows: KeptRows, output: Output, more: Partial<FinishOrder> = {}): FinishOrder => ({
  main: { rows, labels: rows.columns.map(({ name }) => name), times: [], wallTimes: [], offsetHours: 0 },
  comparisons: [],
  query: queryOf({ columns: rows.columns.map(({ name }) => name) }),
  zone: 'UTC',
  form: null,
  shownNames: new Map([['name', 'Shown, "name"']]),
  timeNames: new Set(),
  output,
  ...more,
})

async function bytesOf(pieces: Pieces): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts)
}

const finished = async (order: FinishOrder): Promise<Buffer> => {
  const result = finishRows(order)
  if (!result.ok) throw new Error(result.problem.message)
  return bytesOf(result.value)
}

/** The same rows as columns in memory, in batches. */
function packed(frame: Frame, rowsPerBatch: number): KeptRows {
  const layouts = frame.columns.map((column, at) => layoutOfCells(column, frame.values[at]!))
  const batches = []
  for (let start = 0; start < frame.length; start += rowsPerBatch) {
    const values = frame.values.map((cells) => cells.slice(start, start + rowsPerBatch))
    batches.push(packFrame({ columns: frame.columns, values, length: values[0]?.length ?? 0 }, layouts))
  }
  return { columns: frame.columns, layouts, batches, length: frame.length }
}

const columns: readonly FrameColumn[] = [
  { name: 'whole', kind: 'numeric', type: 'BIGINT' },
  { name: 'fraction', kind: 'numeric', type: 'DOUBLE' },
  { name: 'long', kind: 'numeric', type: 'NUMERIC' },
  { name: 'name', kind: 'string', type: 'VARCHAR' },
  { name: 'at', kind: 'temporal', type: 'TIMESTAMP' },
  { name: 'day', kind: 'temporal', type: 'DATE' },
  { name: 'yes', kind: 'boolean', type: 'BOOLEAN' },
]
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 4 })
const anyRow = fc.tuple(
  orNull(fc.oneof(fc.maxSafeInteger(), fc.constant(9_007_199_254_740_993n))),
  orNull(fc.double({ noNaN: true, noDefaultInfinity: true })),
  orNull(fc.constantFrom(new Exact('12345678901234567890.25'), 1.5, -3)),
  orNull(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('=1+1', 'a,b', 'q"q', 'two\nlines', 'é', ''))),
  orNull(fc.integer({ min: -2e12, max: 4e12 })),
  orNull(fc.integer({ min: -1000, max: 30_000 }).map((days) => days * 86_400_000)),
  orNull(fc.boolean()),
)

describe('rows leave the same way, whatever form they came in', () => {
  test.each(['json', 'csv'] as const)('EXP-7.01 as %s', async (kind) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 40 }), fc.constantFrom('UTC', 'Europe/Berlin'), async (rows, zone) => {
        const frame = frameFromRows(columns, rows as readonly (readonly Cell[])[])
        const inMemory = orderOf(packed(frame, 7), { kind }, { zone })
        const asCells = orderOf(keptOfFrame(frame), { kind }, { zone })
        // A step that changes nothing makes the long way round.
        const computed = { ...asCells, query: { ...asCells.query, postProcessing: [{ operation: 'escape_separator' as const }] } }
        // Elsewhere than in UTC days have to be turned into moments first.
        const isPlain = zone === 'UTC'
        expect([needsNoTable(inMemory), needsNoTable(asCells), needsNoTable(computed)]).toEqual([isPlain, isPlain, false])
        const [first, second, third] = [await finished(inMemory), await finished(asCells), await finished(computed)].map(String)
        expect(first).toBe(second)
        expect(second).toBe(third)
        if (kind === 'json') expect(() => JSON.parse(`{${first}}`) as unknown).not.toThrow()
      }),
      { numRuns: 60 },
    )
  })

  test('T32 in files moments read as the clocks of the zone show them; in JSON they stay moments', async () => {
    const [before, after] = [Date.UTC(2024, 2, 31, 0, 30), Date.UTC(2024, 2, 31, 1, 30)]
    const frame = frameFromRows(columns.slice(4, 6), [
      [before, before - 1_800_000],
      [after, before - 1_800_000],
    ])
    for (const rows of [packed(frame, 1), keptOfFrame(frame)]) {
      const at = (zone: string, kind: 'csv' | 'json') => finished(orderOf(rows, { kind }, { zone }))
      expect((await at('Europe/Berlin', 'csv')).toString()).toBe('at,day\n2024-03-31 01:30:00,2024-03-31\n2024-03-31 03:30:00,2024-03-31\n')
      expect((await at('America/New_York', 'csv')).toString()).toBe('at,day\n2024-03-30 20:30:00,2024-03-31\n2024-03-30 21:30:00,2024-03-31\n')
      const { data } = JSON.parse(`{${(await at('Europe/Berlin', 'json')).toString()}}`) as { data: { at: number }[] }
      expect(data.map((row) => row.at)).toEqual([before, after])
    }
  })

  test('a workbook has numbers of rows in front and comes in pieces', async () => {
    const frame = frameFromRows(
      columns.slice(3, 5),
      Array.from({ length: 5000 }, (_, row) => [`n${row}`, row * 1000]),
    )
    const book = await finished(orderOf(packed(frame, 999), { kind: 'xlsx' }))
    const [file] = await readZip(book, { entries: 20, bytesPerFile: 10_000_000, ratio: 100 }, (name) => name === 'xl/worksheets/sheet1.xml')
    const sheet = Buffer.from(file!.bytes).toString()
    expect(sheet.match(/<row /g)).toHaveLength(5001)
    expect(sheet).toContain('>4999<')
  })
})

describe('a worker', () => {
  const finisher = createFinisher({ log: pino({ level: 'silent' }), timeoutSeconds: 60 })
  afterAll(() => finisher.close())
  const never = new AbortController().signal
  const long = frameFromRows(
    columns,
    Array.from({ length: 8000 }, (_, row): Cell[] => [
      row % 7 === 0 ? 9_007_199_254_740_993n + BigInt(row) : row,
      row / 3,
      row % 5 === 0 ? new Exact(`1234567890123456789${row}.5`) : row,
      `n${row % 11}`,
      row * 60_000,
      Math.floor(row / 1440) * 86_400_000,
      row % 2 === 0,
    ]),
  )
  const steps: readonly (readonly object[])[] = [
    [{ operation: 'cum', options: { operator: 'sum', columns: { fraction: 'fraction' } } }],
    [{ operation: 'sort', options: { by: ['name', 'fraction'], ascending: false } }],
    [{ operation: 'pivot', options: { index: ['day'], columns: ['name'], aggregates: { fraction: { operator: 'sum' } } } }, { operation: 'flatten' }],
    [{ operation: 'aggregate', options: { groupby: ['name'], aggregates: { most: { column: 'fraction', operator: 'max' } } } }],
    [{ operation: 'contribution', options: { columns: ['fraction'] } }],
    [{ operation: 'rolling', options: { rolling_type: 'mean', window: 7, min_periods: 1, columns: { fraction: 'fraction' } } }],
  ]

  test.each(steps.map((step) => [step]))('finishes as this thread would: %j', async (step) => {
    const query = { ...queryOf({ columns: [] }), postProcessing: step as Query['postProcessing'] }
    for (const rows of [packed(long, 4096), keptOfFrame(long)]) {
      for (const output of [{ kind: 'json' }, { kind: 'csv' }, { kind: 'arrow', answer: '{}' }] as const) {
        const order = orderOf(rows, output, { query })
        const there = await finisher.finish(order, never)
        if (!there.ok) throw new Error(there.problem.message)
        // Pieces that come as a list were made elsewhere.
        expect(Array.isArray(there.value)).toBe(true)
        const [bytes, here] = [await bytesOf(there.value), await finished(order)]
        if (output.kind === 'arrow') expect(tableFromIPC(bytes).numRows).toBe(tableFromIPC(here).numRows)
        else expect(bytes.equals(here)).toBe(true)
      }
    }
  })

  test('a reshaped table comes from there too, and what it refuses is told', async () => {
    const form = { viz_type: 'pivot_table_v2', groupbyRows: ['day'], groupbyColumns: ['name'], metrics: ['fraction'] }
    const order = orderOf(packed(long, 4096), { kind: 'json' }, { form })
    const there = await finisher.finish(order, never)
    if (!there.ok) throw new Error(there.problem.message)
    expect((await bytesOf(there.value)).equals(await finished(order))).toBe(true)
    expect(await finisher.finish({ ...order, form: { ...form, metrics: ['nothing'] } }, never)).toMatchObject({ ok: false, problem: { status: 400 } })
  })

  test('who leaves stops the work, and the next one is served', async () => {
    const order = orderOf(packed(long, 4096), { kind: 'json' }, { query: { ...queryOf({ columns: [] }), postProcessing: steps[0] as Query['postProcessing'] } })
    const controllers = Array.from({ length: 5 }, () => new AbortController())
    const asked = controllers.map(({ signal }) => finisher.finish(order, signal))
    for (const controller of controllers.slice(0, 4)) controller.abort()
    const results = await Promise.all(asked)
    expect(results.map((result) => result.ok)).toEqual([false, false, false, false, true])
    expect(await finisher.finish(order, AbortSignal.abort())).toMatchObject({ ok: false, problem: { extra: { stopped: true } } })
  })

  test('T28 others get their turns while a million rows are finished', async () => {
    const frame = frameFromRows(columns.slice(0, 2), [])
    const cells = Array.from({ length: 1_000_000 }, (_, row) => row)
    const million = packed({ ...frame, values: [cells, cells], length: cells.length }, 8192)
    const query = {
      ...queryOf({ columns: [] }),
      postProcessing: [{ operation: 'cum', options: { operator: 'sum', columns: { fraction: 'fraction' } } }] as Query['postProcessing'],
    }
    let turns = 0
    const count = setInterval(() => turns++, 1)
    const result = await finisher.finish(orderOf(million, { kind: 'json' }, { query }), never)
    clearInterval(count)
    expect(result).toMatchObject(ok(expect.any(Array)))
    expect(turns).toBeGreaterThan(20)
  })
})
