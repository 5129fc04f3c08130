import type { Result } from '@sightline/core'

/** What a template in SQL may see. Plain data: it crosses into a worker. */
export interface TemplateContext {
  readonly userId: number | null
  readonly username: string | null
  readonly email: string | null
  readonly urlParams: Readonly<Record<string, string>>
  /** The filters of the query object and the adhoc filters of the form. */
  readonly filters: readonly { readonly col: string; readonly op: string; readonly val: unknown }[]
  /** `template_params` of the dataset or the editor's tab, and what the query adds: from_dttm, to_dttm, columns, metrics … */
  readonly variables: Readonly<Record<string, unknown>>
}

export interface Rendered {
  readonly text: string
  /** Columns whose filter the template took over (`filter_values(…, remove_filter=True)`). */
  readonly removedFilters: readonly string[]
  /** Every input the text depended on; part of the cache key. */
  readonly cacheKeys: readonly unknown[]
}

export interface Templates {
  /** Text without `{{`, `{%` or `{#` comes back as it is. */
  render(text: string, context: TemplateContext): Promise<Result<Rendered>>
  close(): Promise<void>
}
