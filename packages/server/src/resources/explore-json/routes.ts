import { exploreJsonEndpoints } from '@sightline/contract'
import { mayDo } from '@sightline/core'
import type { FastifyReply } from 'fastify'
import { printFiles } from '../../chart-data/print-files.ts'
import type { Deps } from '../../deps.ts'
import { sessionKeyOf } from '../../http/cookies.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Call, type Route } from '../../http/route.ts'
import { csrfFault } from '../../people/csrf.ts'
import { sendPieces } from '../../wire/send-pieces.ts'
import { answerOldChart, askForFile, loadOldRows, showOldStatement, type OldAsking } from './answer-old-chart.ts'
import { readOldForm } from './read-old-form.ts'

type Address = Readonly<Record<string, unknown>>
type OldCall = Call<{ readonly type: string; readonly id: string } | unknown, Address, unknown>

const json = 'application/json; charset=utf-8'

/** `csv=true`, `query=true` …: the first that is there says what is wanted; the whole answer if none is. */
const wishes = ['csv', 'xlsx', 'query', 'results', 'samples'] as const
const wishOf = (address: Address): (typeof wishes)[number] | 'full' => wishes.find((wish) => address[wish] === 'true') ?? 'full'

async function answer(deps: Deps, call: OldCall): Promise<FastifyReply> {
  const { caller, query: address, params, reply } = call
  mustBeOurs(deps, call)
  const wish = wishOf(address)
  const isFile = wish === 'csv' || wish === 'xlsx'
  if (isFile && !mayDo(caller, 'can_csv', 'Superset')) throw Refusal.raw(403, { error: `You don't have the rights to download as ${wish}` })
  const source = typeof params === 'object' && params !== null && 'id' in params ? (params as { type: string; id: string }) : undefined
  const request = await readOldForm(deps, caller, { body: call.body, address, ...(source ? { source } : {}) })
  const asking: OldAsking = { caller, request, force: address['force'] === 'true', urlParams: textsOf(address), signal: call.signal }
  if (isFile) {
    const file = await printFiles(deps, await askForFile(deps, asking), wish, () => asking.signal)
    const stamp = deps.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')
    return sendPieces(reply.header('content-disposition', `attachment; filename=${stamp}.${file.extension}`), file.type, file.pieces)
  }
  if (wish === 'query') return reply.type(json).send(JSON.stringify(await showOldStatement(deps, asking)))
  return reply.type(json).send(wish === 'full' ? await answerOldChart(deps, asking) : await loadOldRows(deps, asking, wish))
}

/** With the flag on, the call is made only by our own pages: it then takes no address that could stand in a link elsewhere. */
function mustBeOurs(deps: Deps, { request }: OldCall): void {
  if (!deps.config.featureFlags.ENABLE_EXPLORE_JSON_CSRF_PROTECTION) return
  if (request.method === 'GET') throw Refusal.raw(405, { error: 'Method Not Allowed' })
  const field = (request.body as { readonly csrf_token?: unknown } | undefined)?.csrf_token
  const header = request.headers['x-csrftoken'] ?? request.headers['x-csrf-token'] ?? field
  const fault = csrfFault(deps, sessionKeyOf(request), typeof header === 'string' ? header : undefined)
  if (fault) throw new Refusal({ code: 'GENERIC_BACKEND_ERROR', message: `400 Bad Request: ${fault}` }, 400)
}

const textsOf = (address: Address): Record<string, string> =>
  Object.fromEntries(Object.entries(address).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'form_data'))

export const routes: readonly Route[] = Object.values(exploreJsonEndpoints).map((endpoint) => route(endpoint as typeof exploreJsonEndpoints.post, answer))
