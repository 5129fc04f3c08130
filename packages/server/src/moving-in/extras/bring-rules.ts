import { isAdmin, mayDo, readFragment } from '@sightline/core'
import { connectorOfRow } from '../../databases/database-facts.ts'
import { changedNow, createdNow } from '../../rest/audit.ts'
import { contextOf } from '../../sqllab/open-place.ts'
import type { Extras } from '../source.ts'
import { close, count, mayChange, roleOf, type Work } from './work.ts'

type Rule = Extras['rowRules'][number]

interface Place {
  readonly uuid: string
  readonly id: number | null
}

/**
 * Row rules, each with the name it has at the source: one of that name that an earlier move brought is replaced. Whatever cannot be rebuilt closes
 * the datasets it was about.
 */
export async function bringRules(work: Work): Promise<void> {
  const { caller, extras, notBrought } = work
  const isAllowed = isAdmin(caller) || mayDo(caller, 'can_write', 'Row Level Security')
  for (const rule of extras.rowRules) {
    const places = rule.datasets.flatMap((uuid): readonly Place[] => {
      const id = work.idsOf('dataset', uuid)
      return id === undefined ? [] : [{ uuid, id }]
    })
    if (places.length === 0) continue
    const why = isAllowed ? await whyNot(work, rule, places) : 'You may not write row rules here.'
    if (why === null) {
      await bringRule(work, rule, places)
      count(work, 'row_rule')
      continue
    }
    notBrought.push({ kind: 'row_rule', name: rule.name, why: `${why} The datasets it is about are closed to all but administrators.` })
    for (const { uuid } of places) close(work, uuid, `Its row rule "${rule.name}" could not be rebuilt. ${why}`)
  }
}

/** Why a rule cannot do here what it did at the source; null if it can. */
async function whyNot(work: Work, rule: Rule, places: readonly Place[]): Promise<string | null> {
  const { deps, caller } = work
  // Ids of people mean other people here.
  if (/\bcurrent_user_id\b/.test(rule.clause)) return 'Its clause asks for the ids of people, which are others here.'
  for (const role of rule.roles) if ((await roleOf(work, role)) === undefined) return `There is no role "${role}" here, and you may not make one.`
  const rendered = await deps.templates.render(rule.clause, contextOf(caller, null))
  if (!rendered.ok) return `Its clause cannot be read: ${rendered.problem.message}`
  for (const dialect of await dialectsOf(work, places)) {
    const read = readFragment(rendered.value.text, { dialectId: dialect.id, placeholder: dialect.placeholder(1), mayHaveSubqueries: true })
    if (!read.ok) return `Its clause cannot be used: ${read.problem.message}`
  }
  return null
}

/** Of a database that no connector opens, nobody reads rows anyway. */
async function dialectsOf({ db }: Work, places: readonly Place[]) {
  const ids = places.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select('databases.uri')
    .distinct()
    .where('datasets.id', 'in', ids)
    .execute()
  return rows.flatMap((row) => connectorOfRow(row)?.dialect ?? [])
}

async function bringRule(work: Work, rule: Rule, places: readonly Place[]): Promise<void> {
  const { db, deps, caller, isDryRun } = work
  if (isDryRun) return
  const datasets = places.flatMap(({ id }) => id ?? [])
  const name = await nameFor(work, rule.name, datasets)
  const values = { name, description: rule.description, filter_type: rule.filterType, group_key: rule.groupKey, clause: rule.clause }
  const there = await db.selectFrom('row_rules').select('id').where('name', '=', name).executeTakeFirst()
  const { id } = there
    ? await db
        .updateTable('row_rules')
        .set({ ...values, ...changedNow(deps, caller) })
        .where('id', '=', there.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('row_rules')
        .values({ ...values, ...createdNow(deps, caller) })
        .returning('id')
        .executeTakeFirstOrThrow()
  await db.deleteFrom('row_rule_datasets').where('row_rule_id', '=', id).execute()
  await db.deleteFrom('row_rule_roles').where('row_rule_id', '=', id).execute()
  for (const dataset_id of new Set(datasets)) await db.insertInto('row_rule_datasets').values({ row_rule_id: id, dataset_id }).execute()
  for (const role of new Set(rule.roles))
    await db
      .insertInto('row_rule_roles')
      .values({ row_rule_id: id, role_id: (await roleOf(work, role))! })
      .execute()
}

/** A rule of this house that happens to have the same name protects other datasets: it stays as it is, and the one that comes gets a name beside it. */
async function nameFor({ db, idsOf }: Work, name: string, datasets: readonly number[]): Promise<string> {
  const linked = await db
    .selectFrom('row_rules')
    .innerJoin('row_rule_datasets', 'row_rule_datasets.row_rule_id', 'row_rules.id')
    .innerJoin('datasets', 'datasets.id', 'row_rule_datasets.dataset_id')
    .select(['datasets.id', 'datasets.uuid'])
    .where('row_rules.name', '=', name)
    .execute()
  const isForeign = linked.some(({ id, uuid }) => !datasets.includes(id) && idsOf('dataset', uuid) === undefined)
  return isForeign ? `${name} (moved in)` : name
}

/** Closes what has no certain rules. One that somebody else keeps here was not brought by this move, and is his to judge. */
export async function closeDatasets(work: Work): Promise<readonly string[]> {
  const { db, deps, caller, extras, closed, idsOf, isDryRun } = work
  for (const { dataset, why } of extras.closed) close(work, dataset, why)
  const done: string[] = []
  for (const [uuid, why] of closed) {
    const id = idsOf('dataset', uuid)
    if (id === undefined || !(await mayChange(work, 'dataset', id))) continue
    done.push(uuid)
    if (!isDryRun && id !== null)
      await db
        .updateTable('datasets')
        .set({ closed_because: why, ...changedNow(deps, caller) })
        .where('id', '=', id)
        .execute()
  }
  return done
}
