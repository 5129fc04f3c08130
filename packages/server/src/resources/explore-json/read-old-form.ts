import { readDatasourceKey, type DatasourceType } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { formDataOf } from '../../charts/form-data.ts'
import type { Deps } from '../../deps.ts'
import { mergeFilters } from '../../explorer/merge-filters.ts'
import { findChart, mayReadChartRow } from '../../explorer/reach-source.ts'
import { Refusal } from '../../http/problem.ts'
import { idIn } from '../../rest/ids.ts'

type Form = Readonly<Record<string, unknown>>

export interface OldRequest {
  /** As it was sent, with the saved chart's under it where only that was named. */
  readonly form: Form
  /** With all filters in one place. */
  readonly merged: Form
  readonly datasource: { readonly id: number; readonly type: DatasourceType }
}

/** Keys that name a saved chart and say what to add to it. */
const namesChart = new Set(['slice_id', 'extra_filters', 'adhoc_filters', 'viz_type'])

/** The form of a request: a field of the body, what the address says over it, and the saved chart under both. */
export async function readOldForm(
  deps: Deps,
  caller: Caller,
  request: { readonly body?: unknown; readonly address: Form; readonly source?: { readonly id: string; readonly type: string } },
): Promise<OldRequest> {
  const given = { ...formIn(recordOf(request.body)['form_data']), ...formIn(request.address['form_data']) }
  const form = await withChart(deps, caller, given)
  const path = request.source && `${request.source.id}__${request.source.type}`
  const datasource = readDatasourceKey(form['datasource']) ?? readDatasourceKey(path)
  if (!datasource) throw Refusal.raw(400, { error: 'The dataset associated with this chart no longer exists' })
  return { form, merged: mergeFilters(form), datasource }
}

async function withChart(deps: Deps, caller: Caller, form: Form): Promise<Form> {
  const id = idIn(form['slice_id'])
  if (id === null || !Object.keys(form).every((key) => namesChart.has(key))) return form
  const chart = await findChart(deps, id)
  if (!chart) return form
  if (!(await mayReadChartRow(deps, caller, chart))) throw Refusal.raw(403, { error: "You don't have access to this chart." })
  return { ...formDataOf(chart), ...form }
}

const recordOf = (value: unknown): Form => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Form) : {})

/** A text that is no JSON says nothing. */
function formIn(given: unknown): Form {
  if (typeof given !== 'string') return recordOf(given)
  try {
    return recordOf(JSON.parse(given))
  } catch {
    return {}
  }
}
