import type { ListReply } from '@sightline/contract'
import { sql } from 'kysely'
import { Refusal } from '../http/problem.ts'
import { whereOf } from './filters.ts'
import { joinsOf, planOf } from './plan.ts'
import { listShape, readQ, type ListQuery } from './read-q.ts'
import type { Asked, Fragment, ResourceDescription } from './resource.ts'
import { allOf, countOf, rowsOf } from './rows.ts'

/** `GET /`. `within` narrows the list further (the annotations of one layer). */
export async function list(resource: ResourceDescription, asked: Asked, q: string | undefined, within?: Fragment): Promise<ListReply> {
  const query = readQ<ListQuery>(q, listShape)
  if (query.columns && query.select_columns) throw new Refusal(400, 'Cannot use both select and sel columns')
  const chosen = pick([...resource.list, ...(resource.mayList ?? [])], query.columns ?? query.select_columns)
  const columns = chosen ?? resource.list
  const order = orderOf(resource, asked, query, columns)
  const where = allOf([within, await resource.access?.(asked), whereOf(resource, query.filters, asked)])
  const { size, page } = pageOf(resource, query)
  const [{ ids, rows }, count] = await Promise.all([
    rowsOf(resource, asked, {
      columns: chosen ?? [...resource.list, ...(resource.alsoList ?? [])],
      where,
      ...order,
      limit: size,
      offset: size === undefined ? undefined : Math.min(page * size, 2 ** 31 - 1),
    }),
    countOf(resource, asked, where),
  ])
  return { count, ids, result: rows, ...described(resource, query, columns, chosen !== undefined) }
}

/** The wanted names that exist, in the resource's order; none left means all. */
export function pick(all: readonly string[], wanted: readonly string[] | undefined): readonly string[] | undefined {
  if (!wanted || wanted.length === 0) return undefined
  const set = new Set(wanted)
  const found = all.filter((name) => set.has(name))
  return found.length === 0 ? undefined : found
}

/** Sizes beyond the cap, and senseless ones, give the cap: the interface is silent about it. */
export function pageOf({ maxPageSize = 100 }: Pick<ResourceDescription, 'maxPageSize'>, query: { readonly page?: number; readonly page_size?: number }) {
  const page = Math.min(Math.max(query.page ?? 0, 0), 2 ** 31 - 1)
  const asked = query.page_size || 20
  if (maxPageSize === -1) return asked < 0 ? { size: undefined, page: 0 } : { size: Math.min(asked, 2 ** 31 - 1), page }
  return { size: asked > maxPageSize || asked < 1 ? maxPageSize : asked, page }
}

function described(resource: ResourceDescription, { keys }: ListQuery, columns: readonly string[], isNarrowed: boolean): Partial<ListReply> {
  const all = !keys || keys.length === 0
  if (keys?.includes('none')) return {}
  const says = (key: string) => all || keys.includes(key)
  return {
    ...(says('list_columns') && { list_columns: columns }),
    ...(says('order_columns') && { order_columns: isNarrowed ? resource.order.filter((name) => columns.includes(name)) : resource.order }),
    ...(says('label_columns') && { label_columns: planOf(resource, columns).labels }),
    ...(says('description_columns') && { description_columns: {} }),
    ...(says('list_title') && { list_title: `List ${resource.title}` }),
  }
}

/** Words whose text is not what they sort by. */
const sortedBy: Readonly<Record<string, string>> = {
  changed_on_delta_humanized: 'changed_on',
  created_on_delta_humanized: 'created_on',
  last_run_delta_humanized: 'last_run',
}
const neverEmpty = new Set(['id', 'changed_on', 'created_on'])

function orderOf(resource: ResourceDescription, { deps }: Asked, query: ListQuery, columns: readonly string[]): { orderBy: Fragment; orderJoins: Fragment } {
  const isChosen = query.order_column !== undefined && query.order_column !== ''
  if (isChosen && !resource.order.includes(query.order_column as string)) throw new Refusal(400, `Invalid order by column: ${query.order_column}`)
  const name = isChosen ? (query.order_column as string) : resource.defaultOrder.column
  // Ascending is only what says so: a chosen column without a direction comes largest first.
  const isDescending = (isChosen ? query.order_direction : resource.defaultOrder.direction) !== 'asc'
  const direction = isDescending ? sql`desc` : sql`asc`
  const id = sql`${sql.table(resource.table)}.${sql.id('id')}`

  const own = resource.orderBy?.[name]
  const stored = sortedBy[name] ?? name
  const [head, tail] = stored.includes('.') ? (stored.split('.') as [string, string]) : [undefined, stored]
  const expression = own?.sql ?? (head ? sql`${sql.id(head)}.${sql.id(tail)}` : sql`${sql.table(resource.table)}.${sql.id(tail)}`)
  const needed = own ? (own.joins ?? []) : head ? [head] : []
  const { joined } = planOf(resource, columns)
  const missing = needed.filter((join) => !joined.has(join))
  const isPlain = neverEmpty.has(stored) || sortedBy[name] !== undefined || (resource.plainOrder?.includes(name) ?? false)
  // Both stores sort text by code point, and put empty values last whichever way round.
  const collated = isPlain || deps.store === 'libsql' ? expression : sql`${expression} collate "C"`
  const primary = neverEmpty.has(stored) ? sql`${expression} ${direction}` : sql`${collated} ${direction} nulls last`
  return { orderBy: tail === 'id' && !head ? primary : sql`${primary}, ${id} ${direction}`, orderJoins: joinsOf(resource, missing) }
}
