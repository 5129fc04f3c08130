import type { EmbeddedDashboard } from '@sightline/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { changedNow, createdNow } from '../../rest/audit.ts'
import type { Asked } from '../../rest/resource.ts'
import { findDashboardId } from './find-dashboard.ts'

const rows = ({ db }: Pick<Deps, 'db'>) =>
  db
    .selectFrom('embedded_dashboards')
    .leftJoin('users', 'users.id', 'embedded_dashboards.changed_by_id')
    .select(['uuid', 'dashboard_id', 'allow_domain_list', 'embedded_dashboards.changed_on', 'users.id', 'first_name', 'last_name', 'username'])

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirst']>>>

export const domainsIn = ({ allow_domain_list }: Pick<Row, 'allow_domain_list'>): readonly string[] =>
  (allow_domain_list ?? '').split(',').filter((domain) => domain !== '')

const print = ({ uuid, dashboard_id, allow_domain_list, changed_on, id, first_name, last_name, username }: Row): { result: EmbeddedDashboard } => ({
  result: {
    uuid,
    allowed_domains: domainsIn({ allow_domain_list }),
    dashboard_id: String(dashboard_id),
    changed_on,
    changed_by: id === null ? null : { id, first_name: first_name!, last_name: last_name!, username: username! },
  },
})

/** Not embedded is answered without words. */
const notThere = () => Refusal.raw(404, {})

export async function readEmbedded(asked: Asked, idOrSlug: string | number) {
  const id = await findDashboardId(asked, idOrSlug)
  const row = await rows(asked.deps).where('dashboard_id', '=', id).executeTakeFirst()
  if (!row) throw notThere()
  return print(row)
}

/** Changing keeps the uuid: it stands in pages of others. */
export async function setEmbedded(asked: Asked, idOrSlug: string | number, domains: readonly string[]) {
  const { deps, caller } = asked
  const dashboard_id = await findDashboardId(asked, idOrSlug)
  const allow_domain_list = [...new Set(domains.filter((domain) => domain !== ''))].join(',')
  await deps.db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable('embedded_dashboards')
      .set({ allow_domain_list, ...changedNow(deps, caller) })
      .where('dashboard_id', '=', dashboard_id)
      .executeTakeFirst()
    if (Number(changed.numUpdatedRows) === 0)
      await db
        .insertInto('embedded_dashboards')
        .values({ uuid: crypto.randomUUID(), dashboard_id, allow_domain_list, ...createdNow(deps, caller) } as never)
        .execute()
  })
  return readEmbedded(asked, dashboard_id)
}

export async function removeEmbedded(asked: Asked, idOrSlug: string | number) {
  const id = await findDashboardId(asked, idOrSlug)
  await asked.deps.db.deleteFrom('embedded_dashboards').where('dashboard_id', '=', id).execute()
  return { message: 'OK' }
}

/** By the uuid that embedding pages know. */
export const embeddedRow = async ({ db, config }: Pick<Deps, 'db' | 'config'>, uuid: string): Promise<Row | undefined> =>
  config.featureFlags.EMBEDDED_SUPERSET ? rows({ db }).where('uuid', '=', uuid.replaceAll('\u0000', '').toLowerCase()).executeTakeFirst() : undefined

export async function findEmbedded(asked: Asked, uuid: string) {
  const row = await embeddedRow(asked.deps, uuid)
  if (!row) throw new Refusal(404, 'Not found')
  if (asked.caller.kind === 'guest') await findDashboardId(asked, row.dashboard_id)
  return print(row)
}
