import type { DashboardPost, DashboardPut } from '@sightline/contract'
import { isAdmin, type Caller } from '@sightline/core'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { orDuplicate } from '../../rest/duplicates.ts'
import { saveGuarded, type Saving } from '../../rest/guarded-save.ts'
import { isId } from '../../rest/ids.ts'
import { findVisible } from '../../rest/item.ts'
import { mustOwn, ownersForCreate, ownersForUpdate, setOwners } from '../../rest/owners.ts'
import { collectRefusals } from '../../rest/refusals.ts'
import { setTags } from '../../rest/tagging.ts'
import { chartsWithReadableData } from '../../rest/visible-data.ts'
import { dashboards } from './dashboards.ts'
import { chartIdsIn, printLayout, saveMetadata, slugOf } from './metadata.ts'
import { readDashboard } from './read.ts'

const plain = ['dashboard_title', 'css', 'certified_by', 'certification_details', 'external_url'] as const

export async function createDashboard(deps: Deps, caller: Caller, body: DashboardPost): Promise<unknown> {
  const slug = slugOf(body.slug)
  const [owners, roles] = await collectRefusals(ownersForCreate(deps, caller, body.owners), rolesOf(deps, body.roles), mustBeFree(deps, slug, 0))
  const work = deps.db.transaction().execute(async (db) => {
    const documents = await documentsOf(db, caller, body, 0)
    const { id } = await db
      .insertInto('dashboards')
      .values({
        ...only(body, plain),
        uuid: crypto.randomUUID(),
        slug: slug ?? null,
        published: body.published ?? false,
        is_managed_externally: body.is_managed_externally ?? false,
        ...documents.columns,
        ...createdNow(deps, caller),
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await setOwners(db, dashboards, id, owners)
    await setRoles(db, id, roles ?? [])
    if (documents.charts) await setCharts(db, id, documents.charts)
    return id
  })
  const id = await orDuplicate(work, slugTaken())
  return { id, result: echo(body, slug) }
}

export async function updateDashboard(deps: Deps, caller: Caller, id: number, body: DashboardPut, saving?: Saving): Promise<unknown> {
  const asked = { deps, caller, now: deps.now() }
  await findVisible(dashboards, asked, id)
  await mustOwn(deps, dashboards, caller, [id])
  const slug = slugOf(body.slug)
  const [owners, roles] = await collectRefusals(ownersForUpdate(deps, caller, body.owners), rolesOf(deps, body.roles), mustBeFree(deps, slug, id))
  const changed = changedNow(deps, caller)
  const current = async () => (await readDashboard(asked, id)).result
  const work = saveGuarded(deps, { table: 'dashboards', id, caller, saving, yours: body, current }, async (db) => {
    const documents = await documentsOf(db, caller, body, id)
    await db
      .updateTable('dashboards')
      .set({
        ...only(body, plain),
        ...(slug === undefined ? {} : { slug }),
        ...(body.published == null ? {} : { published: body.published }),
        ...(body.is_managed_externally == null ? {} : { is_managed_externally: body.is_managed_externally }),
        ...documents.columns,
        ...changed,
      })
      .where('id', '=', id)
      .execute()
    if (owners) await setOwners(db, dashboards, id, owners)
    if (roles) await setRoles(db, id, roles)
    if (documents.charts) await setCharts(db, id, documents.charts)
    if (body.tags) await setTags(db, deps, caller, 3, id, body.tags)
  })
  await orDuplicate(work, slugTaken())
  return { id, result: echo(body, slug), last_modified_time: secondsOf(changed.changed_on) }
}

/** Whole seconds since 1970, as saving answers them. */
export const secondsOf = (moment: string): number => Math.floor(Date.parse(`${moment.slice(0, 23)}Z`) / 1000)

/** What was understood. An empty slug is answered as it was sent; kept, it is no slug. */
const echo = (body: DashboardPost | DashboardPut, slug: string | null | undefined) => (slug === undefined ? body : { ...body, slug: slug ?? (body.slug && '') })

interface Documents {
  readonly columns: { readonly json_metadata?: string | null; readonly position_json?: string | null }
  /** The charts the layout shows; absent where no `positions` were sent. */
  readonly charts?: readonly number[]
}

/** The two documents as they are stored, and the charts that follow from the layout. On a new dashboard metadata without a layout is kept as it was sent. */
async function documentsOf(db: Deps['db'], caller: Caller, body: DashboardPost | DashboardPut, id: number): Promise<Documents> {
  const saved = body.json_metadata ? saveMetadata(body.json_metadata) : undefined
  const metadata =
    body.json_metadata === undefined ? {} : { json_metadata: saved && (id > 0 || saved.positions) ? saved.json_metadata : (body.json_metadata ?? null) }
  if (saved?.positions) {
    const charts = await chartsFor(db, caller, chartIdsIn(saved.positions), id)
    return { columns: { ...metadata, position_json: printLayout(saved.positions, charts) }, charts: [...charts.keys()] }
  }
  // A layout that is sent by itself is kept as it is; which charts are on the dashboard follows from `positions` alone.
  return { columns: body.position_json === undefined ? metadata : { ...metadata, position_json: body.position_json } }
}

/**
 * Charts of the layout that exist, with their uuids. A dashboard opened to roles opens the data of its charts, so nobody can add one
 * whose data he may not read himself; those that are on it already stay.
 */
export async function chartsFor(db: Deps['db'], caller: Caller, ids: readonly number[], dashboardId: number): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const readable = isAdmin(caller) ? undefined : chartsWithReadableData(caller)
  const allowed = readable
    ? sql` and ((${readable}) or exists (select 1 from dashboard_charts as placed where placed.chart_id = charts.id and placed.dashboard_id = ${dashboardId}))`
    : sql``
  const { rows } = await sql<{ id: number; uuid: string }>`select id, uuid from charts where id in (${sql.join(ids)})${allowed} order by id`.execute(db)
  return new Map(rows.map((row) => [row.id, row.uuid]))
}

const slugTaken = () => new Refusal(422, { slug: ['Must be unique'] })

async function mustBeFree(deps: Deps, slug: string | null | undefined, id: number): Promise<void> {
  if (!slug) return
  const taken = await deps.db.selectFrom('dashboards').select('id').where('slug', '=', slug).where('id', '<>', id).executeTakeFirst()
  if (taken) throw slugTaken()
}

async function rolesOf(deps: Deps, given: readonly number[] | null | undefined): Promise<readonly number[] | undefined> {
  if (given === undefined || given === null) return undefined
  const ids = [...new Set(given)]
  if (ids.length === 0) return []
  const there = ids.every(isId) ? await deps.db.selectFrom('roles').select('id').where('id', 'in', ids).execute() : []
  if (there.length !== ids.length) throw new Refusal(422, { roles: ['Some roles do not exist'] })
  return ids
}

async function setRoles(db: Deps['db'], dashboard_id: number, roles: readonly number[]): Promise<void> {
  await db.deleteFrom('dashboard_roles').where('dashboard_id', '=', dashboard_id).execute()
  if (roles.length > 0)
    await db
      .insertInto('dashboard_roles')
      .values(roles.map((role_id) => ({ dashboard_id, role_id })))
      .execute()
}

export async function setCharts(db: Deps['db'], dashboard_id: number, charts: readonly number[]): Promise<void> {
  await db.deleteFrom('dashboard_charts').where('dashboard_id', '=', dashboard_id).execute()
  if (charts.length > 0)
    await db
      .insertInto('dashboard_charts')
      .values(charts.map((chart_id) => ({ dashboard_id, chart_id })))
      .execute()
}
