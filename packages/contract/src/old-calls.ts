import { z } from 'zod'
import { chartDataResultSchema } from './chart-data.ts'
import { endpoint } from './endpoint.ts'

const record = z.record(z.string(), z.unknown())
const signedIn = { method: 'GET', tag: 'pages', access: 'signed-in', produces: 'redirect', status: 302 } as const

/** Calls that newer ones have replaced. Scripts and bookmarks still make them. */
export const oldCallEndpoints = {
  saveSource: endpoint({
    method: 'POST',
    path: '/datasource/save/',
    tag: 'Datasets',
    summary: 'Change a dataset by its whole description, in the old way',
    access: { permission: 'can_save', view: 'Datasource' },
    // `data` is a description such as `/datasource/get/` answers, as JSON. The use case reads it: this view answers `{error}`.
    body: z.looseObject({ data: z.unknown().optional() }).optional(),
    reply: record,
  }),
  warmUp: endpoint({
    method: 'GET',
    path: '/superset/warm_up_cache/',
    tag: 'Charts',
    summary: 'Run a chart, or the charts of a table, anew, in the old way',
    access: { permission: 'can_warm_up_cache', view: 'Superset' },
    query: z.record(z.string(), z.unknown()),
    reply: z.array(z.object({ slice_id: z.int(), viz_error: z.string().nullable(), viz_status: z.string().nullable() })),
  }),
  query: endpoint({
    method: 'POST',
    path: '/api/v1/query/',
    tag: 'Charts',
    summary: 'Run the query context of the form field `query_context`, in the old way: the answers come as a bare list',
    access: { permission: 'can_query', view: 'Api' },
    body: z.looseObject({ query_context: z.unknown().optional() }).optional(),
    reply: z.array(chartDataResultSchema),
  }),
  openApi: endpoint({
    method: 'GET',
    path: '/api/v1/_openapi',
    tag: 'OpenApi',
    summary: 'This description of the interface',
    access: { permission: 'can_get', view: 'OpenApi' },
    reply: record,
  }),
  swagger: endpoint({ ...signedIn, path: '/swagger/v1', summary: 'To the description of the interface', action: 'swagger' }),
  shortLink: endpoint({
    ...signedIn,
    path: '/r/:id',
    summary: 'Short links of old versions lead home: where they led is in no bundle',
    params: z.object({ id: z.string() }),
    action: 'short_link',
  }),
  language: endpoint({
    ...signedIn,
    path: '/lang/:locale',
    summary: 'Back to the page one came from: there is one language',
    params: z.object({ locale: z.string() }),
    action: 'language',
  }),
  userInfo: endpoint({ ...signedIn, path: '/users/userinfo/', summary: "To one's own page", action: 'userinfo' }),
  ownPassword: endpoint({ ...signedIn, path: '/resetmypassword/form', summary: "To the change of one's own password", action: 'resetmypassword' }),
  otherPassword: endpoint({
    ...signedIn,
    access: { permission: 'can_read', view: 'User' },
    path: '/resetpassword/form',
    summary: "To the list of users, where an administrator sets somebody's password",
    action: 'resetpassword',
  }),
}
