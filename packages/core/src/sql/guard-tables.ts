import { readTables, type TableReference } from './read-tables.ts'
import { splitStatements, type SqlStatement } from './split-statements.ts'

/**
 * The statement with conditions around the tables they belong to: `FROM orders` becomes `FROM (SELECT * FROM orders WHERE …) AS orders`. The text
 * is cut and joined, never printed anew, and read again afterwards. Null when that cannot be done or the result is not what was meant.
 */
export function guardTables(statement: SqlStatement, dialectId: string, conditionOf: (table: TableReference) => string | null): SqlStatement | null {
  const before = readTables(statement)
  if (!before.isProven) return null
  let text = statement.text
  let conditions = 0
  for (const table of before.tables.toReversed()) {
    const condition = conditionOf(table)
    if (condition === null) continue
    if (!table.isReplaceable) return null
    const name = statement.text.slice(table.start, table.end)
    const own = table.hasAlias ? '' : ` AS ${lastPartOf(name)}`
    text = `${text.slice(0, table.start)}(SELECT * FROM ${name} WHERE ${condition})${own}${text.slice(table.end)}`
    conditions++
  }
  if (conditions === 0) return statement
  const again = splitStatements(text, dialectId)
  const [guarded] = again ?? []
  if (again?.length !== 1 || !guarded) return null
  const after = readTables(guarded)
  const isIntended = after.isProven && before.tables.every((table) => after.tables.some((other) => isSame(table, other)))
  return isIntended ? guarded : null
}

const isSame = (a: TableReference, b: TableReference): boolean => a.catalog === b.catalog && a.schema === b.schema && a.table === b.table

/** The name as it was written, quotes included. */
const lastPartOf = (path: string): string => /(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|[^."`\s]+)\s*$/.exec(path)?.[0] ?? path
