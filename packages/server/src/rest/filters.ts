import { sql } from 'kysely'
import { Refusal } from '../http/problem.ts'
import { matches } from './match.ts'
import type { ListQuery } from './read-q.ts'
import type { Asked, FilterKind, Fragment, ResourceDescription, Search } from './resource.ts'
import { allOf } from './rows.ts'

const operators: Readonly<Record<string, string>> = {
  eq: 'Equal to',
  neq: 'Not Equal to',
  gt: 'Greater than',
  lt: 'Smaller than',
  sw: 'Starts with',
  nsw: 'Not Starts with',
  ew: 'Ends with',
  new: 'Not Ends with',
  ct: 'Contains',
  nct: 'Not Contains',
  in: 'In',
  not_in: 'Not In',
  rel_o_m: 'Relation',
  nrel_o_m: 'No Relation',
  rel_m_m: 'Relation as Many',
}
const byKind: Readonly<Record<FilterKind, readonly string[]>> = {
  text: ['sw', 'ew', 'ct', 'eq', 'nsw', 'new', 'nct', 'neq', 'in', 'not_in'],
  choice: ['eq', 'neq'],
  numbered: ['eq', 'neq'],
  integer: ['eq', 'gt', 'lt', 'neq', 'in', 'not_in'],
  float: ['eq', 'gt', 'lt', 'neq', 'in', 'not_in'],
  moment: ['eq', 'gt', 'lt', 'neq'],
  boolean: ['eq', 'neq'],
  one: ['rel_o_m', 'nrel_o_m'],
  many: ['rel_m_m'],
}

/** What `_info` says can be asked. */
export const filtersOf = ({ search }: ResourceDescription): Record<string, { name: string; operator: string }[]> =>
  Object.fromEntries(
    Object.entries(search).map(([column, { kind, custom }]) => [
      column,
      [
        ...byKind[kind].map((operator) => ({ name: operators[operator] as string, operator })),
        ...(custom ?? []).map(({ name, operator }) => ({ name, operator })),
      ],
    ]),
  )

export function whereOf(resource: ResourceDescription, filters: ListQuery['filters'], asked: Asked): Fragment | undefined {
  if (!filters || filters.length === 0) return undefined
  return allOf(filters.flatMap((filter) => conditionsOf(resource, filter, asked)))
}

type Filter = NonNullable<ListQuery['filters']>[number]

function conditionsOf(resource: ResourceDescription, { col, opr, value }: Filter, asked: Asked): readonly (Fragment | undefined)[] {
  const search = Object.hasOwn(resource.search, col) ? resource.search[col] : undefined
  if (!search) throw new Refusal(400, `Filter column: ${col} not allowed to filter`)
  const custom = search.custom?.find(({ operator }) => operator === opr)
  if (!custom && !byKind[search.kind].includes(opr)) throw new Refusal(400, `Filter operation: ${opr} not allowed on column: ${col}`)
  const one = (single: unknown) => (custom ? custom.where(single, asked) : conditionOf(resource, col, search, opr, single, asked))
  if (opr === 'in' || opr === 'not_in') return [oneOf(columnOf(resource, col, search), search.kind, opr, Array.isArray(value) ? value : [value])]
  return Array.isArray(value) ? value.map(one) : [one(value)]
}

const columnOf = (resource: ResourceDescription, col: string, search: Search): Fragment => sql`${sql.table(resource.table)}.${sql.id(search.stored ?? col)}`

const never = sql`1 = 0`

function oneOf(column: Fragment, kind: FilterKind, opr: string, values: readonly unknown[]): Fragment | undefined {
  const real = values.map((value) => coerce(kind, value)).filter((value) => value !== undefined && value !== null)
  if (real.length === 0) return opr === 'in' ? never : undefined
  return opr === 'in' ? sql`${column} in (${sql.join(real)})` : sql`${column} not in (${sql.join(real)})`
}

