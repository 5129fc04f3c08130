import type { Caller } from '@sightline/core'
import type { Deps } from '../../deps.ts'
import { momentOf } from '../../moment.ts'

/** An empty dashboard of the caller's; returns its id. */
export async function createUntitledDashboard({ db, now }: Pick<Deps, 'db' | 'now'>, caller: Caller): Promise<number> {
  const at = momentOf(now())
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('dashboards')
      .values({
        uuid: crypto.randomUUID(),
        dashboard_title: '[ untitled dashboard ]',
        slug: null,
        description: null,
        position_json: null,
        json_metadata: null,
        css: null,
        published: false,
        certified_by: null,
        certification_details: null,
        is_managed_externally: false,
        external_url: null,
        created_on: at,
        changed_on: at,
        created_by_id: caller.id,
        changed_by_id: caller.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (caller.id !== null) await tx.insertInto('dashboard_owners').values({ dashboard_id: id, user_id: caller.id }).execute()
    return id
  })
}
