import type { Dialect } from '@sightline/core'

/** A name as the dialect reads it: quoted where it has to be. */
function nameInSql(dialect: Pick<Dialect, 'quote' | 'keywords'>, name: string): string {
  const isPlain = /^[a-z_][a-z0-9_]*$/.test(name) && !dialect.keywords.some((keyword) => keyword.toLowerCase() === name)
  const [open, close] = dialect.quote
  return isPlain ? name : `${open}${name.replaceAll(close, close + close)}${close}`
}

/** A statement that shows the first rows of a table. */
export function selectStar(dialect: Pick<Dialect, 'quote' | 'keywords'>, table: string, schema: string | null): string {
  const place = [schema, table].filter((part): part is string => part !== null && part !== '').map((part) => nameInSql(dialect, part))
  return `SELECT *\nFROM ${place.join('.')}\nLIMIT 100`
}
