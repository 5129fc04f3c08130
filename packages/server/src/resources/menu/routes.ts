import { menuEndpoints } from '@sightline/contract'
import { route, type Route } from '../../http/route.ts'
import { menuTree } from '../../people/menu.ts'

export const routes: readonly Route[] = [route(menuEndpoints.get, async (deps, { caller }) => ({ result: menuTree(deps, caller) }))]
