import { datasourceTypes, readDatasourceKey } from '@sightline/contract'
import { chartRefusal, type Caller } from '@sightline/core'
import { formDataOf } from '../../charts/form-data.ts'
import type { Deps } from '../../deps.ts'
import { describeSource, missingDataset } from '../../explorer/describe-source.ts'
import { findForm } from '../../explorer/kept-forms.ts'
import { mergeFilters } from '../../explorer/merge-filters.ts'
import { readPermalink } from '../../explorer/permalinks.ts'
import { findChart, mayReadChartRow, type ChartRow } from '../../explorer/reach-source.ts'
import { Refusal, unwrap } from '../../http/problem.ts'
import { idIn } from '../../rest/ids.ts'
import { describeChart } from './describe-chart.ts'

type Form = Readonly<Record<string, unknown>>
type Address = Readonly<Record<string, unknown>>

const lost = (what: 'chart' | 'dataset') => `Form data not found in cache, reverting to ${what} metadata.`

export type Explorer =
  | { readonly redirect: string }
  | {
      readonly dataset: Form
      readonly form_data: Form
      readonly slice: Form | null
      readonly message: string | null
      readonly metadata: Form | null
    }

/** What the explorer begins with: a shared form, a kept one, a saved chart or a dataset, in this order; what is gone is told, not refused. */
export async function openExplorer(deps: Deps, caller: Caller, asked: Address, signal: AbortSignal): Promise<Explorer> {
  const address: Address = { ...asked, datasource_id: asked['datasource_id'] ?? asked['dataset_id'] }
  const begun = await beginForm(deps, caller, address)
  const chart = await chartOf(deps, caller, idIn(begun.form['slice_id']) ?? idIn(address['slice_id']))
  const form = { ...(chart ? formDataOf(chart) : {}), ...begun.form }
  const type = address['datasource_type']
  if (type !== undefined && !(datasourceTypes as readonly unknown[]).includes(type))
    throw new Refusal(400, `Invalid datasource type: ${String(type as string)}`)
  const source =
    readDatasourceKey(form['datasource']) ?? readDatasourceKey(`${idIn(address['datasource_id']) ?? ''}__${typeof type === 'string' ? type : 'table'}`)
  const described = source && (await describeSource(deps, caller, source, signal))
  const dataset = described ? unwrap(described) : missingDataset(source?.type ?? 'table')
  const opensElsewhere = dataset['default_endpoint']
  if (!form['viz_type'] && typeof opensElsewhere === 'string' && opensElsewhere !== '') return { redirect: opensElsewhere }
  const about = chart ? await describeChart(deps, chart) : null
  return {
    dataset,
    form_data: {
      ...mergeFilters(form),
      datasource: source ? `${source.id}__${source.type}` : 'None__table',
      url_params: { ...recordOf(begun.form['url_params']), ...paramsOf(asked) },
    },
    slice: about?.slice ?? null,
    message: begun.message,
    metadata: about?.metadata ?? null,
  }
}

interface BegunForm {
  readonly form: Form
  readonly message: string | null
}

async function beginForm(deps: Deps, caller: Caller, address: Address): Promise<BegunForm> {
  const { permalink_key: permalinkKey, form_data_key: formKey } = address
  if (typeof permalinkKey === 'string' && permalinkKey !== '') {
    const permalink = await readPermalink(deps, caller, permalinkKey)
    if (!permalink) throw new Refusal(422, 'The shared link is not there any more.')
    const { formData, urlParams } = permalink.state
    return { form: urlParams && urlParams.length > 0 ? { ...formData, url_params: Object.fromEntries(urlParams) } : formData, message: null }
  }
  const isAsked = typeof formKey === 'string' && formKey !== ''
  const kept = isAsked ? recordOf(parsed(await findForm(deps, caller, formKey))) : {}
  const own = Object.keys(kept).length > 0 ? kept : recordOf(parsed(address['form_data']))
  if (Object.keys(own).length > 0) return { form: own, message: null }
  const chartId = idIn(address['slice_id'])
  if (chartId !== null) return { form: { slice_id: chartId }, message: isAsked ? lost('chart') : null }
  return { form: {}, message: isAsked && idIn(address['datasource_id']) !== null ? lost('dataset') : null }
}

async function chartOf(deps: Deps, caller: Caller, id: number | null): Promise<ChartRow | undefined> {
  const chart = id === null ? undefined : await findChart(deps, id)
  if (chart && !(await mayReadChartRow(deps, caller, chart))) throw new Refusal(chartRefusal, 403)
  return chart
}

/** What the address says besides the form itself. */
const paramsOf = (address: Address): Record<string, string> =>
  Object.fromEntries(
    Object.entries(address).flatMap(([name, value]) => (name === 'form_data' || name === 'r' || typeof value !== 'string' ? [] : [[name, value]])),
  )

const recordOf = (value: unknown): Form => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Form) : {})

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
