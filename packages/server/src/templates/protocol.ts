import type { Rendered, TemplateContext } from './templates.ts'

export interface RenderOrder {
  readonly text: string
  readonly context: TemplateContext
}

export type RenderAnswer =
  | { readonly state: 'ready' }
  | { readonly state: 'done'; readonly rendered: Rendered }
  | { readonly state: 'missing'; readonly names: readonly string[] }
  | { readonly state: 'broken'; readonly detail: string }
