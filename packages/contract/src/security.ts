import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const credentials = z.object({
  username: z.string(),
  password: z.string(),
  provider: z.enum(['db', 'ldap']).optional(),
  refresh: z.boolean().optional(),
})

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
}
