import type { z } from 'zod'

/** What a refused body says: the texts of each field, nested where the field is a list or an object. */
export type FieldMap = { [field: string]: readonly (string | FieldMap)[] | FieldMap }

const kinds: Readonly<Record<string, string>> = {
  string: 'Not a valid string.',
  number: 'Not a valid number.',
  int: 'Not a valid integer.',
  boolean: 'Not a valid boolean.',
  array: 'Not a valid list.',
  tuple: 'Not a valid list.',
  object: 'Not a valid mapping type.',
  record: 'Not a valid mapping type.',
}

/**
 * A schema's refusal in the words of the reference interface. `input` is what was refused: zod does not say whether a value was absent.
 * Printed as `{message: {field: [text]}}` with 400, or with the endpoint's `invalidStatus`.
 */
export function fieldMapOf(issues: readonly z.core.$ZodIssue[], input: unknown): FieldMap {
  const map = Object.create(null) as FieldMap
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) put(map, [...issue.path, key], 'Unknown field.')
    else if (issue.path.length === 0) put(map, ['_schema'], issue.code === 'custom' ? issue.message : 'Invalid input type.')
    else put(map, issue.path, textOf(issue, valueAt(input, issue.path)))
  }
  return map
}

function textOf(issue: z.core.$ZodIssue, value: unknown): string | FieldMap {
  // A field that is a document in text form carries the map of that document.
  if (issue.code === 'custom') return (issue.params?.['map'] as FieldMap | undefined) ?? issue.message
  if (value === undefined) return 'Missing data for required field.'
  if (value === null) return 'Field may not be null.'
  // A schema with words of its own keeps them.
  if (!issue.message.startsWith('Invalid')) return issue.message
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? issue.message
  if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.map(String).join(', ')}.`
  return issue.message
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value === null || value === undefined ? undefined : (value as Record<PropertyKey, unknown>)[key]), input)
}

function put(map: FieldMap, path: readonly PropertyKey[], text: string | FieldMap): void {
  const [first, ...rest] = path.map(String)
  if (first === undefined) return
  if (rest.length === 0) {
    const there = map[first]
    if (Array.isArray(there)) map[first] = there.includes(text) ? there : [...there, text]
    else if (there === undefined) map[first] = [text]
    return
  }
  if (map[first] === undefined) map[first] = Object.create(null) as FieldMap
  const inner = map[first]
  if (!Array.isArray(inner)) put(inner as FieldMap, rest, text)
}
