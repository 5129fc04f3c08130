import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A version that a save replaced. */
const kept = z.object({
  id: z.int(),
  /** The mark it had: what `ETag` said of it, without its quotes. */
  version: z.string(),
  replaced_on: z.string(),
  replaced_by: z.object({ id: z.int(), first_name: z.string(), last_name: z.string() }).nullable(),
})
export type KeptVersion = z.infer<typeof kept>

const versionEndpoints = ({ resource, view, thing }: { readonly resource: string; readonly view: string; readonly thing: string }) => {
  const about = { tag: resource, access: { permission: 'can_write', view } } as const
  const one = z.object({ id: z.union([z.string(), z.number()]), versionId: z.union([z.string(), z.number()]) })
  return {
    list: endpoint({
      ...about,
      method: 'GET',
      path: `/api/v1/${resource}/:id/versions/`,
      summary: `What saves of the ${thing} have replaced, newest first`,
      params: one.pick({ id: true }),
      reply: z.object({ count: z.int(), result: z.array(kept) }),
    }),
    get: endpoint({
      ...about,
      method: 'GET',
      path: `/api/v1/${resource}/:id/versions/:versionId`,
      summary: `One replaced version of the ${thing}, with all it held`,
      params: one,
      reply: z.object({ result: kept.extend({ content: z.record(z.string(), z.unknown()) }) }),
    }),
    putBack: endpoint({
      ...about,
      method: 'POST',
      path: `/api/v1/${resource}/:id/versions/:versionId/restore/`,
      summary: `Save a replaced version of the ${thing} again; owners and roles stay as they are`,
      params: one,
      reply: z.looseObject({ id: z.int() }),
    }),
  }
}
export type VersionEndpoints = ReturnType<typeof versionEndpoints>

/** By what is versioned. */
export const versionTable = {
  dashboard: versionEndpoints({ resource: 'dashboard', view: 'Dashboard', thing: 'dashboard' }),
  chart: versionEndpoints({ resource: 'chart', view: 'Chart', thing: 'chart' }),
  dataset: versionEndpoints({ resource: 'dataset', view: 'Dataset', thing: 'dataset' }),
}
