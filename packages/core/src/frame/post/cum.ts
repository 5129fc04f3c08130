import { ok } from '../../result.ts'
import { putColumns, readColumnMap, refuseStep, toNumber } from '../table.ts'
import type { Step } from './step.ts'

const operators: Readonly<Record<string, (sofar: number, value: number) => number>> = {
  sum: (sofar, value) => sofar + value,
  prod: (sofar, value) => sofar * value,
  min: Math.min,
  max: Math.max,
}

/** Running sum, product, minimum or maximum; a null counts as 0. */
export const cum: Step = (table, options) => {
  const columns = readColumnMap(options, table)
  if (!columns.ok) return columns
  const name = String(options['operator'] as string)
  const combine = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (!combine) return refuseStep(`Invalid cumulative operator: ${name}`)
  return ok(
    putColumns(
      table,
      columns.value.map(({ source, parts }) => {
        let sofar: number | null = null
        const values = source.values.map((cell) => {
          const value = toNumber(cell) ?? 0
          sofar = sofar === null ? value : combine(sofar, value)
          return sofar
        })
        return { ...source, kind: 'numeric', isComputed: true, parts, values }
      }),
    ),
  )
}
