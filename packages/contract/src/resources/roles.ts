import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ids, text } from '../fields.ts'
import { crudEndpoints, idParams, readEndpoints, risonQuery } from '../resource.ts'

export const rolePost = z.strictObject({ name: text(1, 64) })
export type RolePost = z.infer<typeof rolePost>
export const rolePut = rolePost.partial()
export type RolePut = z.infer<typeof rolePut>

const crud = crudEndpoints({ resource: 'security/roles', view: 'Role', things: 'roles', post: rolePost, put: rolePut })
const reading = { tag: 'security/roles', access: { permission: 'can_read', view: 'Role' } } as const
const writing = { tag: 'security/roles', access: { permission: 'can_write', view: 'Role' }, csrf: false } as const
const base = '/api/v1/security/roles'

export const roleEndpoints = {
  ...crud,
  create: endpoint({ ...crud.create, csrf: false }),
  update: endpoint({ ...crud.update, csrf: false }),
  remove: endpoint({ ...crud.remove, csrf: false }),
  removeMany: endpoint({ ...crud.removeMany, csrf: false }),
  permissions: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/permissions/`,
    summary: 'The permissions of a role',
    params: idParams,
    reply: z.object({ result: z.array(z.object({ id: z.int(), permission_name: z.string(), view_menu_name: z.string() })) }),
  }),
  search: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/search/`,
    summary: 'Roles with the ids of their users, permissions and groups',
    query: risonQuery,
    reply: z.looseObject({
      count: z.int(),
      ids: z.array(z.int()),
      result: z.array(z.object({ id: z.int(), name: z.string(), user_ids: z.array(z.int()), permission_ids: z.array(z.int()), group_ids: z.array(z.int()) })),
    }),
  }),
  groups: endpoint({
    ...reading,
    method: 'GET',
    path: '/api/v1/security/groups/',
    summary: 'Groups of users: there are none here, and clients that ask are told so',
    query: risonQuery,
    reply: z.object({ count: z.int(), ids: z.array(z.int()), result: z.array(z.object({ id: z.int(), name: z.string() })) }),
  }),
  setPermissions: endpoint({
    ...writing,
    method: 'POST',
    path: `${base}/:id/permissions`,
    summary: 'Replace the permissions of a role',
    params: idParams,
    body: z.strictObject({ permission_view_menu_ids: ids() }),
    reply: z.object({ result: z.record(z.string(), z.unknown()) }),
  }),
  setUsers: endpoint({
    ...writing,
    method: 'PUT',
    path: `${base}/:id/users`,
    summary: 'Replace the users of a role',
    params: idParams,
    body: z.strictObject({ user_ids: ids() }),
    reply: z.object({ result: z.record(z.string(), z.unknown()) }),
  }),
}

/** What a permission allows, on what, and the pairs of both. Read only: the server knows its own permissions. */
export const permissionEndpoints = readEndpoints({ resource: 'security/permissions', view: 'Permission', things: 'permission names' })
export const viewEndpoints = readEndpoints({ resource: 'security/resources', view: 'ViewMenu', things: 'views that permissions are on' })
export const pairEndpoints = readEndpoints({ resource: 'security/permissions-resources', view: 'PermissionViewMenu', things: 'pairs of permission and view' })
