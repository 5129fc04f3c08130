import { readTables, type TableReference, type TablesRead } from './read-tables.ts'
import { splitStatements, type SqlStatement } from './split-statements.ts'

/**
 * The statement with conditions around the tables they belong to: `FROM orders` becomes `FROM (SELECT * FROM orders WHERE …) AS orders`. The text
 * is cut and joined, never printed anew, and read again afterwards. Null when that cannot be done or the result is not what was meant.
 */
export function guardTables(statement: SqlStatement, dialectId: string, conditionOf: (table: TableReference) => string | null): SqlStatement | null {
  const before = readTables(statement)
  if (!before.isProven) return null
  let text = statement.text
  let isGuarded = false
  /** In the order of the text: each table, and behind it those its condition reads. */
  const intended: TableReference[] = []
  let areConditionsProven = true
  for (const table of before.tables.toReversed()) {
    const condition = conditionOf(table)
    if (condition !== null) {
      const inside = tablesOfCondition(condition, dialectId)
      if (!table.isReplaceable || !inside) return null
      const name = statement.text.slice(table.start, table.end)
      const own = table.hasAlias ? '' : ` AS ${lastPartOf(name)}`
      text = `${text.slice(0, table.start)}(SELECT * FROM ${name} WHERE ${condition})${own}${text.slice(table.end)}`
      isGuarded = true
      intended.unshift(...inside.tables)
      areConditionsProven &&= inside.isProven
    }
    intended.unshift(table)
  }
  if (!isGuarded) return statement
  const again = splitStatements(text, dialectId)
  const [guarded] = again ?? []
  if (again?.length !== 1 || !guarded) return null
  const after = readTables(guarded)
  const isIntended =
    after.isProven === areConditionsProven && after.tables.length === intended.length && intended.every((table, index) => isSame(table, after.tables[index]!))
  return isIntended ? guarded : null
}

/** A rule may call what its author knows to be right; only what it reads is looked at. */
function tablesOfCondition(condition: string, dialectId: string): TablesRead | null {
  const [statement, ...more] = splitStatements(`SELECT 1 WHERE ${condition}`, dialectId) ?? []
  return statement && more.length === 0 ? readTables(statement) : null
}

const isSame = (a: TableReference, b: TableReference): boolean => a.catalog === b.catalog && a.schema === b.schema && a.table === b.table

/** The name as it was written, quotes included. */
const lastPartOf = (path: string): string => /(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[^."`[\]\s]+)\s*$/.exec(path)?.[0] ?? path
