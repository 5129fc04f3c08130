import { sql } from 'kysely'
import { anyContains } from '../../rest/match.ts'
import { auditColumns, changedBy, createdBy, integer, moment, text, toMany, toOne, truth, withFilters } from '../../rest/parts.ts'
import { defineResource, type FormColumn } from '../../rest/resource.ts'

const columns = [
  'id',
  'roles.id',
  'roles.name',
  'first_name',
  'last_name',
  'username',
  'active',
  'email',
  'last_login',
  'login_count',
  'fail_login_count',
  'created_on',
  'changed_on',
  'created_by.id',
  'changed_by.id',
]
const form: readonly FormColumn[] = [
  ...['first_name', 'last_name'].map((name) => ({ name, type: 'String', required: true })),
  ...['username', 'email'].map((name) => ({ name, type: 'String', required: true, unique: true })),
  { name: 'active', type: 'Boolean' },
  { name: 'password', type: 'String', required: true },
  { name: 'roles', type: 'List', required: true },
]

export const users = defineResource({
  name: 'security/users',
  view: 'User',
  title: 'User',
  table: 'users',
  columns: auditColumns,
  relations: {
    roles: { kind: 'many', table: 'roles', through: { table: 'user_roles', to: 'role_id' }, from: 'user_id' },
    created_by: createdBy,
    changed_by: changedBy,
  },
  list: columns,
  show: columns,
  order: ['id', 'first_name', 'last_name', 'username', 'active', 'email', 'last_login', 'login_count', 'fail_login_count', 'created_on', 'changed_on'],
  plainOrder: ['active', 'last_login', 'login_count', 'fail_login_count'],
  defaultOrder: { column: 'id', direction: 'asc' },
  search: {
    id: integer,
    first_name: text,
    last_name: text,
    username: withFilters(text, {
      operator: 'user_all_text',
      name: 'All Text',
      where: (value, { deps }) => anyContains(deps.store, [sql`users.username`, sql`(users.first_name || ' ' || users.last_name)`, sql`users.email`], value),
    }),
    email: text,
    active: truth,
    roles: toMany,
    last_login: moment,
    login_count: integer,
    fail_login_count: integer,
    created_on: moment,
    changed_on: moment,
    created_by: toOne,
    changed_by: toOne,
  },
  related: { roles: { table: 'roles', text: sql`name` } },
  permissions: ['can_read', 'can_write'],
  addForm: form,
  editForm: form.map((column) => ({ ...column, required: false })),
  removal: { nouns: ['user', 'users'] },
})
