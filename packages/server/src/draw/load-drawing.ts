import { queryContextSchema } from '@sightline/contract'
import { chartOf } from '@sightline/charts'
import { currencyFrom, type Caller, type CurrencyFormat } from '@sightline/core'
import type { Selectable } from 'kysely'
import { formDataOf } from '../charts/form-data.ts'
import { loadChartFrames } from '../chart-data/load-chart-frames.ts'
import { recallDataset } from '../chart-data/recall-dataset.ts'
import { zoneOfDataset } from '../chart-data/zone-of-dataset.ts'
import { loadDataset } from '../datasets/load-dataset.ts'
import type { Charts } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { ChartDrawing } from './request.ts'

type ChartRow = Selectable<Charts>

/** Shown names and formats of a dataset, as charts want them. */
async function namesOf(deps: Deps, datasetId: number): Promise<ChartDrawing['dataset']> {
  const loaded = await loadDataset(deps, datasetId)
  const verboseNames: Record<string, string> = {}
  const formats: Record<string, string> = {}
  const currencies: Record<string, CurrencyFormat> = {}
  for (const { column_name, verbose_name } of loaded?.columns ?? []) if (verbose_name) verboseNames[column_name] = verbose_name
  for (const { metric_name, verbose_name, d3format, currency } of loaded?.metrics ?? []) {
    if (verbose_name) verboseNames[metric_name] = verbose_name
    if (d3format) formats[metric_name] = d3format
    const money = currencyFrom(currency)
    if (money) currencies[metric_name] = money
  }
  return { verboseNames, formats, currencies }
}

/** A saved chart with the rows the caller may see. Throws the refusal that the chart's own data would answer with. */
export async function loadDrawing(
  deps: Deps,
  caller: Caller,
  row: ChartRow,
  options: { readonly signal: AbortSignal; readonly force?: boolean; readonly formData?: Readonly<Record<string, unknown>> },
): Promise<ChartDrawing> {
  const form = { ...formDataOf(row), ...options.formData }
  const base = { vizType: row.viz_type, form, frames: [], dataset: { verboseNames: {}, formats: {} }, timeZone: 'UTC' }
  const chart = chartOf(row.viz_type)
  if (!chart) return { ...base, refusal: 'This visualization type is not supported.' }
  const read = chart.form.safeParse(form) as { readonly success: boolean; readonly data?: unknown }
  if (!read.success) return { ...base, refusal: 'The chart has settings that cannot be read.' }
  const queries = chart.queries(read.data)
  if (queries.length === 0) return { ...base, refusal: 'Not all required settings of the chart are filled.' }
  const context = queryContextSchema.safeParse({
    datasource: { id: row.datasource_id, type: 'table' },
    force: options.force ?? false,
    queries,
    form_data: form,
    result_format: 'json',
    result_type: 'full',
  })
  if (!context.success) return { ...base, refusal: 'The chart has settings that cannot be read.' }
  const frames = await loadChartFrames(deps, caller, context.data, options.signal)
  const source = await recallDataset(deps, row.datasource_id)
  return { ...base, frames, dataset: await namesOf(deps, row.datasource_id), timeZone: source ? zoneOfDataset(deps, source.loaded) : deps.config.timeZone }
}
