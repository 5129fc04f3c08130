import { isAdmin } from '@sightline/core'
import { count, mayChange, ownerIds, roleOf, setOwnerIds, type Work } from './work.ts'

/**
 * Owners are found by their account name alone, letter by letter: who owns a thing may change it, and a display name is anybody's. Where nobody
 * was found whoever moves in stays the owner; owners that were added here stay too.
 */
export async function bringOwners(work: Work): Promise<void> {
  const { db, caller, extras, idsOf, isDryRun, notBrought } = work
  const missing = new Map<string, number>()
  const users = new Map<string, number | null>()
  const userOf = async (username: string): Promise<number | null> => {
    const known = users.get(username)
    if (known !== undefined) return known
    const found = await db.selectFrom('users').select(['id', 'username']).where('username', '=', username).execute()
    const id = found.length === 1 && found[0]!.username === username ? found[0]!.id : null
    users.set(username, id)
    return id
  }
  for (const { kind, uuid, usernames } of extras.owners) {
    const id = idsOf(kind, uuid)
    if (id === undefined || !(await mayChange(work, kind, id))) continue
    const found: number[] = []
    for (const username of usernames) {
      const user = await userOf(username)
      if (user === null) missing.set(username, (missing.get(username) ?? 0) + 1)
      else found.push(user)
    }
    if (found.length === 0) continue
    count(work, 'owner')
    if (isDryRun || id === null) continue
    const kept = (await ownerIds(work, kind, id)).filter((user) => user !== caller.id || !isAdmin(caller))
    await setOwnerIds(work, kind, id, [...new Set([...found, ...kept])])
  }
  for (const [name, things] of missing)
    notBrought.push({
      kind: 'owner',
      name,
      why: `There is no account of this name here. It owned ${things === 1 ? 'one thing' : `${things} things`} that came over.`,
    })
}

/** The roles that a dashboard is opened to. With its roles a dashboard opens data, so only an administrator brings them. */
export async function bringDashboardRoles(work: Work): Promise<void> {
  const { db, caller, extras, idsOf, isDryRun, notBrought } = work
  const coming = extras.dashboardRoles.filter(({ uuid }) => idsOf('dashboard', uuid) !== undefined)
  if (coming.length > 0 && !isAdmin(caller)) {
    notBrought.push({
      kind: 'dashboard_role',
      name: `${coming.length} dashboards`,
      why: 'Only an administrator can bring the roles that dashboards are opened to.',
    })
    return
  }
  for (const { uuid, roles } of coming) {
    const ids: number[] = []
    for (const role of new Set(roles)) ids.push((await roleOf(work, role)) ?? 0)
    count(work, 'dashboard_role')
    const dashboard_id = idsOf('dashboard', uuid)
    if (isDryRun || dashboard_id === null || dashboard_id === undefined) continue
    await db.deleteFrom('dashboard_roles').where('dashboard_id', '=', dashboard_id).execute()
    await db
      .insertInto('dashboard_roles')
      .values(ids.map((role_id) => ({ dashboard_id, role_id })))
      .execute()
  }
}
