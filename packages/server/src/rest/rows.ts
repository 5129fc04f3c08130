import { sql } from 'kysely'
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
  const { rows } = await sql<Stored>`select ${plan.selects} from ${sql.table(resource.table)}${plan.joins}${wanted.orderJoins ?? nothing}${
    wanted.where ? sql` where ${wanted.where}` : nothing
  }${wanted.orderBy ? sql` order by ${wanted.orderBy}` : nothing}${wanted.limit === undefined ? nothing : sql` limit ${wanted.limit}`}${
    wanted.offset ? sql` offset ${wanted.offset}` : nothing
  }`.execute(asked.deps.db)
  const ids = rows.map((row) => row['id'] as number)
  if (rows.length > 0) {
    for (const many of plan.many) {
      const found = await manyOf(many, ids, asked)
      for (const row of rows) (row as Record<string, unknown>)[many.name] = found.get(row['id'] as number) ?? []
    }
  }
  return { ids, rows: rows.map((row) => plan.rowOf(row, asked)) }
}

async function manyOf({ relation, selects, columns }: ManyPlan, ids: readonly number[], asked: Asked): Promise<Map<number, Record<string, unknown>[]>> {
  const { through } = relation
  const source = through
    ? sql`${sql.table(through.table)} as link join ${sql.table(relation.table)} as target on target.${sql.id('id')} = link.${sql.id(through.to)}`
    : sql`${sql.table(relation.table)} as target`
  const owner = through ? sql`link.${sql.id(relation.from)}` : sql`target.${sql.id(relation.from)}`
  const { rows } = await sql<Stored>`select ${owner} as ${sql.id('$of')}, ${selects} from ${source} where ${owner} in (${sql.join(ids)})${
    through?.where ? sql` and ${through.where}` : nothing
  } order by target.${sql.id(relation.order ?? 'id')}`.execute(asked.deps.db)
  const found = new Map<number, Record<string, unknown>[]>()
  for (const row of rows) {
    const out: Record<string, unknown> = {}
    for (const { name, from } of columns) out[name] = from(row, asked)
    const list = found.get(row['$of'] as number)
    if (list) list.push(out)
    else found.set(row['$of'] as number, [out])
  }
  return found
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
