import type { Route } from '../http/route.ts'
import { routes as cssTemplates } from './css-templates/routes.ts'

/** One line per resource. */
export const routes: readonly Route[] = [...cssTemplates]
