import type { Surroundings } from '@sightline/charts'
import { currencyFrom, type CurrencyFormat } from '@sightline/core'

/** A dataset as charts need it, in the words of the wire. */
export interface ChartDataset {
  readonly verbose_map?: Readonly<Record<string, string>> | undefined
  readonly column_formats?: Readonly<Record<string, string | null>> | undefined
  readonly currency_formats?: Readonly<Record<string, unknown>> | undefined
  readonly metrics?: readonly { readonly metric_name: string; readonly verbose_name?: string | null }[] | undefined
}

const textsOf = (map: Readonly<Record<string, string | null>> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(map ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** Shown names, number formats and currencies. Where a column and a metric share a name, the metric's own words win: it is what charts draw. */
export function namesOf(dataset: ChartDataset | undefined): Surroundings['dataset'] {
  const verboseNames = textsOf(dataset?.verbose_map)
  for (const { metric_name: name, verbose_name: verbose } of dataset?.metrics ?? []) if (verbose) verboseNames[name] = verbose
  const currencies: Record<string, CurrencyFormat> = {}
  for (const [name, value] of Object.entries(dataset?.currency_formats ?? {})) {
    const currency = currencyFrom(value)
    if (currency) currencies[name] = currency
  }
  return { verboseNames, formats: textsOf(dataset?.column_formats), currencies }
}
