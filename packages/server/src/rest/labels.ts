import type { ResourceDescription } from './resource.ts'

/** `changed_by.first_name` → `Changed By First Name`. */
export const labelOf = (name: string): string =>
  name
    .split(/[._]/)
    .map((word) => (word === '' ? word : word[0]?.toUpperCase() + word.slice(1).toLowerCase()))
    .join(' ')

export const labelsOf = (resource: ResourceDescription, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, resource.labels?.[name] ?? labelOf(name)]))
