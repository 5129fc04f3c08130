import { t, type WordKey } from '../../../words/words.ts'

type Platform = 'mac' | 'windows' | 'other'

export const platformOf = (userAgent: string): Platform => (/mac|iphone|ipad/i.test(userAgent) ? 'mac' : /windows/i.test(userAgent) ? 'windows' : 'other')

/** What a key of the editor does. */
export type Action =
  | 'run'
  | 'runStatement'
  | 'stop'
  | 'newTab'
  | 'previousTab'
  | 'nextTab'
  | 'save'
  | 'format'
  | 'find'
  | 'replace'
  | 'complete'
  | 'comment'
  | 'leftBar'
  | 'undo'
  | 'redo'
  | 'previousLine'
  | 'leave'

interface Keys {
  readonly action: Action
  readonly words: Extract<WordKey, `sqlbar.key.${string}` | `sqled.key.${string}`>
  /** In the editor's own spelling; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys: readonly string[] | Readonly<Record<Platform, readonly string[]>>
  /** Works in the whole page, not only in the text. */
  readonly isOfPage?: true
}

const same = (mac: readonly string[], other: readonly string[]): Readonly<Record<Platform, readonly string[]>> => ({ mac, windows: other, other })

/** Every key of the editor, by what it does. Browsers keep some for themselves, hence the differences between systems. */
const table: readonly Keys[] = [
  { action: 'run', words: 'sqlbar.key.run', keys: same(['Ctrl-r', 'Ctrl-Enter', 'Mod-Enter', 'Alt-Enter'], ['Ctrl-r', 'Ctrl-Enter', 'Alt-Enter']) },
  { action: 'runStatement', words: 'sqlbar.key.runStatement', keys: same(['Ctrl-Shift-Enter', 'Mod-Shift-Enter'], ['Ctrl-Shift-Enter']) },
  { action: 'stop', words: 'sqlbar.key.stop', keys: same(['Ctrl-x'], ['Ctrl-e']), isOfPage: true },
  { action: 'newTab', words: 'sqlbar.key.newTab', keys: { mac: ['Ctrl-t'], windows: ['Ctrl-q'], other: ['Ctrl-t'] }, isOfPage: true },
  { action: 'previousTab', words: 'sqlbar.key.previousTab', keys: ['Ctrl-['], isOfPage: true },
  { action: 'nextTab', words: 'sqlbar.key.nextTab', keys: ['Ctrl-]'], isOfPage: true },
  { action: 'save', words: 'sqlbar.key.save', keys: ['Mod-s'], isOfPage: true },
  { action: 'format', words: 'sqlbar.key.format', keys: ['Ctrl-Shift-f'], isOfPage: true },
  { action: 'find', words: 'sqlbar.key.find', keys: ['Mod-f'] },
  { action: 'replace', words: 'sqlbar.key.replace', keys: same(['Mod-Alt-f'], ['Ctrl-h']) },
  { action: 'complete', words: 'sqlbar.key.complete', keys: ['Ctrl-Space'] },
  { action: 'comment', words: 'sqled.key.comment', keys: ['Mod-/'] },
  { action: 'leftBar', words: 'sqled.key.leftBar', keys: ['Mod-b'], isOfPage: true },
  { action: 'undo', words: 'sqled.key.undo', keys: ['Mod-z'] },
  { action: 'redo', words: 'sqled.key.redo', keys: same(['Mod-Shift-z'], ['Ctrl-y', 'Ctrl-Shift-z']) },
  { action: 'previousLine', words: 'sqlbar.key.previousLine', keys: same(['Ctrl-p'], []) },
  { action: 'leave', words: 'sqled.key.leave', keys: ['Escape Tab'] },
]

/** The keys of each action on this system. */
export const keysOf = (
  platform: Platform,
): readonly { readonly action: Action; readonly keys: readonly string[]; readonly isOfPage: boolean; readonly words: Keys['words'] }[] =>
  table
    .map(({ action, words, keys, isOfPage }) => ({ action, words, keys: 'mac' in keys ? keys[platform] : keys, isOfPage: isOfPage === true }))
    .filter(({ keys }) => keys.length > 0)

interface Shortcut {
  readonly action: string
  /** Each a chord: its keys in the order in which they are pressed. */
  readonly chords: readonly (readonly string[])[]
}

const signs: Readonly<Record<string, string>> = { Space: 'Space', Escape: 'Esc' }

/** `Mod-Alt-f` as a person reads it. */
export const chordOf = (keys: string, platform: Platform): readonly string[] =>
  keys
    .split(/[- ](?=.)/)
    .map((key) =>
      key === 'Mod'
        ? platform === 'mac'
          ? '⌘'
          : 'Ctrl'
        : key === 'Alt' && platform === 'mac'
          ? 'Option'
          : (signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    )

/** For the list of all keys. */
export const shortcuts = (platform: Platform): readonly Shortcut[] =>
  keysOf(platform).map(({ words, keys }) => ({ action: t(words), chords: keys.map((one) => chordOf(one, platform)) }))
