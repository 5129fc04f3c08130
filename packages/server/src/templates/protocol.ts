import type { Rendered, TemplateCall, TemplateContext } from './templates.ts'

/** What was answered so far, by the text of the call. */
export type Answers = Readonly<Record<string, unknown>>

export interface RenderOrder {
  readonly kind: 'render'
  readonly text: string
  readonly context: Omit<TemplateContext, 'ask'>
  readonly answers: Answers
}

export interface LayOutOrder {
  readonly kind: 'lay out'
  readonly sql: string
  readonly dialectId: string
}

export type Order = RenderOrder | LayOutOrder

export type RenderAnswer =
  | { readonly state: 'ready' }
  | { readonly state: 'done'; readonly rendered: Rendered }
  /** These must be answered first; then the text is rendered again. */
  | { readonly state: 'asks'; readonly calls: readonly TemplateCall[] }
  | { readonly state: 'missing'; readonly names: readonly string[] }
  | { readonly state: 'broken'; readonly detail: string }
  | { readonly state: 'laid out'; readonly sql: string | null }

export const keyOfCall = ({ name, args }: TemplateCall): string => JSON.stringify([name, Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1))])
