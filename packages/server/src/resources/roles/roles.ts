import { builtInRoles } from '@sightline/core'
import { sql } from 'kysely'
import { Refusal } from '../../http/problem.ts'
import { integer, text, toMany } from '../../rest/parts.ts'
import { defineResource } from '../../rest/resource.ts'

const isBuiltIn = (name: string): boolean => (builtInRoles as readonly string[]).includes(name)

export const roles = defineResource({
  name: 'security/roles',
  view: 'Role',
  title: 'Role',
  table: 'roles',
  relations: {
    users: { kind: 'many', table: 'users', through: { table: 'user_roles', to: 'user_id' }, from: 'role_id' },
    permissions: { kind: 'many', table: 'permissions', through: { table: 'role_permissions', to: 'permission_id' }, from: 'role_id' },
  },
  list: ['id', 'name'],
  show: ['id', 'name'],
  order: ['id', 'name'],
  defaultOrder: { column: 'id', direction: 'asc' },
  search: { id: integer, name: text, users: toMany, permissions: toMany },
  permissions: ['can_read', 'can_write'],
  addForm: [{ name: 'name', type: 'String', required: true, unique: true }],
  removal: {
    nouns: ['role', 'roles'],
    check: async ({ db }, ids) => {
      const named = await db.selectFrom('roles').select('name').where('id', 'in', ids).execute()
      const kept = named.find(({ name }) => isBuiltIn(name))
      if (kept) throw new Refusal(422, `The role ${kept.name} is built in and cannot be deleted.`)
    },
  },
})

export function refuseBuiltIn(name: string): void {
  if (isBuiltIn(name)) throw new Refusal(422, `The role ${name} is built in and cannot be renamed.`)
}

/** Pairs of permission and view, and each half alone: a name stands for the first pair that has it. */
const pairBase = { table: 'permissions', order: ['id'], defaultOrder: { column: 'id', direction: 'asc' }, permissions: ['can_read'] } as const

export const pairs = defineResource({
  ...pairBase,
  name: 'security/permissions-resources',
  view: 'PermissionViewMenu',
  title: 'Permission View',
  columns: {
    permission: { stored: 'permission_name', read: (name: string) => ({ name }) },
    view_menu: { stored: 'view_name', read: (name: string) => ({ name }) },
  },
  list: ['id', 'permission', 'view_menu'],
  show: ['id', 'permission', 'view_menu'],
  search: { id: integer, permission: { kind: 'text', stored: 'permission_name' }, view_menu: { kind: 'text', stored: 'view_name' } },
})

export const permissionNames = defineResource({
  ...pairBase,
  name: 'security/permissions',
  view: 'Permission',
  title: 'Permission',
  columns: { name: { stored: 'permission_name' } },
  list: ['id', 'name'],
  show: ['id', 'name'],
  search: { id: integer, name: { kind: 'text', stored: 'permission_name' } },
  access: () => sql`permissions.id in (select min(id) from permissions group by permission_name)`,
})

export const views = defineResource({
  ...pairBase,
  name: 'security/resources',
  view: 'ViewMenu',
  title: 'View Menu',
  columns: { name: { stored: 'view_name' } },
  list: ['id', 'name'],
  show: ['id', 'name'],
  search: { id: integer, name: { kind: 'text', stored: 'view_name' } },
  access: () => sql`permissions.id in (select min(id) from permissions group by view_name)`,
})
