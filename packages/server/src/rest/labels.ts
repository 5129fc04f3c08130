import type { ResourceDescription } from './resource.ts'

/** `changed_by.first_name` → `Changed By First Name`; a letter after a digit is large too. */
export const labelOf = (name: string): string =>
  name
    .replace(/[._]/g, ' ')
    .toLowerCase()
    .replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())

export const labelsOf = (resource: ResourceDescription, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, resource.labels?.[name] ?? labelOf(name)]))
