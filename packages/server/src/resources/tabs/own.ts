import type { Caller } from '@sightline/core'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isId } from '../../rest/ids.ts'
import type { TabRow } from '../../tabs/describe-tab.ts'

/** An empty page with only a status: a client drops a tab on 404 and leaves another's alone on 403. */
export const sendBare = (reply: FastifyReply, status: 403 | 404): FastifyReply => reply.code(status).type('text/html; charset=utf-8').send('')

const numberOf = (id: string | number): number => (typeof id === 'number' ? id : /^\d{1,10}$/.test(id) ? Number(id) : 0)

/** The caller's own tab, or the status that refuses it. */
export async function findTab({ db }: Deps, caller: Caller, given: string | number): Promise<TabRow | 403 | 404> {
  const id = numberOf(given)
  const tab = isId(id) ? await db.selectFrom('tab_states').selectAll().where('id', '=', id).executeTakeFirst() : undefined
  return tab ? (tab.user_id === caller.id ? tab : 403) : 404
}

/** The id of a table beside one of the caller's own tabs, or the status that refuses it. */
export async function findTable({ db }: Deps, caller: Caller, given: string | number): Promise<{ readonly id: number } | 403 | 404> {
  const id = numberOf(given)
  if (!isId(id)) return 404
  const table = await db
    .selectFrom('table_schemas')
    .innerJoin('tab_states', 'tab_states.id', 'table_schemas.tab_state_id')
    .select(['table_schemas.id', 'tab_states.user_id'])
    .where('table_schemas.id', '=', id)
    .executeTakeFirst()
  return table ? (table.user_id === caller.id ? { id: table.id } : 403) : 404
}
