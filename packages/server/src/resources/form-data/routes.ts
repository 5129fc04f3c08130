import { formDataEndpoints } from '@sightline/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '@sightline/core'
import { sessionKeyOf } from '../../http/cookies.ts'
import { route, type Route } from '../../http/route.ts'
import { changeForm, createForm, readForm, removeForm, type FormPlace } from '../../explorer/kept-forms.ts'

const placeOf = (caller: Caller, request: FastifyRequest, tabId: string | undefined): FormPlace => ({ caller, session: sessionKeyOf(request), tabId })

export const routes: readonly Route[] = [
  route(formDataEndpoints.create, async (deps, { body, caller, query, request }) => ({
    key: await createForm(deps, placeOf(caller, request, query.tab_id), body),
  })),
  route(formDataEndpoints.change, async (deps, { body, caller, params, query, request }) => ({
    key: await changeForm(deps, placeOf(caller, request, query.tab_id), params.key, body),
    message: 'OK',
  })),
  route(formDataEndpoints.read, async (deps, { caller, params }) => ({ form_data: await readForm(deps, caller, params.key) })),
  route(formDataEndpoints.remove, async (deps, { caller, params }) => {
    await removeForm(deps, caller, params.key)
    return { message: 'Deleted successfully' }
  }),
]
