import { sql } from 'kysely'
import { Refusal } from '../http/problem.ts'
import { isId } from './ids.ts'
import { pageOf } from './list.ts'
import { matches } from './match.ts'
import { choicesShape, readQ, type ChoicesQuery } from './read-q.ts'
import type { Asked, Fragment, Related, ResourceDescription } from './resource.ts'
import { allOf } from './rows.ts'

interface ChoiceRow {
  readonly value: number
  readonly text: string
  readonly extra: Readonly<Record<string, unknown>>
}

/** `GET /related/{column}`: what a relation can be set to. */
export async function related(resource: ResourceDescription, asked: Asked, column: string, q: string | undefined) {
  const relation = resource.related && Object.hasOwn(resource.related, column) ? resource.related[column] : undefined
  if (!relation) throw new Refusal(404, 'Not found')
  const query = readQ<ChoicesQuery>(q, choicesShape)
  const included = (query.include_ids ?? []).filter(isId)
  if (included.length > 0 && (query.page ?? 0) > 0) throw new Refusal(422, 'Cannot use include_ids with a page')
  const access = await relation.access?.(asked)
  const where = allOf([access, query.filter ? typedCondition(relation, asked, query.filter) : undefined])
  const { size, page } = pageOf(resource, query)
  const found = await choose(relation, asked, where, size, size === undefined ? 0 : page * size)
  if (included.length === 0) return { count: await count(relation, asked, where), result: found }
  const missing = included.filter((id) => !found.some(({ value }) => value === id))
  const added = missing.length === 0 ? [] : await choose(relation, asked, allOf([access, sql`${sql.id('id')} in (${sql.join(missing)})`]), undefined, 0)
  const result = [...found, ...added]
  return { count: result.length, result }
}

const typedCondition = (relation: Related, { deps }: Asked, typed: string): Fragment =>
  relation.matches?.(typed, deps.store) ?? matches(deps.store, relation.text, typed, 'starts')

const condition = (where: Fragment | undefined): Fragment => (where ? sql` where ${where}` : sql``)

async function count(relation: Related, { deps }: Asked, where: Fragment | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(relation.table)}${condition(where)}`.execute(deps.db)
  return Number(rows[0]?.n ?? 0)
}

async function choose(
  relation: Related,
  { deps }: Asked,
  where: Fragment | undefined,
  size: number | undefined,
  offset: number,
): Promise<readonly ChoiceRow[]> {
  const extra = relation.extra ?? []
  const { rows } = await sql<Record<string, unknown>>`select ${sql.id('id')} as ${sql.id('$value')}, ${relation.text} as ${sql.id('$text')}${
    extra.length === 0 ? sql`` : sql`, ${sql.join(extra.map((name) => sql.id(name)))}`
  } from ${sql.table(relation.table)}${condition(where)} order by ${relation.order ?? sql`2`}, ${sql.id('id')}${
    size === undefined ? sql`` : sql` limit ${size} offset ${Math.min(offset, 2 ** 31 - 1)}`
  }`.execute(deps.db)
  return rows.map((row) => ({
    value: row['$value'] as number,
    text: String(row['$text'] ?? ''),
    extra: Object.fromEntries(extra.map((name) => [name, row[name]])),
  }))
}

/** `GET /distinct/{column}`: the values a column has among the rows the caller may see. */
export async function distinct(resource: ResourceDescription, asked: Asked, column: string, q: string | undefined) {
  if (!resource.distinct?.includes(column)) throw new Refusal(404, 'Not found')
  const query = readQ<ChoicesQuery>(q, choicesShape)
  const stored = sql`${sql.table(resource.table)}.${sql.id(column)}`
  const where = allOf([
    sql`${stored} is not null`,
    await resource.access?.(asked),
    query.filter ? matches(asked.deps.store, stored, query.filter, 'starts') : undefined,
  ]) as Fragment
  const { size, page } = pageOf(resource, query)
  const from = sql`from ${sql.table(resource.table)} where ${where}`
  const [values, counted] = await Promise.all([
    sql<{ value: string }>`select distinct ${stored} as value ${from} order by 1${
      size === undefined ? sql`` : sql` limit ${size} offset ${Math.min(page * size, 2 ** 31 - 1)}`
    }`.execute(asked.deps.db),
    sql<{ n: number }>`select count(distinct ${stored}) as n ${from}`.execute(asked.deps.db),
  ])
  return { count: Number(counted.rows[0]?.n ?? 0), result: values.rows.map(({ value }) => ({ text: value, value })) }
}
