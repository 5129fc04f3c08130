import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, text, whole } from './fields.ts'

const credentials = z.object({
  username: z.string(),
  password: z.string(),
  provider: z.enum(['db', 'ldap']).optional(),
  refresh: flag().optional(),
})

/** What a page that embeds a dashboard asks for on behalf of a visitor. Keys it does not know are left out, as in the reference. */
const guestTokenBody = z.object({
  user: z.object({ username: text().optional(), first_name: text().optional(), last_name: text().optional() }).optional(),
  resources: z.array(z.object({ type: z.enum(['dashboard']), id: text() })),
  rls: z.array(z.object({ dataset: whole().nullable().optional(), clause: text(1) })),
})
export type GuestTokenBody = z.infer<typeof guestTokenBody>

export const securityEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/v1/security/login',
    tag: 'security',
    summary: 'Sign in with a password for tokens',
    access: 'public',
    csrf: false,
    body: credentials,
    reply: z.object({ access_token: z.string(), refresh_token: z.string().optional() }),
    action: 'SecurityApi.login',
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/v1/security/refresh',
    tag: 'security',
    summary: 'Exchange a refresh token for an access token',
    access: 'public',
    csrf: false,
    reply: z.object({ access_token: z.string() }),
    action: 'SecurityApi.refresh',
  }),
  csrfToken: endpoint({
    method: 'GET',
    path: '/api/v1/security/csrf_token/',
    tag: 'security',
    summary: 'The CSRF token of this session',
    access: 'signed-in',
    reply: z.object({ result: z.string() }),
    action: 'SecurityRestApi.csrf_token',
    isLogged: false,
  }),
  guestToken: endpoint({
    method: 'POST',
    path: '/api/v1/security/guest_token/',
    tag: 'security',
    summary: 'A token with which a visitor sees embedded dashboards for five minutes',
    access: { permission: 'can_grant_guest_token', view: 'SecurityRestApi' },
    body: guestTokenBody,
    reply: z.object({ token: z.string() }),
    action: 'SecurityRestApi.guest_token',
  }),
}
