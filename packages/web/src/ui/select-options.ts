import type { ReactNode } from 'react'

export type SelectValue = string | number | boolean | null

export interface SelectOption<Value extends SelectValue> {
  readonly value: Value
  readonly label: string
  readonly icon?: ReactNode
  /** A few words about it, at the end of its line. */
  readonly note?: string | undefined
  readonly isDisabled?: boolean
}

export const optionHeight = 30

/** Options whose label contains the text, those that start with it first. */
export const filterOptions = <Value extends SelectValue>(options: readonly SelectOption<Value>[], text: string): readonly SelectOption<Value>[] => {
  const needle = text.trim().toLowerCase()
  if (needle === '') return options
  const hits = options.filter((option) => option.label.toLowerCase().includes(needle))
  const isFirst = (option: SelectOption<Value>): boolean => option.label.toLowerCase().startsWith(needle)
  return [...hits.filter(isFirst), ...hits.filter((option) => !isFirst(option))]
}

/** Which rows of a long list are worth drawing. */
export const visibleRows = (scrollTop: number, height: number, rowHeight: number, count: number, spare = 6): { readonly from: number; readonly to: number } => {
  const from = Math.max(0, Math.floor(scrollTop / rowHeight) - spare)
  return { from, to: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + spare) }
}

/** Chosen values out of pasted text: commas, semicolons, tabs and line ends part them. */
export const splitPasted = (text: string): readonly string[] =>
  text
    .split(/[,;\t\n]|\r\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
