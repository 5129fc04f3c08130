import type { Catalogue } from './collect-offers.ts'
import type { Scope, Source } from './read-scopes.ts'

export interface KnownColumn {
  readonly name: string
  readonly type?: string
}

/** A source that can be named where the cursor stands, and the query it belongs to. */
interface Reachable {
  readonly source: Source
  readonly scope: Scope
  /** It stands in the innermost query. */
  readonly isNear: boolean
}

/** The innermost query around the cursor. */
export const scopeAt = (scopes: readonly Scope[], cursor: number): Scope | null =>
  scopes.findLast(({ from, to }) => from <= cursor && cursor <= to) ?? scopes[0] ?? null

/** What a query can read: its own sources first, then those of the queries around it. */
export function sourcesAt(inner: Scope | null): readonly Reachable[] {
  const found: Reachable[] = []
  for (let scope = inner; scope; scope = scope.parent) for (const source of scope.sources) found.push({ source, scope, isNear: scope === inner })
  return found
}

/** The names that WITH made for a query. */
export function madeNamesAt(inner: Scope | null): readonly string[] {
  const found = new Map<string, string>()
  for (let scope = inner; scope; scope = scope.parent) for (const [key, { name }] of scope.made) if (!found.has(key)) found.set(key, name)
  return [...found.values()]
}

const deepest = 8

/** The columns of a source: of a table as the database tells them, of a query as it names them itself. */
export function columnsOf(source: Source, scope: Scope | null, catalogue: Catalogue, depth = 0): readonly KnownColumn[] {
  if (depth > deepest) return []
  if (source.query) return columnsOfQuery(source.query, catalogue, depth + 1)
  const [table] = source.path.slice(-1)
  if (table === undefined) return []
  const made = source.path.length === 1 ? madeBy(scope, table) : undefined
  if (made) return columnsOfQuery(made, catalogue, depth + 1)
  const schema = source.path.at(-2) ?? catalogue.schema
  const spelledTable = catalogue.tablesOf(schema)?.spell(table)
  return spelledTable === undefined ? [] : (catalogue.columnsOf(schema, spelledTable) ?? [])
}

function madeBy(scope: Scope | null, name: string): Scope | undefined {
  for (let around = scope; around; around = around.parent) {
    const made = around.made.get(name.toLowerCase())
    if (made) return made.query
  }
  return undefined
}

function columnsOfQuery(query: Scope, catalogue: Catalogue, depth: number): readonly KnownColumn[] {
  const found = new Map<string, KnownColumn>()
  const add = (column: KnownColumn): void => void (found.has(column.name) || found.set(column.name, column))
  for (const output of query.outputs) {
    if ('name' in output) {
      const type = output.isPlain ? typeIn(query, output.name, catalogue, depth) : undefined
      add(type === undefined ? { name: output.name } : { name: output.name, type })
    } else
      for (const source of query.sources)
        if (output.allOf === null || output.allOf.toLowerCase() === source.name.toLowerCase())
          for (const column of columnsOf(source, query, catalogue, depth)) add(column)
  }
  return [...found.values()]
}

/** A column that keeps its name keeps its type. */
function typeIn(query: Scope, name: string, catalogue: Catalogue, depth: number): string | undefined {
  for (const source of query.sources) {
    const column = columnsOf(source, query, catalogue, depth).find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (column) return column.type
  }
  return undefined
}
