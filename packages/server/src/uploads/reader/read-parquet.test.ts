import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parquetOf } from '../../testing/upload-files.ts'
import { openEngine } from './read-parquet.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-parquet-'))
  for (const name of ['mine', 'other']) await writeFile(join(folder, `${name}.parquet`), await parquetOf(`SELECT '${name}' AS name`))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('T1 the engine that reads Parquet opens exactly the files it was given, and nothing talks it out of that', async () => {
  const engine = await openEngine([join(folder, 'mine.parquet')])
  const run = async (sql: string) => (await engine.runAndReadAll(sql)).getRows()
  expect(await run(`SELECT name FROM read_parquet('${join(folder, 'mine.parquet')}')`)).toEqual([['mine']])
  for (const sql of [
    `SELECT * FROM read_parquet('${join(folder, 'other.parquet')}')`,
    `SELECT * FROM read_parquet('${folder}/*.parquet')`,
    `SELECT * FROM '${join(folder, 'other.parquet')}'`,
    `SELECT * FROM read_text('/etc/passwd')`,
    `SELECT * FROM glob('/etc/*')`,
    `COPY (SELECT 1) TO '${join(folder, 'new.csv')}'`,
    `ATTACH '${join(folder, 'new.duckdb')}'`,
    `SET allowed_paths = ['/etc/passwd']`,
    'SET enable_external_access = true',
    'INSTALL httpfs',
  ])
    await expect(run(sql), sql).rejects.toThrow()
})
