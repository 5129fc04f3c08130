import type { ParametersSchema } from './wire.ts'

/** What stands in the fields: text, or whether a switch is on. */
export type ParameterValues = Readonly<Record<string, string | boolean>>

/** `a=b&c=d` as an object. A name without a sign of equality has an empty value. */
export const parseParameters = (text: string): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(text.trim().replace(/^\?/, '')))

const printParameters = (values: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])).toString()

/** The fields as the server takes them. Empty ones are left out; a port that is no number goes as typed, for the server to say so. */
export const wireOfParameters = (values: ParameterValues, schema: ParametersSchema | undefined): Readonly<Record<string, unknown>> => {
  const wire: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const type = schema?.properties?.[name]?.type
    if (typeof value === 'boolean') wire[name] = value
    else if (type === 'object') {
      const entries = parseParameters(value)
      if (Object.keys(entries).length > 0) wire[name] = entries
    } else if (value.trim() === '') continue
    else if ((type === 'integer' || type === 'number') && Number.isFinite(Number(value))) wire[name] = Number(value)
    // Spaces around a password may belong to it.
    else wire[name] = name === 'password' ? value : value.trim()
  }
  return wire
}

/** The fields of a stored connection. */
export const parametersOfWire = (wire: Readonly<Record<string, unknown>>, schema: ParametersSchema | undefined): ParameterValues => {
  const values: Record<string, string | boolean> = {}
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    if (name === 'ssh') continue
    const value = wire[name]
    if (property.type === 'boolean') values[name] = value === true
    else if (property.type === 'object') values[name] = typeof value === 'object' && value !== null ? printParameters(value as Record<string, unknown>) : ''
    else values[name] = value === undefined || value === null ? '' : String(value)
  }
  return values
}

/** Names of required fields nothing stands in. */
export const missingParameters = (values: ParameterValues, schema: ParametersSchema | undefined): readonly string[] =>
  (schema?.required ?? []).filter((name) => {
    const value = values[name]
    return value === undefined || (typeof value === 'string' && value.trim() === '')
  })
