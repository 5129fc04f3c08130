import { datasourceEndpoints, datasourceTypes, readDatasourceKey, type DatasourceType } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../../deps.ts'
import { describeSource } from '../../explorer/describe-source.ts'
import { unwrap } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { idOf } from '../../rest/ids.ts'
import { loadSamples } from './load-samples.ts'
import { loadValues } from './load-values.ts'
import { viewError } from './view-error.ts'

const json = 'application/json; charset=utf-8'

async function describe(deps: Deps, caller: Caller, source: { readonly id: number; readonly type: DatasourceType }, signal: AbortSignal) {
  const described = await describeSource(deps, caller, source, signal)
  if (!described) throw viewError(404, 'Datasource does not exist')
  return unwrap(described)
}

export const routes: readonly Route[] = [
  route(datasourceEndpoints.samples, async (deps, { body, caller, query, reply, signal }) => {
    const printed = await loadSamples(deps, caller, query, body, signal)
    return reply.type(json).send(Buffer.concat([Buffer.from('{"result":'), printed, Buffer.from('}')]))
  }),
  route(datasourceEndpoints.columnValues, async (deps, { caller, params, reply, signal }) =>
    reply.type(json).send(await loadValues(deps, caller, params, signal)),
  ),
  route(datasourceEndpoints.get, async (deps, { caller, params, signal }) => {
    const type = datasourceTypes.find((known) => known === params.type)
    if (!type) throw viewError(400, `Invalid datasource type: ${params.type}`)
    return describe(deps, caller, { id: idOf(params.id), type }, signal)
  }),
  route(datasourceEndpoints.fetchMetadata, async (deps, { caller, query, signal }) => {
    const source = readDatasourceKey(query.datasourceKey)
    if (!source) throw viewError(400, 'datasourceKey must name a data source, such as 1__table')
    return describe(deps, caller, source, signal)
  }),
]
