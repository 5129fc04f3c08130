import { parse, stringify } from 'yaml'
import { isDocument, type Document } from './documents.ts'

/** Aliases let a short text stand for a huge one. */
const maxAliasCount = 100
/** Deeper than any layout; reading and printing go as deep as the document. */
const deepest = 64

/** The document a text of YAML holds, or null. */
export function readYaml(text: string): Document | null {
  try {
    const value: unknown = parse(text, { maxAliasCount, schema: 'core', strict: true, logLevel: 'error' })
    return isDocument(value) && !isDeeper(value, deepest) ? value : null
  } catch {
    return null
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** Older readers of YAML take `on`, `no` and `12:30` for something else than texts unless they are quoted. */
export const printYaml = (content: Document): string => stringify(content, { lineWidth: 0, compat: 'yaml-1.1', aliasDuplicateObjects: false })
