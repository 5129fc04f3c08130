import { connectors } from '@sightline/connectors'
import { ok } from '@sightline/core'
import { mkdirSync } from 'node:fs'
import { programPath } from '../programs.ts'
import { databaseFolder } from '../queries/create-queries.ts'
import type { TestApp } from './test-app.ts'

const statements = [
  'create table visits (id bigint primary key, seen_at timestamp, day date, place varchar, amount decimal(10, 2), weight double, is_new boolean)',
  `insert into visits select range, timestamp '2026-01-01' + to_hours(range::int), date '2026-01-01', case when range % 2 = 0 then 'north' else 'south' end, range, range / 2, range % 3 = 0 from range(20)`,
  'create schema other',
  'create table other.secrets (id integer, word varchar)',
  `insert into other.secrets values (1, 'hidden')`,
  'create view recent as select * from visits where id > 10',
]

const addressOf = (name: string): string => `duckdb:///${name.replaceAll(' ', '-')}.duckdb`

/** Makes or changes a DuckDB file of the test server, before or after it is registered. */
export async function changeSampleFile(server: TestApp, name: string, changes: readonly string[]): Promise<void> {
  const connector = connectors.find(({ id }) => id === 'duckdb')!
  const config = connector.fromUri(new URL(addressOf(name)))
  if (!config.ok) throw new Error(config.problem.message)
  const signal = AbortSignal.timeout(30_000)
  const done = await server.deps.queries.tryOut(connector, config.value, async (driver) => {
    for (const sql of changes) {
      const rows = await driver.stream({ sql, params: [] }, { readOnly: false, signal })
      if (!rows.ok) return rows
      for await (const _ of rows.value.batches);
    }
    return ok(undefined)
  })
  if (!done.ok) throw new Error(done.problem.message)
}

/** A DuckDB file with two schemas, registered through the API by the administrator. Returns the database's id. */
export async function addSampleDatabase(server: TestApp, name = 'sample'): Promise<number> {
  await changeSampleFile(server, name, statements)
  const admin = await server.as('admin')
  const made = await admin('POST', '/api/v1/database/', { database_name: name, sqlalchemy_uri: addressOf(name) })
  if (made.status !== 201) throw new Error(`registering ${name} answered ${made.status} ${made.text}`)
  return made.body.id
}

/** A DuckDB file in a data folder, before a server runs there. */
export async function makeSampleFile(dataFolder: string, name: string, changes: readonly string[]): Promise<void> {
  const folder = databaseFolder(dataFolder)
  mkdirSync(folder, { recursive: true })
  const connector = connectors.find(({ id }) => id === 'duckdb')!
  const config = connector.fromUri(new URL(addressOf(name)))
  if (!config.ok) throw new Error(config.problem.message)
  const driver = await connector.open(config.value, { fileRoots: [folder], program: programPath, log: () => {} })
  try {
    for (const sql of changes) {
      const rows = await driver.stream({ sql, params: [] }, { readOnly: false, signal: AbortSignal.timeout(30_000) })
      if (!rows.ok) throw new Error(rows.problem.message)
      for await (const _ of rows.value.batches);
    }
  } finally {
    await driver.close()
  }
}
