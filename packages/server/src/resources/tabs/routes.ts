import { tabEndpoints } from '@sightline/contract'
import { z } from 'zod'
import { route, type Route } from '../../http/route.ts'
import { describeTab } from '../../tabs/describe-tab.ts'
import { findTab, findTable, sendBare } from './own.ts'
import { readField } from './read-field.ts'
import { editorTable } from './tab-fields.ts'
import { activateTab, addTable, changeTab, createTab, moveQuery, removeQuery, removeTab } from './write.ts'

export const routes: readonly Route[] = [
  route(tabEndpoints.create, async (deps, { body, caller }) => ({ id: await createTab(deps, caller, body.queryEditor) })),
  route(tabEndpoints.read, async (deps, { params, caller, reply }) => {
    const tab = await findTab(deps, caller, params.id)
    return typeof tab === 'number' ? sendBare(reply, tab) : describeTab(deps, caller, tab)
  }),
  route(tabEndpoints.change, async (deps, { params, body, caller, reply }) => {
    const tab = await findTab(deps, caller, params.id)
    if (typeof tab === 'number') return sendBare(reply, tab)
    await changeTab(deps, caller, tab, body ?? {})
    return tab.id
  }),
  route(tabEndpoints.remove, async (deps, { params, caller, reply }) => {
    const tab = await findTab(deps, caller, params.id)
    if (typeof tab === 'number') return sendBare(reply, tab)
    await removeTab(deps, tab)
    return 'OK' as const
  }),
  route(tabEndpoints.activate, async (deps, { params, caller, reply }) => {
    const tab = await findTab(deps, caller, params.id)
    if (typeof tab === 'number') return sendBare(reply, tab)
    await activateTab(deps, caller, tab)
    return tab.id
  }),
  route(tabEndpoints.migrateQuery, async (deps, { params, body, caller, reply }) => {
    const tab = await findTab(deps, caller, params.id)
    if (typeof tab === 'number') return sendBare(reply, tab)
    await moveQuery(deps, caller, tab, readField(z.string(), 'queryId', body.queryId))
    return tab.id
  }),
  route(tabEndpoints.removeQuery, async (deps, { params, caller, reply }) => {
    const tab = await findTab(deps, caller, params.id)
    if (typeof tab === 'number') return sendBare(reply, tab)
    await removeQuery(deps, caller, tab, params.client_id)
    return 'OK' as const
  }),
  route(tabEndpoints.addTable, async (deps, { body, caller, reply }) => {
    const table = readField(editorTable, 'table', body.table)
    const tab = await findTab(deps, caller, table.queryEditorId ?? 0)
    return typeof tab === 'number' ? sendBare(reply, tab) : { id: await addTable(deps, caller, tab, table, body.table) }
  }),
  route(tabEndpoints.removeTable, async (deps, { params, caller, reply }) => {
    const table = await findTable(deps, caller, params.id)
    if (typeof table === 'number') return sendBare(reply, table)
    await deps.db.deleteFrom('table_schemas').where('id', '=', table.id).execute()
    return 'OK' as const
  }),
  route(tabEndpoints.expandTable, async (deps, { params, body, caller, reply }) => {
    const table = await findTable(deps, caller, params.id)
    if (typeof table === 'number') return sendBare(reply, table)
    const expanded = readField(z.boolean(), 'expanded', body.expanded)
    await deps.db.updateTable('table_schemas').set({ expanded }).where('id', '=', table.id).execute()
    return { id: table.id, expanded }
  }),
]
