import { queryEndpoints } from '@sightline/contract'
import type { Route } from '../../http/route.ts'
import { readRoutes } from '../../rest/routes.ts'
import { queries } from './queries.ts'

export const routes: readonly Route[] = readRoutes(queries, queryEndpoints)
