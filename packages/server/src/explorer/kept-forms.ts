import type { FormDataBody } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { forgetValue, keepValue, keyFor, newKey, readValue, sweepValues } from '../key-values/key-values.ts'
import { mustReach } from './reach-source.ts'

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
  const form = await findForm(deps, caller, key)
  if (form === undefined) throw new Refusal(404, 'Not found')
  return form
}

/** Undefined where the form was forgotten or its time is over; refused where its data are closed to the caller. */
export async function findForm(deps: Deps, caller: Caller, key: string): Promise<string | undefined> {
  const kept = await read(deps, key)
  if (!kept) return undefined
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
