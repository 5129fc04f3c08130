import { z } from 'zod'
import type { BootstrapUser, MenuItem } from './bootstrap.ts'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'

const me = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_active: z.boolean(),
  is_anonymous: z.boolean(),
})

export const meEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/me/',
    tag: 'me',
    summary: 'The caller',
    access: 'signed-in',
    reply: z.object({ result: me }),
    action: 'CurrentUserRestApi.get_me',
  }),
  put: endpoint({
    method: 'PUT',
    path: '/api/v1/me/',
    tag: 'me',
    summary: 'Change the own name or password',
    access: 'signed-in',
    body: z.strictObject({
      first_name: text(1, 64).optional(),
      last_name: text(1, 64).optional(),
      password: text(1, 1024).optional(),
      /** Needed with `password` when the account has one already. */
      current_password: text(0, 1024).optional(),
    }),
    reply: z.object({ result: me }),
    action: 'CurrentUserRestApi.update_me',
  }),
  roles: endpoint({
    method: 'GET',
    path: '/api/v1/me/roles/',
    tag: 'me',
    summary: 'The caller with roles and permissions',
    access: 'signed-in',
    reply: z.object({ result: z.custom<BootstrapUser>() }),
    action: 'CurrentUserRestApi.get_my_roles',
  }),
}

export const menuEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/menu/',
    tag: 'menu',
    summary: 'The menu as the caller may see it',
    access: 'signed-in',
    reply: z.object({ result: z.custom<readonly MenuItem[]>() }),
    action: 'MenuApi.get_menu_data',
  }),
}
