import type { WordKey } from '../words/words.ts'
import { kindOfColumn, type Dataset, type DatasetColumn } from './dataset.ts'
import { shortLabel } from './metric-value.ts'

/** Operators in the order of the menu: id, the form's text, the words of the menu. */
export const operators = [
  { id: 'IN', text: 'IN', word: 'filter.in' },
  { id: 'NOT_IN', text: 'NOT IN', word: 'filter.notIn' },
  { id: 'EQUALS', text: '==', word: 'filter.equals' },
  { id: 'NOT_EQUALS', text: '!=', word: 'filter.notEquals' },
  { id: 'LESS_THAN', text: '<', word: 'filter.less' },
  { id: 'LESS_THAN_OR_EQUAL', text: '<=', word: 'filter.lessOrEqual' },
  { id: 'GREATER_THAN', text: '>', word: 'filter.greater' },
  { id: 'GREATER_THAN_OR_EQUAL', text: '>=', word: 'filter.greaterOrEqual' },
  { id: 'LIKE', text: 'LIKE', word: 'filter.like' },
  { id: 'ILIKE', text: 'ILIKE', word: 'filter.ilike' },
  { id: 'IS_NOT_NULL', text: 'IS NOT NULL', word: 'filter.isNotNull' },
  { id: 'IS_NULL', text: 'IS NULL', word: 'filter.isNull' },
  { id: 'LATEST_PARTITION', text: 'LATEST PARTITION', word: 'filter.latestPartition' },
  { id: 'IS_TRUE', text: '==', word: 'filter.isTrue' },
  { id: 'IS_FALSE', text: '==', word: 'filter.isFalse' },
] as const satisfies readonly { id: string; text: string; word: WordKey }[]

export type OperatorId = (typeof operators)[number]['id'] | 'TEMPORAL_RANGE'

export type Comparator = string | number | boolean | null | readonly (string | number | boolean | null)[]

export interface AdhocFilter {
  readonly expressionType: 'SIMPLE' | 'SQL'
  readonly clause: 'WHERE' | 'HAVING'
  readonly subject?: string | null
  readonly operator?: string | null
  readonly operatorId?: OperatorId | null
  readonly comparator?: Comparator
  readonly sqlExpression?: string | null
  readonly isExtra?: boolean
  readonly isNew?: boolean
  readonly datasourceWarning?: boolean
  readonly filterOptionName?: string
}

export const noFilter = 'No filter'

const listOperators: ReadonlySet<OperatorId> = new Set<OperatorId>(['IN', 'NOT_IN'])
const nullOperators: ReadonlySet<OperatorId> = new Set<OperatorId>(['IS_NULL', 'IS_NOT_NULL'])
/** Operators that bring everything they need. */
const bareOperators: ReadonlySet<OperatorId> = new Set<OperatorId>([...nullOperators, 'LATEST_PARTITION'])
const truthOperators: ReadonlySet<OperatorId> = new Set<OperatorId>(['IS_TRUE', 'IS_FALSE'])
const comparisons: ReadonlySet<OperatorId> = new Set<OperatorId>([
  'EQUALS',
  'NOT_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
])

export const takesList = (id: OperatorId): boolean => listOperators.has(id)
export const takesNothing = (id: OperatorId): boolean => bareOperators.has(id) || truthOperators.has(id)

const operatorText = (id: OperatorId): string => (id === 'TEMPORAL_RANGE' ? id : (operators.find((operator) => operator.id === id)?.text ?? id))

/** Saved filters of other programs may lack the id: it follows from the text and, for truth, from the comparator. */
export const operatorIdOf = (filter: AdhocFilter): OperatorId => {
  if (filter.operatorId && (filter.operatorId === 'TEMPORAL_RANGE' || operators.some(({ id }) => id === filter.operatorId))) return filter.operatorId
  if (filter.operator === 'TEMPORAL_RANGE') return 'TEMPORAL_RANGE'
  if (filter.operator === '==' && typeof filter.comparator === 'boolean') return filter.comparator ? 'IS_TRUE' : 'IS_FALSE'
  return operators.find(({ text }) => text === (filter.operator ?? '').toUpperCase())?.id ?? 'IN'
}

/** The operators offered for a column or, in a HAVING clause, for a metric. The latest partition is one only for the column that divides the table. */
export const operatorsFor = (
  column: DatasetColumn | undefined,
  clause: 'WHERE' | 'HAVING',
  partition?: string | undefined,
): readonly (typeof operators)[number][] => {
  if (clause === 'HAVING') return operators.filter(({ id }) => comparisons.has(id))
  const type = (column?.type ?? '').toUpperCase()
  const isBoolean = column !== undefined && kindOfColumn(column) === 'boolean'
  if (isBoolean) return operators.filter(({ id }) => nullOperators.has(id) || truthOperators.has(id))
  const mayBeTruth = type === 'INT' || type === 'INTEGER' || Boolean(column?.expression)
  const isPartition = column !== undefined && column.column_name === partition
  return operators.filter(({ id }) => (mayBeTruth || !truthOperators.has(id)) && (isPartition || id !== 'LATEST_PARTITION'))
}

