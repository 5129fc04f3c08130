import { sql } from 'kysely'
import { booleanColumns } from '../db/schema.ts'
import { labelsOf } from './labels.ts'
import type { Asked, Column, Fragment, Relation, ResourceDescription, Stored, ToMany, ToOne } from './resource.ts'

/** What a set of wire columns asks of the store, and how its answers become wire rows. */
export interface Plan {
  readonly selects: Fragment
  /** The same values as one JSON object; undefined where there are too many for one call. */
  readonly asObject: Fragment | undefined
  /** Selected columns that SQLite keeps as 0 and 1. */
  readonly flags: readonly string[]
  readonly joins: Fragment
  /** Names of the relations in `joins`. */
  readonly joined: ReadonlySet<string>
  readonly many: readonly ManyPlan[]
  readonly labels: Readonly<Record<string, string>>
  readonly rowOf: (row: Stored, asked: Asked) => Record<string, unknown>
}

export interface ManyPlan {
  readonly name: string
  readonly relation: ToMany
  /** Columns of the target to read. */
  readonly stored: readonly string[]
  readonly columns: readonly Reader[]
}

/** Reads one wire value from a stored row. */
interface Reader {
  readonly name: string
  readonly from: (row: Stored, asked: Asked) => unknown
}

const empty = sql``
const plans = new WeakMap<ResourceDescription, { readonly byNames: Map<string, Plan>; readonly byList: WeakMap<readonly string[], Plan> }>()
const mostKept = 200

/** Plans depend on the description and the names only, never on who asks, so they are kept. */
export function planOf(resource: ResourceDescription, names: readonly string[]): Plan {
  let kept = plans.get(resource)
  if (!kept) plans.set(resource, (kept = { byNames: new Map(), byList: new WeakMap() }))
  const known = kept.byList.get(names)
  if (known) return known
  const key = names.join()
  let plan = kept.byNames.get(key)
  if (!plan) {
    if (kept.byNames.size >= mostKept) kept.byNames.clear()
    kept.byNames.set(key, (plan = makePlan(resource, names)))
  }
  kept.byList.set(names, plan)
  return plan
}

function makePlan(resource: ResourceDescription, names: readonly string[]): Plan {
  const selects = new Map<string, Fragment>([['id', sql`${sql.table(resource.table)}.${sql.id('id')}`]])
  const joins = new Set<string>()
  const many = new Map<string, Set<string>>()
  const plain: Reader[] = []
  const ones = new Map<string, Reader[]>()
  const manies: string[] = []

  const storedOne = (name: string, relation: ToOne, column: string): string => {
    joins.add(name)
    const alias = `${name}.${column}`
    selects.set(`${name}.id`, sql`${sql.id(name)}.${sql.id('id')}`)
    selects.set(alias, sql`${sql.id(name)}.${sql.id(column)}`)
    return alias
  }
  const need = (path: string): void => {
    const [head, tail] = split(path)
    const relation = tail === undefined ? undefined : resource.relations?.[head]
    if (tail === undefined || relation === undefined) selects.set(path, sql`${sql.table(resource.table)}.${sql.id(path)}`)
    else if (relation.kind === 'one') storedOne(head, relation, tail)
    else addTo(many, head, tail)
  }

  for (const name of names) {
    const own = resource.columns?.[name]
    const [head, tail] = split(name)
    if (own) plain.push({ name, from: readerOf(own, name, selects, joins, need) })
    else if (tail === undefined) {
      need(name)
      plain.push({ name, from: (row) => row[name] })
    } else {
      const relation = resource.relations?.[head] as Relation
      if (relation.kind === 'many') {
        if (!many.has(head) || !manies.includes(head)) manies.push(head)
        addTo(many, head, tail)
      } else {
        const column = relation.columns?.[tail]
        const readers = ones.get(head) ?? []
        ones.set(head, readers)
        if (column && 'needs' in column) {
          for (const one of column.needs) storedOne(head, relation, one)
          readers.push({ name: tail, from: (row, asked) => column.make(within(row, head, column.needs), asked) })
        } else {
          const alias = storedOne(head, relation, column && 'stored' in column ? column.stored : tail)
          const read = column?.read
          const isFlag = booleanColumns.has(tail)
          readers.push({ name: tail, from: (row, asked) => (read ? read(row[alias], asked) : isFlag ? flagOf(row[alias]) : row[alias]) })
        }
      }
    }
  }

  const nested = [...ones]
  return {
    selects: sql.join([...selects].map(([alias, fragment]) => sql`${fragment} as ${sql.id(alias)}`)),
    asObject: selects.size > 60 ? undefined : sql`json_object(${sql.join([...selects].flatMap(([alias, fragment]) => [sql.lit(alias), fragment]))})`,
    flags: [...selects.keys()].filter((alias) => booleanColumns.has(alias)),
    joins: joinsOf(resource, joins),
    joined: joins,
    labels: labelsOf(resource, names),
    many: [...many].map(([name, columns]) => manyPlan(name, resource.relations?.[name] as ToMany, [...columns])),
    rowOf: (row, asked) => {
      const out: Record<string, unknown> = {}
      for (const { name, from } of plain) out[name] = from(row, asked)
      for (const [name, readers] of nested) {
        if (row[`${name}.id`] === null) out[name] = null
        else {
          const inner: Record<string, unknown> = {}
          for (const reader of readers) inner[reader.name] = reader.from(row, asked)
          out[name] = inner
        }
      }
      for (const name of manies) out[name] = row[name]
      return out
    },
  }
}

