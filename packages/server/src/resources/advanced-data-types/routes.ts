import { advancedDataTypeEndpoints } from '@sightline/contract'
import { route, type Route } from '../../http/route.ts'
import { convertValues, kindNames } from './convert.ts'

export const routes: readonly Route[] = [
  route(advancedDataTypeEndpoints.types, async () => ({ result: kindNames })),
  route(advancedDataTypeEndpoints.convert, async (_deps, { query, reply }) => reply.type('application/json; charset=utf-8').send(convertValues(query.q))),
]
