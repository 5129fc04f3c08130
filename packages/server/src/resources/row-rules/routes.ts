import { rowRuleEndpoints, type RowRulePost, type RowRulePut } from '@sightline/contract'
import type { Writer } from '../../data-permissions/pairs.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { readRoutes, writeRoutes } from '../../rest/routes.ts'
import { checkClause } from './check-clause.ts'
import { rowRules } from './row-rules.ts'

const written = ['name', 'description', 'filter_type', 'group_key', 'clause'] as const

export const routes: readonly Route[] = [
  ...readRoutes(rowRules, rowRuleEndpoints),
  route(rowRuleEndpoints.check, async (deps, { caller, body, signal }) => ({ result: [...(await checkClause(deps, caller, body, signal))] })),
  ...writeRoutes<RowRulePost, RowRulePut>(rowRules, rowRuleEndpoints, {
    create: async (deps, caller, body) => {
      await mustExist(deps, body)
      if (await isTaken(deps, body.name)) throw new Refusal(422, 'Create failed')
      const { tables, roles, ...rest } = body
      const id = await deps.db.transaction().execute(async (tx) => {
        const row = { ...rest, description: rest.description ?? null, group_key: rest.group_key ?? null, ...createdNow(deps, caller) }
        const made = await tx.insertInto('row_rules').values(row).returning('id').executeTakeFirstOrThrow()
        await setLinks(tx, made.id, { tables, roles })
        return made.id
      })
      return { id, result: body }
    },
    update: async (deps, caller, id, body) => {
      await mustExist(deps, body)
      if (body.name !== undefined && (await isTaken(deps, body.name, id))) throw new Refusal(422, 'Update failed')
      await deps.db.transaction().execute(async (tx) => {
        const changed = await tx
          .updateTable('row_rules')
          .set({ ...only(body, written), ...changedNow(deps, caller) })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (!changed) throw new Refusal(404, 'Not found')
        await setLinks(tx, id, body)
      })
      return { id, result: body }
    },
  }),
]

async function isTaken({ db }: Deps, name: string, except?: number): Promise<boolean> {
  const others = await db.selectFrom('row_rules').select('id').where('name', '=', name).execute()
  return others.some(({ id }) => id !== except)
}

async function mustExist({ db }: Deps, { tables, roles }: Pick<RowRulePut, 'tables' | 'roles'>): Promise<void> {
  if (tables && tables.length > 0) {
    const found = await db.selectFrom('datasets').select('id').where('id', 'in', tables).execute()
    if (found.length < new Set(tables).size) throw new Refusal(422, 'Datasource does not exist')
  }
  if (roles && roles.length > 0) {
    const found = await db.selectFrom('roles').select('id').where('id', 'in', roles).execute()
    if (found.length < new Set(roles).size) throw new Refusal(422, 'Some roles do not exist')
  }
}

async function setLinks(tx: Writer, id: number, { tables, roles }: Pick<RowRulePut, 'tables' | 'roles'>): Promise<void> {
  if (tables) {
    await tx.deleteFrom('row_rule_datasets').where('row_rule_id', '=', id).execute()
    for (const dataset_id of new Set(tables)) await tx.insertInto('row_rule_datasets').values({ row_rule_id: id, dataset_id }).execute()
  }
  if (roles) {
    await tx.deleteFrom('row_rule_roles').where('row_rule_id', '=', id).execute()
    for (const role_id of new Set(roles)) await tx.insertInto('row_rule_roles').values({ row_rule_id: id, role_id }).execute()
  }
}
