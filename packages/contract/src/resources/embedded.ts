import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'
import { isFrameDomain } from '../frame-domains.ts'
import { idParams, messageReply } from '../resource.ts'
import type { Person } from './chart.ts'

export { isFrameDomain }

/** Empty texts are left out, as in a list that ends with a comma. */
const domain = text(undefined, 255).refine((value) => value === '' || isFrameDomain(value), { error: 'Not a valid domain.' })
const embeddedBody = z.strictObject({ allowed_domains: z.array(domain) })

export interface EmbeddedDashboard {
  readonly uuid: string
  readonly allowed_domains: readonly string[]
  readonly dashboard_id: string
  readonly changed_on: string
  readonly changed_by: (Person & { readonly username: string }) | null
}
const reply = z.object({ result: z.looseObject({ uuid: z.string() }) }) as unknown as z.ZodType<{ readonly result: EmbeddedDashboard }>
const about = { tag: 'dashboard', path: '/api/v1/dashboard/:id/embedded', params: idParams } as const
const set = { permission: 'can_set_embedded', view: 'Dashboard' } as const

export const embeddedEndpoints = {
  read: endpoint({ ...about, method: 'GET', summary: 'How a dashboard is embedded', access: { permission: 'can_read', view: 'Dashboard' }, reply }),
  create: endpoint({ ...about, method: 'POST', summary: 'Allow a dashboard to be embedded', access: set, body: embeddedBody, reply }),
  change: endpoint({ ...about, method: 'PUT', summary: 'Change where a dashboard may be embedded', access: set, body: embeddedBody, reply }),
  remove: endpoint({ ...about, method: 'DELETE', summary: 'Allow a dashboard to be embedded no more', access: set, reply: messageReply }),
  find: endpoint({
    method: 'GET',
    path: '/api/v1/embedded_dashboard/:uuid',
    tag: 'embedded_dashboard',
    summary: 'An embedded dashboard by its own uuid',
    access: { permission: 'can_read', view: 'EmbeddedDashboard' },
    isForGuests: true,
    params: z.object({ uuid: z.string() }),
    reply,
  }),
  page: endpoint({
    method: 'GET',
    path: '/embedded/:uuid',
    tag: 'pages',
    summary: 'An embedded dashboard as a page for frames of other sites; it knows nobody until the site hands it a guest token',
    access: 'public',
    params: z.object({ uuid: z.string() }),
    produces: 'html',
    action: 'embedded',
  }),
}