function readerOf(column: Column, name: string, selects: Map<string, Fragment>, joins: Set<string>, need: (path: string) => void): Reader['from'] {
  if ('needs' in column) {
    for (const path of column.needs) need(path)
    return column.make
  }
  const { read } = column
  if ('stored' in column) {
    need(column.stored)
    return read ? (row, asked) => read(row[column.stored], asked) : (row) => row[column.stored]
  }
  selects.set(name, column.sql)
  for (const join of column.joins ?? []) joins.add(join)
  return read ? (row, asked) => read(row[name], asked) : (row) => row[name]
}

export function joinsOf(resource: ResourceDescription, names: Iterable<string>): Fragment {
  const parts: Fragment[] = []
  for (const name of names) {
    const relation = resource.relations?.[name]
    if (relation?.kind !== 'one') throw new Error(`${resource.name}: no to-one relation ${name}`)
    const on = relation.on ? sql` and ${relation.on}` : empty
    parts.push(
      sql` left join ${sql.table(relation.table)} as ${sql.id(name)} on ${sql.id(name)}.${sql.id('id')} = ${sql.table(resource.table)}.${sql.id(relation.key)}${on}`,
    )
  }
  return parts.length === 0 ? empty : sql.join(parts, empty)
}

function manyPlan(name: string, relation: ToMany, wanted: readonly string[]): ManyPlan {
  const stored = new Set<string>()
  const take = (column: string) => stored.add(column)
  const columns = wanted.map((wire): Reader => {
    const column = relation.columns?.[wire]
    if (column && 'needs' in column) {
      column.needs.forEach(take)
      return { name: wire, from: column.make }
    }
    const from = column && 'stored' in column ? column.stored : wire
    take(from)
    const read = column?.read
    return { name: wire, from: read ? (row, asked) => read(row[from], asked) : (row) => row[from] }
  })
  return { name, relation, stored: [...stored], columns }
}

const split = (path: string): [head: string, tail: string | undefined] => {
  const dot = path.indexOf('.')
  return dot < 0 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)]
}
const flagOf = (value: unknown): unknown => (typeof value === 'number' ? value === 1 : value)
const within = (row: Stored, head: string, names: readonly string[]): Stored => Object.fromEntries(names.map((name) => [name, row[`${head}.${name}`]]))
const addTo = (map: Map<string, Set<string>>, key: string, value: string): void => {
  const set = map.get(key)
  if (set) set.add(value)
  else map.set(key, new Set([value]))
}
