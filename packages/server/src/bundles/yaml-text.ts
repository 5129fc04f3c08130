import { parseDocument, stringify, type ScalarTag, type Tags } from 'yaml'
import { isDocument, type Document } from './documents.ts'

/** Aliases let a short text stand for a huge one. */
const maxAliasCount = 100
/** Deeper than any layout; reading and printing go as deep as the document. */
const deepest = 64

/** What a text of YAML holds, or in words why it is of no use. */
export type ReadYaml = { readonly content: Document } | { readonly fault: string }

const invalid: ReadYaml = { fault: 'Not a valid YAML file' }
const unstorable: ReadYaml = { fault: 'The file holds a character that no text can hold: NUL, or half of another one' }

export function readYaml(text: string): ReadYaml {
  try {
    const document = parseDocument(text, { schema: 'core', strict: true, logLevel: 'error', intAsBigInt: true, customTags: readTags })
    // A tag asks for an object of some program; here everything is data.
    if (document.errors.length > 0 || document.warnings.some(({ code }) => code === 'TAG_RESOLVE_FAILED')) return invalid
    const value: unknown = settle(document.toJS({ maxAliasCount }), deepest)
    return isDocument(value) ? { content: value } : invalid
  } catch (error) {
    return error instanceof UnstorableText ? unstorable : invalid
  }
}

class UnstorableText extends Error {}

/** A copy whose whole numbers are numbers, but for those that would lose digits; what is too deep is thrown out. */
function settle(value: unknown, levels: number): unknown {
  if (typeof value === 'bigint') return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) throw new Error('too deep')
  if (Array.isArray(value)) return value.map((inner) => settle(inner, levels - 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('bytes, a set or a moment: nothing that JSON has')
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), settle(inner, levels - 1)]))
}

function storable(text: string): string {
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) throw new UnstorableText()
  return text
}

/**
 * Words without quotes mean here what they mean to the programs that write bundles, whose YAML is older: `yes` and `off` are truths, while `1e5` and
 * `0o7` are texts.
 */
function readTags(tags: Tags): Tags {
  const truths: ScalarTag = {
    tag: 'tag:yaml.org,2002:bool',
    default: true,
    identify: (value) => typeof value === 'boolean',
    test: /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/,
    resolve: (text) => /^(?:yes|true|on)$/i.test(text),
  }
  const isOf = (tag: Tags[number], format: string): boolean => typeof tag === 'object' && 'format' in tag && tag.format === format
  const dotted = (tag: Tags[number]): Tags[number] =>
    isOf(tag, 'EXP') ? { ...(tag as ScalarTag), test: /^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)[eE][-+][0-9]+$/ } : tag
  return [truths, ...tags.filter((tag) => typeof tag !== 'object' || (tag.tag !== truths.tag && !isOf(tag, 'OCT'))).map(dotted)]
}

/** The other way: very large and very small numbers have a dot, or older readers take them for texts. */
const exponents: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && /\de/.test(String(value)),
  test: /^[-+]?[0-9.]+[eE][-+]?[0-9]+$/,
  resolve: Number,
  stringify: ({ value }) => String(value).replace(/^(-?\d+)e/, '$1.0e'),
}

/** Older readers of YAML take `on`, `no` and `12:30` for something else than texts unless they are quoted. */
export const printYaml = (content: Document): string =>
  stringify(content, { lineWidth: 0, compat: 'yaml-1.1', aliasDuplicateObjects: false, customTags: (tags) => [exponents, ...tags] })
