import type { TabForm } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { changedNow, createdNow } from '../../rest/audit.ts'
import { isId } from '../../rest/ids.ts'
import type { TabRow } from '../../tabs/describe-tab.ts'
import { readField } from './read-field.ts'
import { queryEditor, readTabForm, type EditorTable } from './tab-fields.ts'

type Db = Deps['db']

/** One tab of a person is active at a time. */
const deactivateOthers = (db: Db, caller: Caller) => db.updateTable('tab_states').set({ active: false }).where('user_id', '=', caller.id!).execute()

export async function createTab(deps: Deps, caller: Caller, text: string): Promise<number> {
  const editor = readField(queryEditor, 'queryEditor', text)
  const databaseId = await mustExist(deps, 'databases', editor.dbId, 'dbId')
  if (databaseId === null) throw Refusal.raw(400, { error: 'A tab needs a database (dbId).' })
  const savedQueryId = editor.remoteId == null ? null : await mustExist(deps, 'saved_queries', editor.remoteId, 'remoteId')
  return deps.db.transaction().execute(async (db) => {
    await deactivateOthers(db, caller)
    const { id } = await db
      .insertInto('tab_states')
      .values({
        ...createdNow(deps, caller),
        user_id: caller.id!,
        label: editor.name ?? editor.title ?? 'Untitled Query',
        active: true,
        database_id: databaseId,
        schema: editor.schema ?? null,
        catalog: editor.catalog ?? null,
        sql: editor.sql ?? 'SELECT ...',
        query_limit: editor.queryLimit ?? null,
        latest_query_id: null,
        autorun: editor.autorun === true,
        template_params: editor.templateParams ?? null,
        hide_left_bar: editor.hideLeftBar === true,
        saved_query_id: savedQueryId,
        extra_json: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

export async function changeTab(deps: Deps, caller: Caller, tab: TabRow, form: TabForm): Promise<void> {
  const values = readTabForm(form)
  if (values.database_id != null) await mustExist(deps, 'databases', values.database_id, 'database_id')
  if (values.saved_query_id != null) await mustExist(deps, 'saved_queries', values.saved_query_id, 'saved_query_id')
  await deps.db
    .updateTable('tab_states')
    .set({ ...values, ...changedNow(deps, caller) })
    .where('id', '=', tab.id)
    .execute()
}

export async function activateTab(deps: Deps, caller: Caller, tab: TabRow): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    await deactivateOthers(db, caller)
    await db.updateTable('tab_states').set({ active: true }).where('id', '=', tab.id).execute()
  })
}

/** Its runs stay in the history. */
export async function removeTab({ db }: Deps, tab: TabRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('table_schemas').where('tab_state_id', '=', tab.id).execute()
    await tx.deleteFrom('tab_states').where('id', '=', tab.id).execute()
  })
}

/** A run that began in a tab of the browser belongs to the tab kept here from now on. */
export async function moveQuery({ db }: Deps, caller: Caller, tab: TabRow, clientId: string): Promise<void> {
  await db
    .updateTable('queries')
    .set({ sql_editor_id: String(tab.id) })
    .where('client_id', '=', clientId)
    .where('user_id', '=', caller.id)
    .execute()
}

/** The newest run that is left takes the place of a removed one that was the tab's newest. */
export async function removeQuery({ db }: Deps, caller: Caller, tab: TabRow, clientId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (tab.latest_query_id === clientId) {
      const next = await tx
        .selectFrom('queries')
        .select('client_id')
        .where('sql_editor_id', '=', String(tab.id))
        .where('user_id', '=', caller.id)
        .where('client_id', '!=', clientId)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      await tx
        .updateTable('tab_states')
        .set({ latest_query_id: next?.client_id ?? null })
        .where('id', '=', tab.id)
        .execute()
    }
    await tx.deleteFrom('queries').where('client_id', '=', clientId).where('user_id', '=', caller.id).execute()
  })
}

/** A table is beside a tab once; opening it again replaces what was known of it, which is kept as the editor wrote it. */
export async function addTable(deps: Deps, caller: Caller, tab: TabRow, table: EditorTable, description: string): Promise<number> {
  const databaseId = await mustExist(deps, 'databases', table.dbId, 'dbId')
  if (databaseId === null) throw Refusal.raw(400, { error: 'A table needs a database (dbId).' })
  const schema = table.schema ?? null
  return deps.db.transaction().execute(async (db) => {
    await db
      .deleteFrom('table_schemas')
      .where('tab_state_id', '=', tab.id)
      .where('database_id', '=', databaseId)
      .where('schema', schema === null ? 'is' : '=', schema)
      .where('table', '=', table.name)
      .execute()
    const { id } = await db
      .insertInto('table_schemas')
      .values({
        ...createdNow(deps, caller),
        tab_state_id: tab.id,
        database_id: databaseId,
        schema,
        table: table.name,
        description,
        expanded: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

async function mustExist({ db }: Deps, table: 'databases' | 'saved_queries', id: number | null | undefined, name: string): Promise<number | null> {
  if (id === null || id === undefined) return null
  const there = isId(id) && (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst())
  if (!there) throw Refusal.raw(400, { error: `${name} ${id} does not exist.` })
  return id
}
