export interface CostTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** One row per statement; databases name their units differently, and not every statement has all of them. */
export function costTable(cost: readonly Readonly<Record<string, string>>[]): CostTable {
  const columns = [...new Set(cost.flatMap((statement) => Object.keys(statement)))]
  return { columns, rows: cost.map((statement) => columns.map((name) => statement[name] ?? '')) }
}
