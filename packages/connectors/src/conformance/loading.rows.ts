import { expect } from 'vitest'
import { Exact, frameFromRows, type Cell, type Frame } from '@sightline/core'
import type { LoadColumn, LoadOptions } from '../connector.ts'
import { never, valueOf, type Suite } from './suite.ts'

const wanted: readonly LoadColumn[] = [
  { name: 'id', type: 'integer' },
  { name: 'big "int"', type: 'integer' },
  { name: 'price `x`', type: 'decimal' },
  { name: 'ratio', type: 'double' },
  { name: 'näme 🙂', type: 'string' },
  { name: 'isOpen', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'seen', type: 'timestamp' },
]
const full: readonly Cell[] = [
  1,
  9007199254740993n,
  new Exact('12345678901234567.25'),
  0.1,
  `it's "🙂" \\ \n,\t{NULL}`,
  true,
  Date.UTC(2021, 0, 2),
  Date.UTC(2021, 0, 2, 3, 4, 5, 678),
]
const empty: readonly Cell[] = [2, null, null, null, null, null, null, null]
const plain: readonly Cell[] = [3, 7, -2.5, -1e300, '', false, Date.UTC(1969, 11, 31), Date.UTC(1969, 11, 31, 23, 59, 59)]

/** Rows of a file become a table: all of them or none. */
export function loadingRows({ row, place, driver, rows, quoted, schema, connector, problemOf }: Suite): void {
  const nameOf = place.nameOf ?? ((name: string) => name)
  const columns = wanted.map(({ name, type }) => ({ name: nameOf(name), type }))
  const kinds = {
    integer: 'numeric',
    decimal: 'numeric',
    double: 'numeric',
    string: 'string',
    boolean: 'boolean',
    date: 'temporal',
    timestamp: 'temporal',
  } as const
  const frameColumns = columns.map(({ name, type }) => ({ name, kind: kinds[type], type }))
  async function* batchesOf(...batches: readonly (readonly (readonly Cell[])[])[]): AsyncGenerator<Frame> {
    for (const batch of batches) yield frameFromRows(frameColumns, batch)
  }
  const load = (table: string, batches: AsyncIterable<Frame>, more: Partial<LoadOptions> = {}) =>
    driver().load!(table, columns, batches, { signal: never(), schema: schema ?? null, ifExists: 'fail', ...more })
  const read = (table: string) =>
    rows(`SELECT ${columns.map(({ name }) => quoted(name)).join(', ')} FROM ${quoted(table)} ORDER BY ${quoted('id')}`, { schema })
  const ids = async (table: string): Promise<Cell[]> => (await rows(`SELECT ${quoted('id')} FROM ${quoted(table)} ORDER BY 1`, { schema })).flat()
  const drop = (table: string) => rows(`DROP TABLE ${quoted(table)}`, { readOnly: false, schema })
  const asLoaded = (cells: readonly Cell[]): Cell[] =>
    cells.map((cell, index) => {
      const type = columns[index]!.type
      const changed = place.loaded?.[type]
      if (cell === null) return null
      if (changed) return changed(cell)
      return type === 'boolean' && connector.lacks.booleans ? Number(cell) : cell
    })

  row(['loading'], 'loaded values of every type come back as they were, under names with quotes and other letters', async () => {
    const table = nameOf('lo"aded `ü` 🙂')
    expect(valueOf(await load(table, batchesOf([full, empty], [], [plain])))).toBe(3)
    try {
      expect(await read(table)).toEqual([full, empty, plain].map(asLoaded))
      expect(valueOf(await driver().tables(schema ?? null, never()))).toContainEqual({ name: table, kind: 'table' })
    } finally {
      await drop(table)
    }
  })

  row(['loading'], 'a table that is there is kept, replaced or appended to, as asked', async () => {
    const table = 'loaded again'
    valueOf(await load(table, batchesOf([full])))
    try {
      expect(await load(table, batchesOf([empty]))).toMatchObject({ ok: false })
      expect(await ids(table)).toEqual([1])
      expect(valueOf(await load(table, batchesOf([empty]), { ifExists: 'append' }))).toBe(1)
      expect(await ids(table)).toEqual([1, 2])
      expect(valueOf(await load(table, batchesOf([plain]), { ifExists: 'replace' }))).toBe(1)
      expect(await ids(table)).toEqual([3])
    } finally {
      await drop(table)
    }
    expect(valueOf(await load(table, batchesOf([full]), { ifExists: 'append' }))).toBe(1)
    await drop(table)
    expect(valueOf(await load(table, batchesOf(), { ifExists: 'replace' }))).toBe(0)
    expect(await ids(table)).toEqual([])
    await drop(table)
  })

  row(['loading'], 'a load that fails half-way leaves everything as it was', async () => {
    const table = 'loaded half'
    async function* broken(): AsyncGenerator<Frame> {
      yield frameFromRows(frameColumns, [full])
      throw new Error('the file ended in the middle of a row')
    }
    await expect(load(table, broken())).rejects.toThrow('in the middle')
    await problemOf(`SELECT * FROM ${quoted(table)}`, { schema })
    valueOf(await load(table, batchesOf([full])))
    try {
      for (const ifExists of ['append', 'replace'] as const) {
        await expect(load(table, broken(), { ifExists })).rejects.toThrow('in the middle')
        expect(await ids(table), ifExists).toEqual([1])
      }
      const controller = new AbortController()
      async function* stopped(): AsyncGenerator<Frame> {
        yield frameFromRows(frameColumns, [plain])
        controller.abort()
        yield frameFromRows(frameColumns, [empty])
      }
      expect(await load(table, stopped(), { ifExists: 'append', signal: controller.signal })).toMatchObject({ ok: false })
      expect(await ids(table)).toEqual([1])
    } finally {
      await drop(table)
    }
  })

  row(['loading'], 'two hundred thousand rows are loaded as they arrive', async () => {
    const table = 'loaded many'
    let made = 0
    async function* many(): AsyncGenerator<Frame> {
      for (let batch = 0; batch < 100; batch++) {
        const cells = Array.from({ length: 2000 }, () => [
          ++made,
          made * 2,
          made / 4,
          made / 3,
          `row ${made}`,
          made % 2 === 0,
          Date.UTC(2021, 0, 1),
          made * 1000,
        ])
        yield frameFromRows(frameColumns, cells)
      }
    }
    expect(valueOf(await load(table, many()))).toBe(200_000)
    try {
      expect(await rows(`SELECT count(*) AS c, min(${quoted('id')}) AS a, max(${quoted('id')}) AS b FROM ${quoted(table)}`, { schema })).toEqual([
        [200_000, 1, 200_000],
      ])
    } finally {
      await drop(table)
    }
  })
}