/** EXP-4.23: a list becomes one value and back; truth operators bring their own. */
export const changeOperator = (filter: AdhocFilter, id: OperatorId): AdhocFilter => {
  const before = filter.comparator
  const one = Array.isArray(before) ? (before as readonly Comparator[])[0] : before
  const comparator: Comparator | undefined = truthOperators.has(id)
    ? id === 'IS_TRUE'
    : bareOperators.has(id)
      ? undefined
      : takesList(id)
        ? Array.isArray(before)
          ? before
          : before === undefined || before === null || before === '' || typeof before === 'boolean'
            ? []
            : [before as string | number]
        : typeof one === 'boolean'
          ? undefined
          : (one as Comparator | undefined)
  const { comparator: _, ...rest } = filter
  return { ...rest, operatorId: id, operator: operatorText(id), ...(comparator === undefined ? {} : { comparator }) }
}

/**
 * EXP-4.23: the latest partition is kept as the SQL that charts of other programs have for it, a template that asks for it when the chart runs.
 * A name that SQL would not take as it stands keeps the operator, which the server answers too.
 */
export const keepPartitionFilter = (filter: AdhocFilter, { schema, table_name }: Pick<Dataset, 'schema' | 'table_name'>): AdhocFilter => {
  const table = schema ? `${schema}.${table_name}` : table_name
  if (operatorIdOf(filter) !== 'LATEST_PARTITION' || !/^[a-z_]\w*$/.test(filter.subject ?? '') || /['"\\{}]/.test(table)) return filter
  return { ...filter, clause: 'WHERE', expressionType: 'SQL', sqlExpression: `${filter.subject ?? ''} = '{{ presto.latest_partition('${table}') }}'` }
}

/** EXP-4.24: columns filter rows, metrics filter groups; a time column starts with a time range; an operator that does not fit becomes IN. */
export const changeSubject = (filter: AdhocFilter, subject: string, dataset: Dataset): AdhocFilter => {
  const isMetric = dataset.metrics.some((metric) => metric.metric_name === subject) && !dataset.columns.some((column) => column.column_name === subject)
  const clause = isMetric ? 'HAVING' : 'WHERE'
  const column = dataset.columns.find((candidate) => candidate.column_name === subject)
  if (column && kindOfColumn(column) === 'temporal')
    return { ...filter, expressionType: 'SIMPLE', clause, subject, operator: 'TEMPORAL_RANGE', operatorId: 'TEMPORAL_RANGE', comparator: noFilter }
  const id = operatorIdOf(filter)
  const offered = operatorsFor(column, clause)
  const fits = offered.some((operator) => operator.id === id)
  const next = { ...filter, expressionType: 'SIMPLE' as const, clause: clause as 'WHERE' | 'HAVING', subject }
  if (fits) return next
  const first = offered.find((operator) => operator.id === 'IN') ?? offered[0]
  return changeOperator({ ...next, comparator: null }, first?.id ?? 'IN')
}

/** EXP-5.06. */
export const isFilterComplete = (filter: AdhocFilter): boolean => {
  if (filter.expressionType === 'SQL') return (filter.sqlExpression ?? '').trim() !== ''
  if (!filter.subject || !filter.operator) return false
  const id = operatorIdOf(filter)
  if (bareOperators.has(id)) return true
  const { comparator } = filter
  if (comparator === undefined || comparator === null) return false
  return Array.isArray(comparator) ? comparator.length > 0 : comparator !== ''
}

/** A filter on something the dataset does not have. */
export const isFilterMissing = ({ expressionType, subject }: AdhocFilter, dataset: Dataset): boolean =>
  expressionType === 'SIMPLE' &&
  Boolean(subject) &&
  !dataset.columns.some(({ column_name }) => column_name === subject) &&
  !dataset.metrics.some(({ metric_name }) => metric_name === subject)

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

/** How a filter reads on its chip. */
export const labelOfFilter = (filter: AdhocFilter): string => {
  if (filter.expressionType === 'SQL') return shortLabel(filter.sqlExpression ?? '')
  const id = operatorIdOf(filter)
  const subject = filter.subject ?? ''
  if (id === 'TEMPORAL_RANGE') return shortLabel(`${subject} (${String(filter.comparator ?? noFilter)})`)
  if (id === 'IS_TRUE') return `${subject} IS TRUE`
  if (id === 'IS_FALSE') return `${subject} IS FALSE`
  const text = operatorText(id) === '==' ? '=' : operatorText(id)
  if (bareOperators.has(id)) return `${subject} ${text}`
  const value = Array.isArray(filter.comparator) ? `(${filter.comparator.map(quoted).join(', ')})` : quoted(filter.comparator)
  return shortLabel(`${subject} ${text} ${value}`)
}

export const newFilter = (filterOptionName: string): AdhocFilter => ({
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject: null,
  operator: 'IN',
  operatorId: 'IN',
  comparator: [],
  sqlExpression: null,
  filterOptionName,
})
