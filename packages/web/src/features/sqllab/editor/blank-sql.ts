/** Comments and spaces alone are nothing to run. Read from the start, and only until something else stands there: scripts are long. */
export function isBlankSql(sql: string): boolean {
  const nothing = /[\s;]+|--[^\n]*|\/\*[\s\S]*?\*\//y
  let place = 0
  while (place < sql.length) {
    nothing.lastIndex = place
    if (!nothing.test(sql)) return false
    place = nothing.lastIndex
  }
  return true
}
