import { connectors, ProblemError, type Driver } from '@sightline/connectors'
import { fail, ok, type Result } from '@sightline/core'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '../deps.ts'
import { unwrap } from '../http/problem.ts'
import { databaseFolder } from '../queries/create-queries.ts'
import { exampleTables } from './tables.ts'

export const exampleFile = 'examples.duckdb'
const buildingFile = 'examples.building.duckdb'

const duckdb = () => {
  const found = connectors.find(({ id }) => id === 'duckdb')
  if (!found) throw new Error('The examples need the DuckDB connector')
  return found
}

/**
 * Makes the example file unless it is there. It is built under another name and renamed at the end, so a file of the right name is
 * always whole. The same SQL gives the same rows on every machine.
 */
export async function buildExampleFile({ config, queries }: Pick<Deps, 'config' | 'queries'>, progress: (line: string) => void): Promise<void> {
  const folder = databaseFolder(config.dataFolder)
  if (existsSync(join(folder, exampleFile))) return
  mkdirSync(folder, { recursive: true })
  const building = join(folder, buildingFile)
  for (const leftover of [building, `${building}.wal`]) rmSync(leftover, { force: true })
  unwrap(await queries.tryOut(duckdb(), { database: buildingFile }, (driver) => makeTables(driver, progress)))
  // What the engine has not yet written into the file itself lies beside it, and moves first.
  rmSync(join(folder, `${exampleFile}.wal`), { force: true })
  if (existsSync(`${building}.wal`)) renameSync(`${building}.wal`, join(folder, `${exampleFile}.wal`))
  renameSync(building, join(folder, exampleFile))
}

async function makeTables(driver: Driver, progress: (line: string) => void): Promise<Result<void>> {
  for (const [index, { words, sql }] of exampleTables.entries()) {
    progress(`Making example data, ${index + 1} of ${exampleTables.length}: ${words} …`)
    const made = await driver.stream({ sql, params: [] }, { signal: AbortSignal.timeout(300_000), readOnly: false })
    if (!made.ok) return made
    try {
      for await (const _batch of made.value.batches);
    } catch (error) {
      if (error instanceof ProblemError) return fail(error.problem)
      throw error
    }
  }
  return ok(undefined)
}

export interface TableColumn {
  readonly column_name: string
  readonly type: string
  readonly is_dttm: boolean
  readonly comment: null
}

/** The columns of every example table, as the engine describes them. */
export async function describeExampleTables({ queries }: Pick<Deps, 'queries'>): Promise<ReadonlyMap<string, readonly TableColumn[]>> {
  const tables = new Map<string, readonly TableColumn[]>()
  unwrap(
    await queries.tryOut(duckdb(), { database: exampleFile }, async (driver) => {
      for (const { name } of exampleTables) {
        const table = await driver.table(name, 'main', AbortSignal.timeout(60_000))
        if (!table.ok) return table
        tables.set(
          name,
          table.value.columns.map((column) => ({ column_name: column.name, type: column.type, is_dttm: column.kind === 'temporal', comment: null })),
        )
      }
      return ok(undefined)
    }),
  )
  return tables
}
