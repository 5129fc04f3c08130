import { ok } from '../../result.ts'
import { isText, putColumns, readColumnMap, refuseText, toNumber } from '../table.ts'
import { readInteger } from './options.ts'
import type { Step } from './step.ts'

/** The difference from an earlier row (axis 0) or column (axis 1). */
export const diff: Step = (table, options) => {
  const columns = readColumnMap(options, table)
  if (!columns.ok) return columns
  const text = columns.value.find(({ source }) => isText(source))
  if (text) return refuseText(text.source)
  const periods = readInteger(options, 'periods')
  if (!periods.ok) return periods
  const back = periods.value ?? 1
  const byColumn = options['axis'] === 1 || options['axis'] === '1'
  return ok(
    putColumns(
      table,
      columns.value.map(({ source, parts }, at) => {
        const earlier = (row: number) => (byColumn ? columns.value[at - back]?.source.values[row] : source.values[row - back])
        const values = source.values.map((cell, row) => {
          const [now, before] = [toNumber(cell), toNumber(earlier(row))]
          return now === null || before === null ? null : now - before
        })
        return { ...source, kind: 'numeric', isComputed: true, parts, values }
      }),
    ),
  )
}
