import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { jsonText, text } from '../fields.ts'
import { idParams, messageReply } from '../resource.ts'

const pair = (view: string, permission: string) => ({ permission, view })
const links = 'DashboardPermalinkRestApi'
const states = 'DashboardFilterStateRestApi'
const keyParams = z.object({ key: z.string() })

/** What a lasting link to a dashboard opens. */
export const dashboardPermalinkState = z.strictObject({
  urlParams: z
    .array(z.tuple([text(), text().nullable()]))
    .nullable()
    .optional(),
  dataMask: z.record(z.string(), z.unknown()).nullable().optional(),
  activeTabs: z.array(text()).nullable().optional(),
  anchor: text().nullable().optional(),
})
export type DashboardPermalinkState = z.infer<typeof dashboardPermalinkState>

export const dashboardPermalinkEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/dashboard/:id/permalink',
    tag: 'dashboard',
    summary: 'A lasting link to a dashboard with its filters, tabs and anchor',
    access: pair(links, 'can_write'),
    isForGuests: true,
    params: idParams,
    // Checked by the call itself: what is wrong is answered as one text.
    body: z.unknown() as z.ZodType<unknown>,
    reply: z.object({ key: z.string(), url: z.string() }),
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/permalink/:key',
    tag: 'dashboard',
    summary: 'What a lasting link to a dashboard holds',
    access: pair(links, 'can_read'),
    isForGuests: true,
    params: keyParams,
    reply: z.object({ dashboardId: z.string(), state: dashboardPermalinkState }),
  }),
  open: endpoint({
    method: 'GET',
    path: '/superset/dashboard/p/:key/',
    tag: 'pages',
    summary: 'To the dashboard of a lasting link',
    access: pair('Superset', 'can_dashboard_permalink'),
    params: keyParams,
    produces: 'redirect',
    status: 302,
    action: 'dashboard_permalink',
  }),
}

const stateParams = z.object({ id: z.union([z.string(), z.number()]), key: z.string() })
/** The browser's tab: one tab keeps one state per dashboard. */
const tabQuery = z.object({ tab_id: z.string().optional() })
const stateBody = z.strictObject({ value: jsonText() })
const keyReply = z.object({ key: z.string() })

/** Chosen filter values, kept for a while under a key of the address. */
export const filterStateEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/dashboard/:id/filter_state',
    tag: 'dashboard',
    summary: 'Keep the filter values of a dashboard for a while',
    access: pair(states, 'can_write'),
    params: idParams,
    query: tabQuery,
    body: stateBody,
    reply: keyReply,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/v1/dashboard/:id/filter_state/:key',
    tag: 'dashboard',
    summary: 'Replace kept filter values',
    access: pair(states, 'can_write'),
    params: stateParams,
    query: tabQuery,
    body: stateBody,
    reply: keyReply,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/:id/filter_state/:key',
    tag: 'dashboard',
    summary: 'Read kept filter values',
    access: pair(states, 'can_read'),
    isForGuests: true,
    params: stateParams,
    reply: z.object({ value: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/dashboard/:id/filter_state/:key',
    tag: 'dashboard',
    summary: 'Forget kept filter values',
    access: pair(states, 'can_write'),
    params: stateParams,
    reply: messageReply,
  }),
}
