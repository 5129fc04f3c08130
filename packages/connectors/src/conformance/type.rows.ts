import { expect } from 'vitest'
import type { Cell } from '@sightline/core'
import type { RowStream } from '../connector.ts'
import { unpackFrame } from '../unpack-frame.ts'
import { abilityOf, type ValueName } from './place.ts'
import { asStatement, never, valueOf, type Suite } from './suite.ts'
import { typedValues } from './typed-values.ts'

/** The first column by way of columns in memory, from drivers that have them. */
async function readPacked({ columns, batches, packed }: RowStream): Promise<Cell[]> {
  const cells: Cell[] = []
  if (!packed) for await (const batch of batches) cells.push(...batch.values[0]!)
  else for await (const batch of packed.batches) cells.push(...('values' in batch ? batch : unpackFrame(columns, packed.layouts, batch)).values[0]!)
  return cells
}

/** Values come back with every digit and the right kind, and a column of each may be empty. */
export function typeRows({ row, place, driver, rows, connector, quoted, schema, write }: Suite): void {
  const names = Object.keys(typedValues) as ValueName[]
  const from = place.valuesFrom ? ` FROM ${place.valuesFrom.from}` : ''

  for (const name of names) {
    row(abilityOf[name] ? [abilityOf[name]] : [], `type: ${name} comes back as it was`, async () => {
      const value = place.values[name]!
      const expected = { ...typedValues[name], ...value }
      await write(...(place.valuesFrom?.make ?? []))
      try {
        const statement = asStatement(`SELECT ${value.sql} AS v${from}`)
        const stream = valueOf(await driver().stream(statement, { signal: never(), readOnly: true, schema }))
        const cells: Cell[] = []
        for await (const batch of stream.batches) cells.push(...batch.values[0]!)
        expect(cells).toEqual([expected.cell])
        expect(await readPacked(valueOf(await driver().stream(statement, { signal: never(), readOnly: true, schema })))).toEqual([expected.cell])
        expect(stream.columns.map((column) => [column.name, column.kind])).toEqual([['v', expected.kind]])
        expect(stream.columns[0]!.type).toMatch(/^\S/)
        expect(valueOf(await driver().describe(statement, { signal: never(), readOnly: true, schema }))).toEqual(stream.columns)
      } finally {
        await write(...(place.valuesFrom?.drop ?? []))
      }
    })
  }

  row([], 'every grain of the dialect cuts a moment where it should', async () => {
    const read = place.readMoment ?? Number
    for (const [grain, expression] of Object.entries(connector.dialect.grains)) {
      const allowed = grainStarts[grain]
      expect(allowed, `the suite knows the grain ${grain}`).toBeDefined()
      const [found] = await rows(`SELECT ${expression(place.moment('2021-05-06 07:08:09'))} AS v`)
      expect(
        allowed!.map((text) => Date.parse(`${text}Z`)),
        grain,
      ).toContain(read(found![0]!))
    }
  })

  row([], 'a moment written as a literal of the dialect is the moment itself', async () => {
    const table = quoted('moments')
    await write(place.table(table, [[quoted('seen'), 'timestamp']]), `INSERT INTO ${table} VALUES (${place.moment('2021-01-02 03:04:05')})`)
    try {
      const { columns } = valueOf(await driver().table('moments', schema ?? null, never()))
      const literal = (second: number) => connector.dialect.timeLiteral(columns[0]!.type, new Date(Date.UTC(2021, 0, 2, 3, 4, second)))
      const count = async (condition: string) => rows(`SELECT count(*) AS c FROM ${table} WHERE ${quoted('seen')} ${condition}`, { schema })
      expect(await count(`>= ${literal(5)}`)).toEqual([[1]])
      expect(await count(`< ${literal(6)}`)).toEqual([[1]])
      expect(await count(`>= ${literal(6)}`)).toEqual([[0]])
      expect(await count(`< ${literal(5)}`)).toEqual([[0]])
    } finally {
      await write(`DROP TABLE ${table}`)
    }
  })
}

/** The start (or, for week-ending grains, the end) of each grain's span around 2021-05-06 07:08:09, a Thursday. */
const grainStarts: Readonly<Record<string, readonly string[]>> = {
  PT1S: ['2021-05-06T07:08:09'],
  PT5S: ['2021-05-06T07:08:05'],
  PT30S: ['2021-05-06T07:08:00'],
  PT1M: ['2021-05-06T07:08:00'],
  PT5M: ['2021-05-06T07:05:00'],
  PT10M: ['2021-05-06T07:00:00'],
  PT15M: ['2021-05-06T07:00:00'],
  PT30M: ['2021-05-06T07:00:00'],
  'PT0.5H': ['2021-05-06T07:00:00'],
  PT1H: ['2021-05-06T07:00:00'],
  PT6H: ['2021-05-06T06:00:00'],
  P1D: ['2021-05-06T00:00:00'],
  // A week without an anchor begins on Monday or on Sunday, as the database has it.
  P1W: ['2021-05-03T00:00:00', '2021-05-02T00:00:00'],
  P1M: ['2021-05-01T00:00:00'],
  P3M: ['2021-04-01T00:00:00'],
  'P0.25Y': ['2021-04-01T00:00:00'],
  P1Y: ['2021-01-01T00:00:00'],
  '1969-12-28T00:00:00Z/P1W': ['2021-05-02T00:00:00'],
  '1969-12-29T00:00:00Z/P1W': ['2021-05-03T00:00:00'],
  'P1W/1970-01-03T00:00:00Z': ['2021-05-08T00:00:00'],
  'P1W/1970-01-04T00:00:00Z': ['2021-05-09T00:00:00'],
}
