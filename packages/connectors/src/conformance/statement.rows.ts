import { expect } from 'vitest'
import { asStatement, never, valueOf, type Suite } from './suite.ts'
import type { Said } from './place.ts'

/** What may be said to a database, and what it answers to the rest. */
export function statementRows({ row, place, driver, rows, problemOf, connector, quoted, placeholder, schema, write, reached }: Suite): void {
  const expectSaid = (problem: { readonly code: string; readonly message: string }, said: Said): void => {
    expect(problem.code).toBe(said.code)
    if (said.message !== undefined) {
      if (typeof said.message === 'string') expect(problem.message).toBe(said.message)
      else expect(problem.message).toMatch(said.message)
    }
    expect(problem).toMatchObject({ extra: { engine_name: connector.name } })
  }

  row([], 'columns are known when there are no rows', async () => {
    const stream = valueOf(
      await driver().stream(asStatement(`SELECT n FROM (${place.series(1)}) AS s WHERE 1 = 0`), { signal: never(), readOnly: true, schema }),
    )
    expect(stream.columns.map(({ name, kind }) => [name, kind])).toEqual([['n', 'numeric']])
    for await (const batch of stream.batches) expect(batch.length).toBe(0)
  })

  row([], 'values travel as parameters', async () => {
    const evil = `'; DROP TABLE x; -- 🙂 " \\' \``
    const sql = `SELECT n FROM (${place.series(9)}) AS s WHERE n = ${placeholder(1)} AND ${place.asText(placeholder(2))} = ${placeholder(3)}`
    expect(await rows({ sql, params: [7, evil, evil] })).toEqual([[7]])
    expect(await rows({ sql, params: [7, evil, 'x'] })).toEqual([])
    expect(await rows({ sql, params: [7, null, 'x'] })).toEqual([])
  })

  row(['writing'], 'names with quotes and other letters work, in a schema of such a name', async () => {
    const name = "ta\"ble `ü` 'x'"
    const column = 'a "b" `é`'
    const viewName = 'vi"ew `ü`'
    await write(
      place.table(
        quoted(name),
        [
          [quoted(column), 'integer'],
          ['plain', 'text'],
          ['seen', 'timestamp'],
          ['price', 'decimal'],
        ],
        connector.lacks['primary keys'] ? undefined : quoted(column),
      ),
      `INSERT INTO ${quoted(name)} VALUES (1, 'x', NULL, 2.5)`,
    )
    if (place.view) await write(place.view(quoted(viewName), `SELECT ${quoted(column)} FROM ${quoted(name)}`))
    try {
      expect(await rows(`SELECT * FROM ${quoted(name)}`, { schema })).toEqual([[1, 'x', null, 2.5]])
      if (schema) {
        expect(await rows(`SELECT ${quoted(column)} FROM ${quoted(schema)}.${quoted(name)}`)).toEqual([[1]])
        expect(valueOf(await driver().schemas(never()))).toContain(schema)
      }
      const tables = valueOf(await driver().tables(schema ?? null, never()))
      expect(tables).toContainEqual({ name, kind: 'table' })
      if (place.view) expect(tables).toContainEqual({ name: viewName, kind: 'view' })
      const table = valueOf(await driver().table(name, schema ?? null, never()))
      expect(table.columns.map(({ name: own, kind }) => [own, kind])).toEqual([
        [column, 'numeric'],
        ['plain', 'string'],
        ['seen', 'temporal'],
        ['price', 'numeric'],
      ])
      expect(table.columns[1]!.nullable).toBe(true)
      expect(table.primaryKey?.columns).toEqual(connector.lacks['primary keys'] ? undefined : [column])
      expect(await driver().table('nope', schema ?? null, never())).toMatchObject({ ok: false, problem: { code: 'TABLE_DOES_NOT_EXIST_ERROR' } })
    } finally {
      if (place.view) await write(`DROP VIEW ${quoted(viewName)}`)
      await write(`DROP TABLE ${quoted(name)}`)
    }
  })

  row(['read-only session'], 'read-only statements cannot write', async () => {
    await write(place.table('guarded', [['a', 'integer']]))
    try {
      for (const sql of place.writes) await problemOf(sql, { schema })
      expect(await rows('SELECT count(*) AS c FROM guarded', { schema })).toEqual([[0]])
      await write('INSERT INTO guarded VALUES (1)')
      expect(await rows('SELECT count(*) AS c FROM guarded', { schema })).toEqual([[1]])
    } finally {
      await write('DROP TABLE guarded')
    }
  })

  row([], 'a second statement in the same text is refused', async () => {
    await problemOf('SELECT 1; SELECT 2')
  })

  row([], 'errors of the database become problems of the interface', async () => {
    expectSaid(await problemOf('SELEC 1'), place.says.syntax)
    expectSaid(await problemOf(`SELECT n,\n nope FROM (${place.series(1)}) AS s`), place.says.column)
    expectSaid(await problemOf('SELECT * FROM nope', { schema }), place.says.table)
    expect(await rows('SELECT 1')).toEqual([[1]])
  })

  row([], 'the address survives being read and written', async () => {
    const config = connector.fromUri(new URL(reached().uri))
    const again = connector.fromUri(new URL(connector.toUri(valueOf(config))))
    expect(again).toEqual(config)
  })

  row([], 'T17 addresses that reach files, sockets, commands or settings are refused', async () => {
    expect(place.refusedAddresses.length).toBeGreaterThan(0)
    for (const address of place.refusedAddresses) expect(connector.fromUri(new URL(address)).ok, address).toBe(false)
  })
}
