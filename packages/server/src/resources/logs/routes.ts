import { eventEndpoints } from '@sightline/contract'
import { route, type Route } from '../../http/route.ts'
import { askedBy, readRoutes } from '../../rest/routes.ts'
import { logs } from './logs.ts'
import { recentActivity } from './recent-activity.ts'

export const routes: readonly Route[] = [
  ...readRoutes(logs, eventEndpoints),
  route(eventEndpoints.recentActivity, (deps, call) => recentActivity(askedBy(deps, call), call.query.q)),
]
