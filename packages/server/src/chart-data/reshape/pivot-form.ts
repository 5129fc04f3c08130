import { fail, ok, type Result } from '@sightline/core'
import { aggregates, type CellAggregate } from './aggregates.ts'

/** The part of a pivot table's form that decides about its cells, in names as they are shown. */
export interface PivotForm {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly metrics: readonly string[]
  readonly aggregateName: string
  readonly aggregate: CellAggregate
  readonly combinesMetrics: boolean
  readonly hasRowTotals: boolean
  readonly hasColumnTotals: boolean
  readonly hasMetricsOnRows: boolean
}

export type Form = Readonly<Record<string, unknown>>
export type ShownNames = ReadonlyMap<string, string>

export const refuse = (message: string) => fail({ code: 'GENERIC_COMMAND_ERROR' as const, status: 400, message })

export function readPivotForm(form: Form, shown: ShownNames): Result<PivotForm> {
  const rows = readNames(form['groupbyRows'], shown, labelOfColumn)
  const columns = readNames(form['groupbyColumns'], shown, labelOfColumn)
  const metrics = readNames(form['metrics'], shown, labelOfMetric)
  if (!rows || !columns || !metrics || metrics.length === 0) return refuse('The form of the pivot table has no metrics, or names that cannot be read')
  const aggregateName = typeof form['aggregateFunction'] === 'string' ? form['aggregateFunction'] : 'Sum'
  const aggregate = aggregates.get(aggregateName)
  if (!aggregate) return refuse(`Unknown aggregate function: ${aggregateName.slice(0, 100)}`)
  const isTransposed = Boolean(form['transposePivot'])
  return ok({
    rows: isTransposed ? columns : rows,
    columns: isTransposed ? rows : columns,
    metrics,
    aggregateName,
    aggregate,
    combinesMetrics: Boolean(form['combineMetric']),
    hasRowTotals: Boolean(form['rowTotals']),
    hasColumnTotals: Boolean(form['colTotals']),
    hasMetricsOnRows: form['metricsLayout'] === 'ROWS',
  })
}

function readNames(given: unknown, shown: ShownNames, labelOf: (value: unknown) => string | null): readonly string[] | null {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given)) return null
  const labels = given.map((value: unknown) => (typeof value === 'string' ? (shown.get(value) ?? value) : labelOf(value)))
  return labels.every((label) => label !== null) ? labels : null
}

const textIn = (value: unknown, key: string): string | null => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : null
  return typeof found === 'string' && found !== '' ? found : null
}

const labelOfColumn = (value: unknown): string | null => textIn(value, 'label') ?? textIn(value, 'sqlExpression')

function labelOfMetric(value: unknown): string | null {
  const label = textIn(value, 'label') ?? textIn(value, 'sqlExpression')
  if (label !== null || typeof value !== 'object' || value === null) return label
  const [aggregate, column] = [textIn(value, 'aggregate'), textIn(Reflect.get(value, 'column'), 'column_name')]
  return aggregate !== null && column !== null ? `${aggregate}(${column})` : null
}
