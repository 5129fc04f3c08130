import { ok } from '../../result.ts'
import { columnsNamed, isColumnNamed, isText, refuseMissing, refuseStep, refuseText, toNumber, type TableColumn } from '../table.ts'
import { readInteger, readNames } from './options.ts'
import type { Step } from './step.ts'

const comparisons: Readonly<Record<string, (source: number, other: number) => number>> = {
  difference: (source, other) => source - other,
  percentage: (source, other) => (source - other) / other,
  ratio: (source, other) => source / other,
}

/** Halves go to the even neighbour; digits below zero are tens, hundreds and so on. */
function roundTo(value: number, digits: number): number {
  const scale = 10 ** Math.abs(digits)
  const scaled = digits < 0 ? value / scale : value * scale
  if (!Number.isFinite(scaled)) return value
  const below = Math.floor(scaled)
  const rounded = scaled - below === 0.5 ? (below % 2 === 0 ? below : below + 1) : Math.round(scaled)
  return digits < 0 ? rounded * scale : rounded / scale
}

/** Pairs of columns → their difference, relative difference or ratio. */
export const compare: Step = (table, options) => {
  const sources = readNames(options, 'source_columns')
  if (!sources.ok) return sources
  const others = readNames(options, 'compare_columns')
  if (!others.ok) return others
  if (sources.value.length !== others.value.length) return refuseStep('`compare_columns` must have the same length as `source_columns`.')
  const type = String(options['compare_type'] as string)
  const compute = Object.hasOwn(comparisons, type) ? comparisons[type] : undefined
  if (!compute) return refuseStep('`compare_type` must be `difference`, `percentage` or `ratio`')
  if ([...sources.value, ...others.value].some((name) => !isColumnNamed(table, name))) return refuseMissing()
  const text = [...sources.value, ...others.value].flatMap((name) => columnsNamed(table, name)).find(isText)
  if (text) return refuseText(text)
  const precision = readInteger(options, 'precision')
  if (!precision.ok) return precision
  const round = (value: number) => (type === 'difference' ? value : roundTo(value, precision.value ?? 4))

  const made: TableColumn[] = []
  const used = new Set<TableColumn>()
  sources.value.forEach((name, at) => {
    const rest = ({ parts }: TableColumn) => parts.slice(1).join('\u0000')
    const partners = new Map(columnsNamed(table, others.value[at]!).map((column) => [rest(column), column]))
    for (const column of partners.values()) used.add(column)
    for (const source of columnsNamed(table, name)) {
      used.add(source)
      const other = partners.get(rest(source))
      const values = source.values.map((cell, row) => {
        const [left, right] = [toNumber(cell), toNumber(other?.values[row])]
        const value = left === null || right === null ? null : round(compute(left, right))
        return value !== null && Number.isFinite(value) ? value : null
      })
      made.push({ ...source, kind: 'numeric', isComputed: true, parts: [`${type}__${name}__${others.value[at]!}`, ...source.parts.slice(1)], values })
    }
  })
  const kept = options['drop_original_columns'] === true ? table.columns.filter((column) => !used.has(column)) : table.columns
  return ok({ ...table, columns: [...kept, ...made] })
}
