import { Exact, type Statement } from '@sightline/core'

interface Parameter {
  readonly type: string
  readonly text: string
}

/** Texts, quoted names and comments are passed over, so that only places for values are left. */
const places = /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|`(?:[^`\\]|\\[\s\S]|``)*`|--[^\n]*|#[! ][^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|\?/g

/** The server binds values by name and type: `?` becomes `{p1:Int64}`, and the value travels beside the text as `param_p1`. */
export function bindParameters({ sql, params }: Statement): { readonly sql: string; readonly values: Readonly<Record<string, string>> } {
  if (params.length === 0) return { sql, values: {} }
  const values: Record<string, string> = {}
  let next = 0
  const text = sql.replace(places, (token) => {
    if (token !== '?') return token
    const value = params[next++]
    if (value === null || value === undefined) return 'NULL'
    const parameter = parameterOf(value)
    values[`param_p${next}`] = parameter.text
    return `{p${next}:${parameter.type}}`
  })
  if (next !== params.length) throw new Error(`the statement has ${next} places for ${params.length} values`)
  return { sql: text, values }
}

const within = (value: bigint, low: bigint, high: bigint): boolean => value >= low && value < high

function parameterOf(value: unknown): Parameter {
  if (typeof value === 'string') return { type: 'String', text: escapeText(value) }
  if (typeof value === 'boolean') return { type: 'Bool', text: String(value) }
  if (typeof value === 'number') return { type: Number.isSafeInteger(value) ? 'Int64' : 'Float64', text: String(value) }
  if (typeof value === 'bigint') {
    if (within(value, -(2n ** 63n), 2n ** 63n)) return { type: 'Int64', text: String(value) }
    return { type: within(value, 0n, 2n ** 64n) ? 'UInt64' : 'Int256', text: String(value) }
  }
  if (value instanceof Exact) return { type: `Decimal(76, ${/\.(\d+)/.exec(value.text)?.[1]?.length ?? 0})`, text: value.text }
  if (value instanceof Date) return { type: `DateTime64(3, 'UTC')`, text: value.toISOString().replace('T', ' ').replace('Z', '') }
  throw new Error(`a value of type ${typeof value} cannot be sent to ClickHouse`)
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0', '\b': '\\b', '\f': '\\f' }

/** The server reads a value as a field of a tab-separated line. */
const escapeText = (text: string): string => text.replace(/[\\\t\n\r\0\b\f]/g, (character) => escapes[character]!)
