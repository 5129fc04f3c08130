import type { Route } from '../http/route.ts'

/** One line per resource. */
export const routes: readonly Route[] = []
