import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'
import { idParams, messageReply } from '../resource.ts'
import type { Person } from './chart.ts'

/** An origin or a host pattern, as the rule about who may frame a page takes it; nothing that could end that rule and begin another. */
const domain = text(undefined, 255).refine((value) => /^[\w.:/*[\]-]*$/.test(value), { error: 'Not a valid domain.' })
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
}
