import type { ColumnProfile, Problem, TableProfile, TableProfileBody } from '@sightline/contract'
import { fail, ok, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { findDatabase, openPlace } from '../sqllab/open-place.ts'
import { askerFor, missingDatabase, preparerFor, type Prepare } from './ask-place.ts'
import { profileColumn } from './profile-column.ts'
import { countSql, type ProfileSource } from './profile-sql.ts'
import { numberOf } from './show-cell.ts'

/** Larger tables are looked at in part. */
const mostRead = 2_000_000
const partRead = 1_000_000

/** How many rows a table has, or what is in one of its columns. */
export async function profileTable(deps: Deps, caller: Caller, id: number, body: TableProfileBody, signal: AbortSignal): Promise<Result<TableProfile>> {
  const database = await findDatabase(deps, caller, id)
  if (!database) return fail(missingDatabase)
  const place = await openPlace(deps, database, body.schema || null, signal)
  if (!place.ok) return place
  const all: ProfileSource = { dialect: place.value.dialect, schema: body.schema || null, table: body.table, lookedAt: 'all', size: 0 }
  const count = countSql(all)
  const prepare = preparerFor(deps, caller, { ...place.value, database: { ...database, allow_dml: false } }, body.schema || null)
  // Asked before anything is looked up: whoever may not read the table is not told whether it is there.
  const counting = await prepare(count, 1)
  if (!counting.ok) return counting
  const isNarrowed = counting.value.whole !== count
  const driver = await deps.queries.driverOf(database.id)
  if (!driver.ok) return driver
  const described = await driver.value.table(body.table, body.schema || null, signal)
  if (!described.ok) return described
  if (described.value.columns.length === 0) return fail(noTable(body.table))
  const estimate = async (): Promise<number | null> => {
    const told = await driver.value.rowEstimate?.(body.table, body.schema || null, signal)
    return told?.ok ? told.value : null
  }
  // The database guesses over all rows; whoever sees only some of them learns nothing about the rest.
  if (body.look === 'estimate') return ok({ rows: isNarrowed ? null : await estimate(), is_estimate: true, column: null })

  const ask = askerFor(deps, caller, place.value, body.schema || null, prepare)
  if (body.look === 'count') {
    const counted = await ask(count, 1)
    return counted.ok ? ok({ rows: numberOf(counted.value.values[0]?.[0] ?? null) ?? 0, is_estimate: false, column: null }) : counted
  }
  const column = described.value.columns.find(({ name }) => name === body.column)
  if (!column) return fail({ code: 'COLUMN_DOES_NOT_EXIST_ERROR', status: 404, message: `There is no column "${body.column ?? ''}" in this table.` })
  const rows = await estimate()
  const source = rows === null || rows <= mostRead ? all : await partOf(all, rows, isNarrowed, prepare)
  const profile = await profileColumn(source, column, rows, ask)
  return profile.ok ? ok({ rows: null, is_estimate: false, column: profile.value satisfies ColumnProfile }) : profile
}

const noTable = (table: string): Problem => ({ code: 'TABLE_DOES_NOT_EXIST_ERROR', status: 404, message: `The table "${table}" does not exist.` })

/** Rows from all over the table where the database can and no rule has to be put around its name; else its first rows. */
async function partOf(all: ProfileSource, rows: number, isNarrowed: boolean, prepare: Prepare): Promise<ProfileSource> {
  const clause = all.dialect.sampleClause
  // Never so small a share that it has to be written with an exponent.
  const percent = Math.max(0.001, Number(((partRead / rows) * 100).toPrecision(3)))
  if (clause && !isNarrowed && (await prepare(`${countSql(all)} ${clause(percent)}`, 1)).ok) return { ...all, lookedAt: 'sample', size: percent }
  return { ...all, lookedAt: 'first', size: partRead }
}
