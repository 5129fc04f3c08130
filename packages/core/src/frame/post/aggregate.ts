import { ok } from '../../result.ts'
import { columnsNamed, isText, refuseMissing, refuseStep, refuseText, rowNumbers, type TableColumn } from '../table.ts'
import { groupRows } from './groups.ts'
import { needsNumbers, readAggregates } from './operators.ts'
import { readNames } from './options.ts'
import type { Step } from './step.ts'

/** Groups the rows and computes one value per group. */
export const aggregate: Step = (table, options) => {
  const names = readNames(options, 'groupby')
  if (!names.ok) return names
  const keys = names.value.map((name) => columnsNamed(table, name)[0])
  if (keys.includes(undefined)) return refuseMissing()
  const aggregates = readAggregates(options['aggregates'])
  if (!aggregates.ok) return aggregates
  const sources = aggregates.value.map(({ column }) => columnsNamed(table, column)[0])
  const missing = sources.indexOf(undefined)
  if (missing >= 0) return refuseStep(`Column referenced by aggregate is undefined: ${aggregates.value[missing]!.column}`)
  const text = sources.find((source, at) => needsNumbers(aggregates.value[at]!.aggregate) && isText(source!))
  if (text) return refuseText(text)
  const groups = groupRows(keys as TableColumn[], table.length)
  return ok({
    index: [],
    numbers: rowNumbers(groups.length),
    length: groups.length,
    columns: [
      ...keys.map((column, at) => ({ ...column!, values: groups.map((group) => group.keys[at]!) })),
      ...aggregates.value.map(({ name, aggregate: compute }, at) => {
        const source = sources[at]!
        return {
          parts: [name],
          kind: 'numeric' as const,
          type: source.type,
          values: groups.map(({ rows }) => compute(rows.map((row) => source.values[row] ?? null))),
        }
      }),
    ],
  })
}
