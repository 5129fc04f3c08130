import type { TableRows, TableRowsBody } from '@sightline/contract'
import { fail, ok, quoteName, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { findDatabase, openPlace } from '../sqllab/open-place.ts'
import { askerFor, missingDatabase, preparerFor } from './ask-place.ts'
import { showCell } from './show-cell.ts'

const mostRows = 50

/** The first rows of a table. It is asked as the SQL editor would ask for them: same access, same row rules, same time. */
export async function firstRows(deps: Deps, caller: Caller, id: number, body: TableRowsBody, signal: AbortSignal): Promise<Result<TableRows>> {
  const found = await findDatabase(deps, caller, id)
  if (!found) return fail(missingDatabase)
  const schema = body.schema || null
  const opened = await openPlace(deps, found, schema, signal)
  if (!opened.ok) return opened
  const place = { ...opened.value, database: { ...found, allow_dml: false } }
  const ask = askerFor(deps, caller, place, schema, preparerFor(deps, caller, place, schema))
  const name = [...(schema === null ? [] : [schema]), body.table].map((part) => quoteName(part, place.dialect)).join('.')
  const frame = await ask(`SELECT * FROM ${name}`, mostRows)
  if (!frame.ok) return frame
  const { columns, values, length } = frame.value
  return ok({
    columns: columns.map(({ name: column, type, kind }) => ({ name: column, type: type ?? '', kind })),
    rows: Array.from({ length }, (_, row) => columns.map(({ kind }, index) => showCell(values[index]?.[row] ?? null, kind === 'temporal'))),
  })
}
