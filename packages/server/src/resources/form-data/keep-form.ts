import type { FormDataBody } from '@sightline/contract'
import { mayDo, mayReadChart, mayReadDataset, type Caller, type DatasetFacts } from '@sightline/core'
import { fullNameOf, loadDataset } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { forgetValue, keepValue, keyFor, newKey, readValue, sweepValues } from '../../key-values/key-values.ts'
import { isId } from '../../rest/ids.ts'

const resource = 'explore_form_data'
const lifeSeconds = 7 * 86_400

interface KeptForm {
  readonly owner: number | null
  readonly datasource_id: number
  readonly datasource_type: string
  readonly chart_id: number | null
  readonly form_data: string
}

/** Who asks, in which tab of which browser. */
export interface FormPlace {
  readonly caller: Caller
  readonly session: string | undefined
  readonly tabId: string | undefined
}

/** One tab keeps one form per chart or dataset, so that its address stays; without a tab every form is a new one. */
export async function createForm(deps: Deps, place: FormPlace, body: FormDataBody): Promise<string> {
  mustBeJson(body.form_data)
  await mustReach(deps, place.caller, body.datasource_id, body.datasource_type, body.chart_id ?? null)
  await sweepValues(deps)
  const key = keyOfPlace(deps, place, body) ?? newKey()
  await keep(deps, place.caller, key, body)
  return key
}

/** Answers the key to use from now on: another one if the form belongs to another tab or chart by now. */
export async function changeForm(deps: Deps, place: FormPlace, given: string, body: FormDataBody): Promise<string> {
  mustBeJson(body.form_data)
  await mustReach(deps, place.caller, body.datasource_id, body.datasource_type, body.chart_id ?? null)
  const kept = await read(deps, given)
  if (!kept) return given
  if (kept.owner !== place.caller.id) throw new Refusal(403, 'Forbidden')
  const key = keyOfPlace(deps, place, body) ?? given
  await keep(deps, place.caller, key, body)
  return key
}

export async function readForm(deps: Deps, caller: Caller, key: string): Promise<string> {
  const kept = await read(deps, key)
  if (!kept) throw new Refusal(404, 'Not found')
  await mustReach(deps, caller, kept.datasource_id, kept.datasource_type, kept.chart_id)
  return kept.form_data
}

export async function removeForm(deps: Deps, caller: Caller, key: string): Promise<void> {
  const kept = await read(deps, key)
  if (!kept) throw new Refusal(404, 'Not found')
  if (kept.owner !== caller.id) throw new Refusal(403, 'Forbidden')
  await forgetValue(deps, resource, key)
}

const keyOfPlace = (deps: Deps, { caller, session, tabId }: FormPlace, body: FormDataBody): string | null =>
  !tabId || tabId === '0' ? null : keyFor(deps, [resource, caller.id, session ?? '', tabId, body.datasource_type, body.datasource_id, body.chart_id ?? null])

async function keep(deps: Deps, caller: Caller, key: string, body: FormDataBody): Promise<void> {
  const { datasource_id, datasource_type, form_data } = body
  const kept: KeptForm = { owner: caller.id, datasource_id, datasource_type, chart_id: body.chart_id ?? null, form_data }
  await keepValue(deps, { resource, key, value: JSON.stringify(kept), userId: caller.id, seconds: lifeSeconds })
}

async function read(deps: Deps, key: string): Promise<KeptForm | null> {
  const text = await readValue(deps, resource, key, lifeSeconds)
  return text === undefined ? null : (JSON.parse(text) as KeptForm)
}

function mustBeJson(text: string): void {
  try {
    JSON.parse(text)
  } catch {
    throw Refusal.raw(400, { message: ['JSON not valid'] })
  }
}

/** The data and the chart that a form is about must be open to whoever keeps or reads it. */
async function mustReach(deps: Deps, caller: Caller, id: number, type: string, chartId: number | null): Promise<void> {
  if (type === 'query') await mustReachQuery(deps, caller, id)
  else {
    const facts = await factsOf(deps, id)
    if (!facts) throw new Refusal(404, 'Not found')
    if (!mayReadDataset(caller, facts)) throw new Refusal(403, 'Forbidden')
  }
  if (chartId !== null && chartId !== 0) await mustReachChart(deps, caller, chartId)
}

async function factsOf(deps: Deps, id: number): Promise<DatasetFacts | null> {
  const dataset = isId(id) ? await loadDataset(deps, id) : undefined
  if (!dataset) return null
  const { row, database, ownerIds } = dataset
  return { name: fullNameOf(row), perm: row.perm, schemaPerm: row.schema_perm, database, ownerIds }
}

/** A run of the SQL editor is a source for the one who ran it. */
async function mustReachQuery({ db }: Deps, caller: Caller, id: number): Promise<void> {
  const row = isId(id) ? await db.selectFrom('queries').select('user_id').where('id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new Refusal(404, 'Not found')
  if (row.user_id !== caller.id && !mayDo(caller, 'all_query_access', 'all_query_access')) throw new Refusal(403, 'Forbidden')
}

async function mustReachChart(deps: Deps, caller: Caller, id: number): Promise<void> {
  const chart = isId(id)
    ? await deps.db.selectFrom('charts').select(['id', 'datasource_id', 'datasource_type']).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!chart) throw new Refusal(404, 'Not found')
  const owners = await deps.db.selectFrom('chart_owners').select('user_id').where('chart_id', '=', id).execute()
  const dataset = chart.datasource_type === 'table' && chart.datasource_id !== null ? await factsOf(deps, chart.datasource_id) : null
  if (!mayReadChart(caller, { ownerIds: owners.map(({ user_id }) => user_id), dataset })) throw new Refusal(403, 'Forbidden')
}
