import { ok } from '../../result.ts'
import { columnsNamed, isColumnNamed, nameOf, putColumns, refuseMissing, refuseStep, toNumber } from '../table.ts'
import { readNames } from './options.ts'
import type { Step } from './step.ts'

/** Each value as a part of its column's total, or of its row's. A null counts as 0. */
export const contribution: Step = (table, options) => {
  const names = readNames(options, 'columns')
  if (!names.ok) return names
  const renamed = readNames(options, 'rename_columns')
  if (!renamed.ok) return renamed
  if (names.value.some((name) => !isColumnNamed(table, name))) return refuseMissing()
  const columns = names.value.length === 0 ? table.columns.filter(({ kind }) => kind === 'numeric') : names.value.flatMap((name) => columnsNamed(table, name))
  const stranger = columns.find(({ kind }) => kind !== 'numeric')
  if (stranger) return refuseStep(`Column "${stranger.parts.join(', ')}" is not numeric or does not exists in the query results.`)
  if (renamed.value.length > 0 && renamed.value.length !== columns.length) return refuseStep('`rename_columns` must have the same length as `columns`.')
  const orientation = options['orientation'] ?? 'column'
  if (orientation !== 'row' && orientation !== 'column') return refuseStep('The option `orientation` must be `row` or `column`')
  const isByRow = orientation === 'row'
  const numbers = columns.map(({ values }) => values.map((cell) => toNumber(cell) ?? 0))
  const totals = new Float64Array(isByRow ? table.length : numbers.length)
  for (const [at, column] of numbers.entries()) for (let row = 0; row < column.length; row++) totals[isByRow ? row : at]! += column[row]!
  // The whole may be more than the rows that are shown.
  const given = options['contribution_totals']
  if (!isByRow && typeof given === 'object' && given !== null) {
    for (const [at, column] of columns.entries()) {
      const total: unknown = Reflect.get(given, nameOf(column))
      if (typeof total === 'number') totals[at] = total
    }
  }
  return ok(
    putColumns(
      table,
      columns.map((column, at) => ({
        ...column,
        parts: renamed.value[at] === undefined ? column.parts : [renamed.value[at]],
        values: numbers[at]!.map((value, row) => {
          const share = value / totals[isByRow ? row : at]!
          return Number.isFinite(share) ? share : null
        }),
      })),
    ),
  )
}
