import { type NumberFormatter, currencyFrom, numberFormatter } from '@sightline/core'
import type { Surroundings } from './chart.ts'
import { entryOf } from './labels.ts'

/** The format the metrics agree on, where the form leaves it to them. */
function sharedOf<Value>(metrics: readonly string[], values: Readonly<Record<string, Value>> | undefined): Value | undefined {
  const found = metrics.map((metric) => entryOf(values, metric))
  const [first] = found
  return first !== undefined && found.every((value) => JSON.stringify(value) === JSON.stringify(first)) ? first : undefined
}

/** How the values of these metrics are written: the form's wish, else what the dataset says, else short numbers. */
export function measureFormat(format: string | null | undefined, currency: unknown, metrics: readonly string[], { dataset }: Surroundings): NumberFormatter {
  const isDefault = !format || format === 'SMART_NUMBER'
  const pattern = isDefault ? (sharedOf(metrics, dataset.formats) ?? 'SMART_NUMBER') : format
  return numberFormatter(pattern, currencyFrom(currency) ?? sharedOf(metrics, dataset.currencies))
}
