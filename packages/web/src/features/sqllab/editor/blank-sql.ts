/** Comments and spaces alone are nothing to run. */
export const isBlankSql = (sql: string): boolean =>
  sql
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(';', '')
    .trim() === ''
