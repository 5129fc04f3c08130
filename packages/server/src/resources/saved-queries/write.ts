import type { SavedQueryBody, SavedQueryForm } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../../deps.ts'
import { nothingThere, Refusal } from '../../http/problem.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { idIn, isId } from '../../rest/ids.ts'
import { findVisible, visibleIds } from '../../rest/item.ts'
import { labelOf } from '../../rest/labels.ts'
import type { Asked } from '../../rest/resource.ts'
import { savedQueries } from './saved-queries.ts'

const written = ['db_id', 'description', 'label', 'schema', 'sql', 'template_parameters'] as const

export async function createSavedQuery(deps: Deps, caller: Caller, body: SavedQueryBody): Promise<{ id: number; result: SavedQueryBody }> {
  await mustHaveDatabase(deps, body.db_id)
  const { id } = await deps.db
    .insertInto('saved_queries')
    .values({
      ...only(body, [...written, 'extra_json']),
      label: body.label ?? '',
      sql: body.sql ?? '',
      uuid: crypto.randomUUID(),
      user_id: caller.id,
      ...createdNow(deps, caller),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, result: body }
}

/** What is missing stays as it was, and the answer is the whole of it. */
export async function updateSavedQuery(deps: Deps, caller: Caller, id: number, body: SavedQueryBody): Promise<unknown> {
  await findVisible(savedQueries, { deps, caller, now: deps.now() }, id)
  await mustHaveDatabase(deps, body.db_id)
  const { label, sql, ...rest } = only(body, [...written, 'extra_json'])
  const result = await deps.db
    .updateTable('saved_queries')
    .set({ ...rest, ...(label == null ? {} : { label }), ...(sql == null ? {} : { sql }), ...changedNow(deps, caller) })
    .where('id', '=', id)
    .returning(written)
    .executeTakeFirst()
  if (!result) throw new Refusal(404, 'Not found')
  return { result }
}

async function mustHaveDatabase(deps: Deps, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  const there = isId(id) && (await deps.db.selectFrom('databases').select('id').where('id', '=', id).executeTakeFirst())
  if (!there) throw new Refusal(422, 'Database does not exist')
}

const oldColumns = ['label', 'db_id', 'schema', 'description', 'sql', 'extra_json', 'id'] as const
const modelColumns = [
  'changed_by',
  'changed_by_fk',
  'changed_on',
  'created_by',
  'created_by_fk',
  'created_on',
  'database',
  'db_id',
  'description',
  'extra_json',
  'id',
  'label',
  'last_run',
  'rows',
  'schema',
  'sql',
  'tags',
  'template_parameters',
  'user',
  'user_id',
  'uuid',
]

/** The form of older editors. */
export async function createFromForm(deps: Deps, caller: Caller, form: SavedQueryForm): Promise<Record<string, unknown>> {
  const db_id = form.db_id && /^\d{1,9}$/.test(form.db_id) ? Number(form.db_id) : null
  const { id } = await createSavedQuery(deps, caller, { ...only(form, ['label', 'schema', 'description', 'sql', 'extra_json']), db_id })
  return { item: await oldItem(deps, id), message: 'Added Row', severity: 'success' }
}

export async function readOld(asked: Asked, key: string | number): Promise<Record<string, unknown>> {
  const id = idIn(key)
  if (id === null || (await visibleIds(savedQueries, asked, [id])).length === 0) throw nothingThere()
  return {
    include_columns: oldColumns,
    label_columns: Object.fromEntries(modelColumns.map((name) => [name, labelOf(name)])),
    modelview_name: 'SavedQueryViewApi',
    pk: String(id),
    result: await oldItem(asked.deps, id),
  }
}

const oldItem = (deps: Deps, id: number) => deps.db.selectFrom('saved_queries').select(oldColumns).where('id', '=', id).executeTakeFirstOrThrow()
