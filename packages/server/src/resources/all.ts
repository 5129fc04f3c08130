import type { Route } from '../http/route.ts'
import { routes as dashboards } from './dashboards/routes.ts'
import { routes as charts } from './charts/routes.ts'
import { routes as cssTemplates } from './css-templates/routes.ts'
import { routes as logEvents } from './log-events/routes.ts'
import { routes as me } from './me/routes.ts'
import { routes as menu } from './menu/routes.ts'
import { routes as pages } from './pages/routes.ts'
import { routes as security } from './security/routes.ts'

/** One line per resource. */
export const routes: readonly Route[] = [...logEvents, ...me, ...menu, ...pages, ...security, ...cssTemplates, ...charts, ...dashboards]