function conditionOf(resource: ResourceDescription, col: string, search: Search, opr: string, value: unknown, asked: Asked): Fragment | undefined {
  if (search.kind === 'one' || search.kind === 'many') return relationCondition(resource, col, opr, value)
  const column = columnOf(resource, col, search)
  const { store } = asked.deps
  const typed = String(value)
  switch (opr) {
    case 'sw':
      return matches(store, column, typed, 'starts')
    case 'nsw':
      return sql`not ${matches(store, column, typed, 'starts')}`
    case 'ew':
      return matches(store, column, typed, 'ends')
    case 'new':
      return sql`not ${matches(store, column, typed, 'ends')}`
    case 'ct':
      return matches(store, column, typed, 'contains')
    case 'nct':
      return sql`not ${matches(store, column, typed, 'contains')}`
  }
  const coerced = coerce(search.kind, value)
  if (coerced === undefined) return opr === 'neq' ? undefined : opr === 'eq' ? never : beyond(column, opr, value)
  if (coerced === null) return opr === 'eq' ? sql`${column} is null` : opr === 'neq' ? sql`${column} is not null` : undefined
  switch (opr) {
    case 'eq':
      return sql`${column} = ${coerced}`
    case 'neq':
      return sql`${column} <> ${coerced}`
    case 'gt':
      return sql`${column} > ${coerced}`
    default:
      return sql`${column} < ${coerced}`
  }
}

/** A whole number no column can hold: everything is on one side of it. */
const beyond = (_column: Fragment, opr: string, value: unknown): Fragment | undefined => (Number(value) > 0 === (opr === 'lt') ? undefined : never)

function relationCondition(resource: ResourceDescription, name: string, opr: string, value: unknown): Fragment | undefined {
  const relation = resource.relations?.[name]
  const id = coerce('integer', value)
  if (relation?.kind === 'one') {
    const key = sql`${sql.table(resource.table)}.${sql.id(relation.key)}`
    if (id === undefined) return opr === 'rel_o_m' ? never : undefined
    if (id === null) return opr === 'rel_o_m' ? sql`${key} is null` : sql`${key} is not null`
    return opr === 'rel_o_m' ? sql`${key} = ${id}` : sql`(${key} is null or ${key} <> ${id})`
  }
  if (relation?.kind !== 'many' || id === null) return undefined
  if (id === undefined) return never
  const { through } = relation
  const own = sql`${sql.table(resource.table)}.${sql.id('id')}`
  const related = through
    ? sql`exists (select 1 from ${sql.table(through.table)} as link where link.${sql.id(relation.from)} = ${own} and link.${sql.id(through.to)} = ${id}${
        through.where ? sql` and ${through.where}` : sql``
      })`
    : sql`exists (select 1 from ${sql.table(relation.table)} as target where target.${sql.id(relation.from)} = ${own} and target.${sql.id('id')} = ${id})`
  // The interface takes no notice of an id that nothing has.
  return sql`(${related} or not exists (select 1 from ${sql.table(relation.table)} as known where known.${sql.id('id')} = ${id}))`
}

/** null: not readable as this kind. undefined: readable, but no column can hold it. */
function coerce(kind: FilterKind, value: unknown): string | number | boolean | null | undefined {
  switch (kind) {
    case 'text':
    case 'choice':
      if (value === null || typeof value === 'object') return null
      return String(value).includes('\u0000') ? undefined : String(value)
    case 'boolean':
      return value === true || value === 1 || (typeof value === 'string' && /^(true|t|1|yes|on)$/i.test(value))
    case 'moment':
      return momentText(value)
    case 'float': {
      const number = typeof value === 'boolean' || value === '' || Array.isArray(value) ? Number.NaN : Number(value)
      return Number.isFinite(number) ? number : null
    }
    default: {
      const number = typeof value === 'boolean' ? Number(value) : value === '' || Array.isArray(value) ? Number.NaN : Math.trunc(Number(value))
      if (!Number.isFinite(number)) return null
      return Math.abs(number) > 2 ** 31 - 1 ? undefined : number
    }
  }
}

function momentText(value: unknown): string | null {
  const match = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?/.exec(value) : null
  if (!match) return null
  const [, day, minutes = '00:00', seconds = '00', fraction = ''] = match
  return `${day}T${minutes}:${seconds}.${fraction.padEnd(6, '0')}`
}
