import { expect } from 'vitest'
import { asStatement, never, valueOf, type Suite } from './suite.ts'

/** What a database tells about its tables and about statements that do not run. */
export function metadataRows({ row, place, driver, rows, quoted, schema, write, connector }: Suite): void {
  const own = schema ?? null

  row(['schemas'], 'the default schema is one of the schemas', async () => {
    const [standard, all] = [valueOf(await driver().defaultSchema(never())), valueOf(await driver().schemas(never()))]
    if (standard !== null) expect(all).toContain(standard)
    expect(new Set(all).size).toBe(all.length)
  })

  row(['catalogs'], 'catalogs are listed', async () => {
    const catalogs = valueOf(await driver().catalogs!(never()))
    expect(catalogs.length).toBeGreaterThan(0)
  })

  row(['foreign keys'], 'foreign keys are told', async () => {
    await write(...place.foreignKey!('parent', 'child'))
    try {
      const { foreignKeys } = valueOf(await driver().table('child', own, never()))
      expect(foreignKeys.map(({ columns, table, referred }) => ({ columns, table, referred }))).toEqual([
        { columns: ['parent_id'], table: 'parent', referred: ['id'] },
      ])
      expect(valueOf(await driver().table('parent', own, never())).foreignKeys).toEqual([])
    } finally {
      await write('DROP TABLE child', 'DROP TABLE parent')
    }
  })

  row(['indexes'], 'indexes are told, with their columns in order', async () => {
    const columns = [
      ['a', 'integer'],
      [quoted('b "b"'), 'integer'],
    ] as const
    await write(
      place.table('indexed', columns),
      `CREATE UNIQUE INDEX one ON indexed (${quoted('b "b"')}, a)`,
      `CREATE INDEX ${quoted('two "2"')} ON indexed (a)`,
    )
    try {
      const { indexes } = valueOf(await driver().table('indexed', own, never()))
      expect(indexes.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
        { name: 'one', columns: ['b "b"', 'a'], unique: true },
        { name: 'two "2"', columns: ['a'], unique: false },
      ])
    } finally {
      await write('DROP TABLE indexed')
    }
  })

  row([], 'a view tells the statement that makes it, a table none', async () => {
    const view = 'seen "ü"'
    await write(place.table('source', [['a', 'integer']]), 'INSERT INTO source VALUES (7)', place.view!(quoted(view), 'SELECT a + 1 AS b FROM source'))
    try {
      expect(valueOf(await driver().table('source', own, never())).view).toBeNull()
      const told = valueOf(await driver().table(view, own, never())).view
      await write(`DROP VIEW ${quoted(view)}`)
      await write(told!)
      expect(await rows(`SELECT b FROM ${quoted(view)}`, { schema })).toEqual([[8]])
    } finally {
      await write(`DROP VIEW ${quoted(view)}`, 'DROP TABLE source')
    }
  })

  row(['partitions'], 'partitions are told, with their newest value', async () => {
    await write(...place.partitions!.make('days'))
    try {
      const { partitions } = valueOf(await driver().table('days', own, never()))
      expect(partitions).toEqual({ columns: ['day'], latest: { day: place.partitions!.latest } })
    } finally {
      await write('DROP TABLE days')
    }
  })

  row([], 'a table that is not divided has no partitions', async () => {
    await write(place.table('whole', [['a', 'integer']]))
    try {
      const table = valueOf(await driver().table('whole', own, never()))
      expect({ partitions: table.partitions ?? null, primaryKey: table.primaryKey, foreignKeys: table.foreignKeys, indexes: table.indexes }).toEqual({
        partitions: null,
        primaryKey: null,
        foreignKeys: [],
        indexes: [],
      })
    } finally {
      await write('DROP TABLE whole')
    }
  })

  row(['row estimate'], 'the number of rows is estimated without counting', async () => {
    const name = 'counted "ü"'
    await write(place.table(quoted(name), [['a', 'integer']]), `INSERT INTO ${quoted(name)} ${place.series(1000)}`)
    if (place.analyze) await write(place.analyze(quoted(name)))
    try {
      const estimate = valueOf(await driver().rowEstimate!(name, own, never()))
      expect(estimate).toBeGreaterThanOrEqual(500)
      expect(estimate).toBeLessThanOrEqual(2000)
    } finally {
      await write(`DROP TABLE ${quoted(name)}`)
    }
  })

  row(['cost estimate'], 'the cost of a statement is estimated without running it', async () => {
    await write(place.table('costly', [['a', 'integer']]))
    try {
      const estimate = (sql: string) => driver().costEstimate!(asStatement(sql), { signal: never(), readOnly: true, schema })
      const told = valueOf(await estimate('SELECT * FROM costly'))
      expect(Object.keys(told).length).toBeGreaterThan(0)
      for (const [label, text] of Object.entries(told)) expect(text, label).toMatch(/\S/)
      await estimate('INSERT INTO costly VALUES (1)')
      expect(await rows('SELECT count(*) AS c FROM costly', { schema })).toEqual([[0]])
      expect(await estimate('SELECT * FROM nowhere_at_all')).toMatchObject({ ok: false, problem: { extra: { engine_name: connector.name } } })
    } finally {
      await write('DROP TABLE costly')
    }
  })
}
