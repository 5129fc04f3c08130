import { sql } from 'kysely'
import { booleanColumns } from '../db/schema.ts'
import { planOf, type ManyPlan } from './plan.ts'
import type { Asked, Fragment, ResourceDescription, Stored } from './resource.ts'

export interface RowsWanted {
  readonly columns: readonly string[]
  readonly where?: Fragment | undefined
  /** Joins the condition or the order needs beyond those of the columns are not allowed: write sub-queries there. */
  readonly orderBy?: Fragment | undefined
  readonly orderJoins?: Fragment | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export interface FoundRows {
  readonly ids: readonly number[]
  readonly rows: readonly Record<string, unknown>[]
}

const nothing = sql``

/** Wire rows: one SQL for the rows, one for each to-many relation asked for. */
export async function rowsOf(resource: ResourceDescription, asked: Asked, wanted: RowsWanted): Promise<FoundRows> {
  const plan = planOf(resource, wanted.columns)
  const asJson = hasCostlyRows(asked) && resource.readsAsJson ? plan.asObject : undefined
  const [head] = settled(plan, asked, () => [
    sql`select ${asJson ? sql`${asJson} as ${sql.id('$row')}` : plan.selects} from ${sql.table(resource.table)}${plan.joins}`,
  ])
  const statement = sql<Stored>`${head}${wanted.orderJoins ?? nothing}${wanted.where ? sql` where ${wanted.where}` : nothing}${
    wanted.orderBy ? sql` order by ${wanted.orderBy}` : nothing
  }${wanted.limit === undefined ? nothing : sql` limit ${wanted.limit}`}${wanted.offset ? sql` offset ${wanted.offset}` : nothing}`
  const rows = asJson ? await objectsIn(asked, statement, plan.flags) : (await statement.execute(asked.deps.db)).rows
  const ids = rows.map((row) => row['id'] as number)
  if (rows.length > 0) {
    await Promise.all(
      plan.many.map(async (many) => {
        const found = await manyOf(many, ids, asked)
        for (const row of rows) (row as Record<string, unknown>)[many.name] = found.get(row['id'] as number) ?? []
      }),
    )
  }
  return { ids, rows: rows.map((row) => plan.rowOf(row, asked)) }
}

/** The embedded store hands over each row and each of its values one by one, which costs more than to read them; it prints JSON quickly. */
const hasCostlyRows = ({ deps }: Asked): boolean => deps.store === 'libsql'

/** Rows of a statement whose one column `$row` is JSON, handed over as one text. */
async function jsonOf(asked: Asked, statement: Fragment): Promise<unknown[]> {
  const { rows } = await sql<{ all: string | null }>`select group_concat(${sql.id('$row')}, ',') as ${sql.id('all')} from (${statement})`.execute(asked.deps.db)
  return JSON.parse(`[${rows[0]?.all ?? ''}]`) as unknown[]
}

async function objectsIn(asked: Asked, statement: Fragment, flags: readonly string[]): Promise<Stored[]> {
  const rows = (await jsonOf(asked, statement)) as Record<string, unknown>[]
  for (const row of rows) for (const name of flags) row[name] = flagOf(row[name])
  return rows
}

/** SQLite keeps truth as 0 and 1. */
const flagOf = (value: unknown): unknown => (value === null ? null : value === 1)

async function manyOf(plan: ManyPlan, ids: readonly number[], asked: Asked): Promise<Map<number, Record<string, unknown>[]>> {
  const asJson = hasCostlyRows(asked)
  const [head, tail] = settled(plan, asked, () => manyStatement(plan, asJson))
  const statement = sql<Stored>`${head}${sql.join(ids)}${tail}`
  const rows = asJson ? (await jsonOf(asked, statement)).map((values) => named(plan, values as unknown[])) : (await statement.execute(asked.deps.db)).rows
  const { columns } = plan
  const found = new Map<number, Record<string, unknown>[]>()
  // Sorted here: an ORDER BY could tempt a store to walk the whole target in that order.
  rows.sort((a, b) => (a['$order'] < b['$order'] ? -1 : a['$order'] > b['$order'] ? 1 : 0))
  for (const row of rows) {
    const out: Record<string, unknown> = {}
    for (const { name, from } of columns) out[name] = from(row, asked)
    const list = found.get(row['$of'] as number)
    if (list) list.push(out)
    else found.set(row['$of'] as number, [out])
  }
  return found
}

/** A list of values under the names of its columns. */
function named({ stored }: ManyPlan, [of, order, ...values]: unknown[]): Stored {
  const row: Record<string, unknown> = { $of: of, $order: order }
  for (const [at, name] of stored.entries()) row[name] = booleanColumns.has(name) ? flagOf(values[at]) : values[at]
  return row
}

/** The statement of a to-many relation, around its list of ids. */
function manyStatement({ relation, stored }: ManyPlan, asJson: boolean): [head: Fragment, tail: Fragment] {
  const { through } = relation
  const owner = through ? sql`link.${sql.id(relation.from)}` : sql`target.${sql.id(relation.from)}`
  const order = sql`target.${sql.id(relation.order ?? 'id')}`
  const columns = stored.map((name) => [name, sql`target.${sql.id(name)}`] as const)
  const all = [['$of', owner] as const, ['$order', order] as const, ...columns]
  const selects = asJson
    ? sql`json_array(${sql.join(all.map(([, value]) => value))}) as ${sql.id('$row')}`
    : sql.join(all.map(([name, value]) => sql`${value} as ${sql.id(name)}`))
  if (!through) {
    return [sql`select ${selects} from ${sql.table(relation.table)} as target where ${owner} in (`, sql`)`]
  }
  // A cross join is read from left to right by SQLite: from the few ids asked for, never from everything a user owns.
  return [
    sql`select ${selects} from ${sql.table(through.table)} as link cross join ${sql.table(relation.table)} as target where ${owner} in (`,
    sql`) and target.${sql.id('id')} = link.${sql.id(through.to)}${through.where ? sql` and ${through.where}` : nothing}`,
  ]
}

const settledParts = new WeakMap<object, readonly Fragment[]>()

/** The constant parts of a plan's statement, printed once: most of the text of a list is the same for every request. */
function settled<Parts extends readonly Fragment[]>(plan: object, { deps }: Asked, make: () => Parts): Parts {
  const known = settledParts.get(plan)
  if (known) return known as Parts
  const parts = make().map((part) => {
    const { sql: text, parameters } = part.compile(deps.db)
    return parameters.length === 0 ? sql.raw(text) : part
  })
  settledParts.set(plan, parts)
  return parts as unknown as Parts
}

export async function countOf(resource: ResourceDescription, asked: Asked, where: Fragment | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(resource.table)}${where ? sql` where ${where}` : nothing}`.execute(
    asked.deps.db,
  )
  return Number(rows[0]?.n ?? 0)
}

export const allOf = (conditions: readonly (Fragment | undefined)[]): Fragment | undefined => {
  const real = conditions.filter((condition) => condition !== undefined)
  return real.length === 0
    ? undefined
    : sql.join(
        real.map((condition) => sql`(${condition})`),
        sql` and `,
      )
}

export const anyOf = (conditions: readonly (Fragment | undefined)[]): Fragment => {
  const real = conditions.filter((condition) => condition !== undefined)
  return real.length === 0
    ? sql`1 = 0`
    : sql.join(
        real.map((condition) => sql`(${condition})`),
        sql` or `,
      )
}
