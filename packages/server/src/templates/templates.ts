import type { Result } from '@sightline/core'

/** What a template in SQL may see. Plain data: it crosses into a worker. */
export interface TemplateContext {
  readonly userId: number | null
  readonly username: string | null
  readonly email: string | null
  /** Names of the caller's roles. */
  readonly roles?: readonly string[]
  /** Clauses of the row rules that bind the caller on the dataset; null where there is no dataset. */
  readonly rowRules?: readonly string[] | null
  readonly urlParams: Readonly<Record<string, string>>
  /** The filters of the query object and the adhoc filters of the form. */
  readonly filters: readonly { readonly col: string; readonly op: string; readonly val: unknown }[]
  /** `template_params` of the dataset or the editor's tab, and what the query adds: from_dttm, to_dttm, columns, metrics … */
  readonly variables: Readonly<Record<string, unknown>>
  /** Whose literals are written. Without it a text with a backslash is refused, because databases disagree about those. */
  readonly dialectId?: string
  /** Answers the functions that need the store or the database. Stays on this side; without it those functions fail. */
  readonly ask?: AnswerCall
}

/** A function of a template that only the server can answer: `dataset(3)` → `{ name: 'dataset', args: { id: 3 } }`. */
export interface TemplateCall {
  readonly name: 'dataset' | 'metric' | 'get_time_filter' | 'latest_partition' | 'latest_partitions' | 'first_latest_partition' | 'latest_sub_partition'
  readonly args: Readonly<Record<string, unknown>>
}

export type AnswerCall = (call: TemplateCall) => Promise<Result<unknown>>

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
  /** SQL laid out in lines; null if that cannot be done in time. The same worker does it, because long texts take long. */
  layOut(sql: string, dialectId: string): Promise<string | null>
  close(): Promise<void>
}
