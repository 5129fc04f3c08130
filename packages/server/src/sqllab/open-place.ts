import { ok, type Caller, type Result } from '@sightline/core'
import { sql, type Expression, type SqlBool } from 'kysely'
import { visibleDatabases } from '../data-permissions/visible.ts'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import type { TemplateContext } from '../templates/templates.ts'
import type { RunPlace } from './prepare-run.ts'

/** The database, if the caller may know of it. */
export async function findDatabase({ db }: Deps, caller: Caller, id: number): Promise<DatabaseRow | undefined> {
  const visible = visibleDatabases(caller) as Expression<SqlBool> | undefined
  return db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', id)
    .where(visible ?? sql<SqlBool>`1 = 1`)
    .executeTakeFirst()
}

export async function openPlace(deps: Deps, database: DatabaseRow, askedSchema: string | null, signal: AbortSignal): Promise<Result<RunPlace>> {
  const connector = await deps.queries.connectorOf(database.id)
  if (!connector.ok) return connector
  const schema = await schemaOf(deps, database.id, askedSchema, signal)
  if (!schema.ok) return schema
  const tablesIn: RunPlace['tablesIn'] = async (name) => {
    const driver = await deps.queries.driverOf(database.id)
    return driver.ok ? driver.value.tables(name, signal) : driver
  }
  return ok({ database, dialect: connector.value.dialect, engineName: connector.value.name, schema: schema.value, tablesIn, signal })
}

async function schemaOf(deps: Deps, databaseId: number, asked: string | null, signal: AbortSignal): Promise<Result<string | null>> {
  if (asked) return ok(asked)
  const driver = await deps.queries.driverOf(databaseId)
  return driver.ok ? driver.value.defaultSchema(signal) : driver
}

/** `parameters` is JSON; text that is no object means: none. */
export const contextOf = (caller: Caller, parameters: string | null | undefined, urlParams: Readonly<Record<string, string>> = {}): TemplateContext => ({
  userId: caller.id,
  username: caller.username || null,
  email: caller.email || null,
  roles: caller.roles.map(({ name }) => name),
  urlParams,
  filters: [],
  variables: readParameters(parameters),
})

function readParameters(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
