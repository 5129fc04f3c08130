import type { z } from 'zod'

type Nested = { [key: string]: Nested | string[] }

const quoteText = (text: string): string => (text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`)

function printNested(value: Nested | string[]): string {
  if (Array.isArray(value)) return `[${value.map(quoteText).join(', ')}]`
  return `{${Object.entries(value)
    .map(([key, inner]) => `${/^\d+$/.test(key) ? key : quoteText(key)}: ${printNested(inner)}`)
    .join(', ')}}`
}

/** The refusals of a schema as one nested text, `{'queries': {0: {'columns': ['Not a valid list.']}}}`: the form clients of the reference know. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const root: Nested = Object.create(null) as Nested
  const put = (path: readonly PropertyKey[], words: string) => {
    let place = root
    path.slice(0, -1).forEach((step) => {
      const next = place[String(step)]
      if (next && !Array.isArray(next)) place = next
      else place = place[String(step)] = Object.create(null) as Nested
    })
    const last = String(path.at(-1) ?? '_schema')
    const there = place[last]
    if (Array.isArray(there)) there.push(words)
    else if (!there) place[last] = [words]
  }
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) put([...issue.path, key], 'Unknown field.')
    else if (issue.message === 'Invalid input type.') put([...issue.path, '_schema'], issue.message)
    else put(issue.path, issue.message)
  }
  return printNested(root)
}
