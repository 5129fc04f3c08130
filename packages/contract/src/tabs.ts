import { z } from 'zod'
import { endpoint, type Access } from './endpoint.ts'
import { idParams } from './resource.ts'

/** Every field of these old forms is itself a JSON document: a text comes with its quotes, nothing as `null`. */
const field = z.string()
const tabAccess = (permission: string): Access => ({ permission, view: 'TabStateView' })
const tableAccess = (permission: string): Access => ({ permission, view: 'TableSchemaView' })
const madeId = z.object({ id: z.int() })
const done = z.literal('OK')

export const tabForm = z.looseObject({
  sql: field.optional(),
  latest_query_id: field.optional(),
  database_id: field.optional(),
  schema: field.optional(),
  catalog: field.optional(),
  autorun: field.optional(),
  label: field.optional(),
  query_limit: field.optional(),
  template_params: field.optional(),
  hide_left_bar: field.optional(),
  saved_query_id: field.optional(),
  extra_json: field.optional(),
})
export type TabForm = z.infer<typeof tabForm>

/** Tabs of the SQL editor and the tables opened beside them, kept on the server. */
export const tabEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/tabstateview/',
    tag: 'tabs',
    summary: 'Keep a new tab and make it the active one',
    access: tabAccess('can_post'),
    body: z.looseObject({ queryEditor: field }),
    reply: madeId,
  }),
  read: endpoint({
    method: 'GET',
    path: '/tabstateview/:id',
    tag: 'tabs',
    summary: 'Read a tab',
    access: tabAccess('can_get'),
    params: idParams,
    reply: z.record(z.string(), z.unknown()),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/tabstateview/:id',
    tag: 'tabs',
    summary: 'Change fields of a tab',
    access: tabAccess('can_put'),
    params: idParams,
    body: tabForm.optional(),
    reply: z.int(),
    isLogged: false,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/tabstateview/:id',
    tag: 'tabs',
    summary: 'Close a tab',
    access: tabAccess('can_delete'),
    params: idParams,
    reply: done,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/tabstateview/:id/activate',
    tag: 'tabs',
    summary: 'Make a tab the active one',
    access: tabAccess('can_activate'),
    params: idParams,
    reply: z.int(),
    isLogged: false,
  }),
  migrateQuery: endpoint({
    method: 'POST',
    path: '/tabstateview/:id/migrate_query',
    tag: 'tabs',
    summary: 'Move a run to a tab',
    access: tabAccess('can_migrate_query'),
    params: idParams,
    body: z.looseObject({ queryId: field }),
    reply: z.int(),
  }),
  removeQuery: endpoint({
    method: 'DELETE',
    path: '/tabstateview/:id/query/:client_id',
    tag: 'tabs',
    summary: 'Remove a run from the history of a tab',
    access: tabAccess('can_delete_query'),
    params: z.object({ id: z.string(), client_id: z.string() }),
    reply: done,
  }),
  addTable: endpoint({
    method: 'POST',
    path: '/tableschemaview/',
    tag: 'tabs',
    summary: 'Keep a table opened beside a tab',
    access: tableAccess('can_post'),
    body: z.looseObject({ table: field }),
    reply: madeId,
  }),
  removeTable: endpoint({
    method: 'DELETE',
    path: '/tableschemaview/:id',
    tag: 'tabs',
    summary: 'Remove a table from a tab',
    access: tableAccess('can_delete'),
    params: idParams,
    reply: done,
  }),
  expandTable: endpoint({
    method: 'POST',
    path: '/tableschemaview/:id/expanded',
    tag: 'tabs',
    summary: 'Fold or unfold a table of a tab',
    access: tableAccess('can_expanded'),
    params: idParams,
    body: z.looseObject({ expanded: field }),
    reply: z.object({ id: z.int(), expanded: z.boolean() }),
    isLogged: false,
  }),
}
