import { fail, ok, type Caller, type Frame, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { streamWorkbook } from '../files/stream-workbook.ts'
import { printCsvRows } from '../wire/print-rows.ts'
import { batchesOf, frameOfBatch, type RowBatches } from '../wire/row-batch.ts'
import { contextOf, findDatabase, openPlace } from './open-place.ts'
import { prepareText } from './prepare-run.ts'
import type { QueryRow } from './query-row.ts'
import { distinctNames } from './result-columns.ts'
import { drain } from './run-script.ts'

const gone = {
  code: 'RESULTS_BACKEND_ERROR' as const,
  status: 404,
  message: 'The query associated with these results could not be found. You need to re-run the original query.',
}

export interface ExportedRun {
  readonly tab: string | null
  /** The file in pieces. Whoever stops reading ends the statement in the database. A failure is thrown. */
  readonly pieces: AsyncGenerator<Uint8Array>
}

export type ExportFormat = 'csv' | 'xlsx'

/**
 * The rows of a run as a file, as they come from the database: its text is asked again, for this caller and with what the caller may see now. No limit
 * but the statement's own holds.
 */
export async function exportRun(deps: Deps, caller: Caller, clientId: string, format: ExportFormat, signal: AbortSignal): Promise<Result<ExportedRun>> {
  const row = await deps.db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  const database = row ? await findDatabase(deps, caller, row.database_id) : undefined
  const text = row && textOf(row)
  if (!row || !database || !text) return fail(gone)
  const place = await openPlace(deps, database, row.schema, signal)
  if (!place.ok) return place
  // Only reading is repeated, whatever the database allows.
  const readOnly = { ...place.value, database: { ...database, allow_dml: false } }
  const prepared = await prepareText(deps, caller, readOnly, { database_id: database.id, sql: text, schema: row.schema }, contextOf(caller, null))
  if (!prepared.ok) return prepared
  const statements = [...prepared.value.steps.slice(0, -1).map(({ sql }) => sql), prepared.value.whole]
  const session = await deps.queries.session({
    databaseId: database.id,
    schema: row.schema ?? undefined,
    readOnly: true,
    timeoutSeconds: deps.config.asyncTimeLimitSeconds,
    signal,
    userId: caller.id,
  })
  if (!session.ok) return session
  const { stream, close } = session.value
  for (const [index, sql] of statements.entries()) {
    const rows = await stream({ sql, params: [] }, {})
    if (!rows.ok) {
      await close()
      return rows
    }
    if (index === statements.length - 1) return ok({ tab: row.tab_name, pieces: thenClose(printFile(batchesOf(rows.value), format), close) })
    const drained = await drain(rows.value)
    if (!drained.ok) {
      await close()
      return drained
    }
  }
  throw new Error('A prepared run has a statement.')
}

/** Of a table that was made, its rows; the limit at the end is ours. */
const textOf = (row: QueryRow): string | null => (row.select_as_cta_used ? (row.select_sql?.replace(/\nLIMIT \d+$/, '') ?? null) : row.rendered_sql)

function printFile(rows: RowBatches, format: ExportFormat): AsyncGenerator<Uint8Array> {
  const names = distinctNames(rows.columns)
  return format === 'csv' ? printCsvRows(rows, names) : streamWorkbook(rows.columns, names, framesOf(rows))
}

async function* framesOf(rows: RowBatches): AsyncGenerator<Frame> {
  for await (const batch of rows.batches) yield frameOfBatch(batch, rows)
}

async function* thenClose(pieces: AsyncGenerator<Uint8Array>, close: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } finally {
    await close()
  }
}

/** `sqllab_my_tab_20210102T030405`. */
export const exportName = (tab: string | null, now: Date): string =>
  `sqllab_${tab ? tab.toLowerCase().replaceAll(' ', '_').replaceAll(/\W/g, '') : 'notab'}_${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`
