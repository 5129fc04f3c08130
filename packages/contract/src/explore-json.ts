import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { chartDataResultSchema } from './chart-data.ts'

const about = {
  tag: 'Charts',
  access: { permission: 'can_explore_json', view: 'Superset' },
  // `form_data`, and what of the answer is wanted: query=true, results=true, samples=true or csv=true; force=true.
  query: z.record(z.string(), z.unknown()),
  reply: chartDataResultSchema,
} as const
const summary = 'The data of a chart of an older type'
const ofSource = z.object({ type: z.string(), id: z.string() })
/** It changes nothing, and scripts of the reference interface call it without the token. */
const asForm = { method: 'POST', csrf: false, body: z.unknown() } as const

export const exploreJsonEndpoints = {
  get: endpoint({ ...about, method: 'GET', path: '/superset/explore_json/', summary }),
  post: endpoint({ ...about, ...asForm, path: '/superset/explore_json/', summary }),
  getOf: endpoint({
    ...about,
    method: 'GET',
    path: '/superset/explore_json/:type/:id/',
    summary: `${summary}, its data source in the address`,
    params: ofSource,
  }),
  postOf: endpoint({ ...about, ...asForm, path: '/superset/explore_json/:type/:id/', summary: `${summary}, its data source in the address`, params: ofSource }),
}
