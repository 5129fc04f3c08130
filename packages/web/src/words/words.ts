import { catalogue } from './catalogue.ts'
import type { Catalogue } from './catalogue.ts'

export type WordKey = keyof Catalogue

const texts: Record<string, string> = { ...catalogue }

/** A part that is loaded when it is opened brings its words along: its front door adds them before anything of it is evaluated. */
export const addWords = (words: Readonly<Partial<Catalogue>>): void => {
  Object.assign(texts, words)
}

/** The names in braces: `'Deleted: {name}'` asks for `{ name }`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

type ParamsOf<Key extends WordKey> = NamesIn<Catalogue[Key]> extends never ? [] : [params: Readonly<Record<NamesIn<Catalogue[Key]>, string | number>>]

const fill = (text: string, params: Readonly<Record<string, string | number>> | undefined): string =>
  params === undefined ? text : text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole))

/** The words for a key. Missing keys and missing parameters do not type-check. */
export const t = <Key extends WordKey>(key: Key, ...[params]: ParamsOf<Key>): string => fill(texts[key] ?? key, params)

/** Keys that come in a `.one` and an `.other` form. */
type StemOf<Key> = Key extends `${infer Stem}.other` ? (`${Stem}.one` extends WordKey ? Stem : never) : never
type CountKey = StemOf<WordKey>

const rules = new Intl.PluralRules('en')

/** The words for a number of things; `{count}` in the text is the number. */
export const tCount = (stem: CountKey, count: number): string => {
  const key = `${stem}.${rules.select(count) === 'one' ? 'one' : 'other'}` as WordKey
  return fill(texts[key] ?? key, { count: formatCount(count) })
}

const counts = new Intl.NumberFormat('en')

export const formatCount = (count: number): string => counts.format(count)
