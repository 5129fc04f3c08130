import { ok, type Result, type Table } from '@sightline/core'
import { isReshaped, reshape } from '../reshape/reshape.ts'
import type { Reshaped } from '../reshape/reshaped.ts'
import { computeTable, isPlain } from './compute-table.ts'
import type { FinishOrder, Pieces } from './finish-order.ts'
import { isArrowAlready, printPlainArrow, printTableArrow } from './print-arrow.ts'
import { atHomeTable, printPlainCsv, printPlainWorkbook, printReshapedCsv, printReshapedWorkbook, printTableCsv, printTableWorkbook } from './print-files.ts'
import { printPlainJson, printReshapedJson, printTableJson } from './print-json.ts'

/** Rows of the database → the bytes of the answer, in pieces. Whatever can be refused is refused before the first piece. */
export function finishRows(order: FinishOrder): Result<Pieces> {
  if (needsNoTable(order)) return ok(printPlain(order))
  const table = computeTable(order)
  if (!table.ok) return table
  if (order.form === null || !isReshaped(order.form) || table.value.length === 0) return ok(printTable(table.value, order))
  const zone = order.output.kind === 'json' ? order.zone : 'UTC'
  const reshaped = reshape(atHomeTable(table.value, order), order.form, order.shownNames, zone)
  return reshaped.ok ? ok(printReshaped(reshaped.value, table.value, order)) : reshaped
}

/** Such rows are printed as they come, without a copy of all of them as cells. */
export const needsNoTable = (order: FinishOrder): boolean => isPlain(order) && (order.output.kind !== 'arrow' || isArrowAlready(order.main))

function printPlain(order: FinishOrder): Pieces {
  switch (order.output.kind) {
    case 'json':
      return printPlainJson(order.main, order)
    case 'csv':
      return printPlainCsv(order.main, order)
    case 'xlsx':
      return printPlainWorkbook(order.main, order)
    case 'arrow':
      return printPlainArrow(order.main, order.output.answer)
  }
}

function printTable(table: Table, order: FinishOrder): Pieces {
  switch (order.output.kind) {
    case 'json':
      return printTableJson(table, order)
    case 'csv':
      return printTableCsv(table, order)
    case 'xlsx':
      return printTableWorkbook(table, order)
    case 'arrow':
      return printTableArrow(table, order.output.answer)
  }
}

/** Arrow has no columns by rows' names: there the rows stay as they were. */
function printReshaped(reshaped: Reshaped, before: Table, order: FinishOrder): Pieces {
  switch (order.output.kind) {
    case 'json':
      return printReshapedJson(reshaped, before, order)
    case 'csv':
      return printReshapedCsv(reshaped)
    case 'xlsx':
      return printReshapedWorkbook(reshaped)
    case 'arrow':
      return printTableArrow(before, order.output.answer)
  }
}
