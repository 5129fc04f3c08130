import { isAdmin } from '@sightline/core'
import { sql, type RawBuilder } from 'kysely'
import { visibleDatabases, visibleDatasets } from '../data-permissions/visible.ts'
import { chartsWithReadableData } from '../rest/visible-data.ts'
import type { Here, Planning } from './import-plan.ts'

interface Named {
  readonly charts?: readonly string[]
  readonly datasets?: readonly string[]
  readonly databases?: readonly string[]
}

/**
 * What a sparse bundle names and does not hold, as far as it is here and the importer may use it: a chart only with data that he may read, because a
 * dashboard opens its charts to others.
 */
export async function findHere(planning: Planning, named: Named): Promise<Here> {
  const { caller, order, charts, datasets, databases } = planning
  const found = new Map<string, number>()
  if (!order.isSparse) return found
  const rules = {
    charts: isAdmin(caller) ? undefined : chartsWithReadableData(caller),
    datasets: visibleDatasets(caller),
    databases: visibleDatabases(caller),
  }
  const held = { charts, datasets, databases }
  for (const table of ['charts', 'datasets', 'databases'] as const) {
    const missing = (named[table] ?? []).filter((uuid) => !held[table].has(uuid))
    for (let start = 0; start < missing.length; start += 500)
      for (const { id, uuid } of await ask(planning, table, missing.slice(start, start + 500), rules[table])) found.set(uuid, id)
  }
  return found
}

async function ask({ deps: { db } }: Planning, table: keyof Named, uuids: readonly string[], rule: RawBuilder<unknown> | undefined) {
  const allowed = rule ? sql` and (${rule})` : sql``
  const { rows } = await sql<{ id: number; uuid: string }>`select id, uuid from ${sql.table(table)} where uuid in (${sql.join(uuids)})${allowed}`.execute(db)
  return rows
}
