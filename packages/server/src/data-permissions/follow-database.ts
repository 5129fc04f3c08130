import { databasePerm, datasetPerm, schemaPerm } from '@sightline/core'
import { addPair, removePair, renamePair, type Writer } from './pairs.ts'

interface Database {
  readonly id: number
  readonly database_name: string
}

/** Pairs of a new database and of the schemas found in it. */
export async function followNewDatabase(db: Writer, database: Database, schemas: readonly string[]): Promise<void> {
  await addPair(db, 'database_access', databasePerm(database))
  await followSchemas(db, database, schemas)
}

export async function followSchemas(db: Writer, { database_name }: Database, schemas: readonly string[]): Promise<void> {
  for (const schema of schemas) await addPair(db, 'schema_access', schemaPerm({ database_name, schema }))
}

/** The name of a database stands in the pairs of everything in it. */
export async function followRenamedDatabase(db: Writer, id: number, before: string, after: string): Promise<void> {
  if (before === after) return
  await renamePair(db, 'database_access', databasePerm({ id, database_name: before }), databasePerm({ id, database_name: after }))

  const schemas = await schemasWithPair(db, before)
  for (const schema of schemas) {
    await renamePair(db, 'schema_access', schemaPerm({ database_name: before, schema }), schemaPerm({ database_name: after, schema }))
  }
  const datasets = await db.selectFrom('datasets').select(['id', 'table_name', 'schema', 'perm']).where('database_id', '=', id).execute()
  for (const dataset of datasets) {
    const perm = datasetPerm({ database_name: after, table_name: dataset.table_name, id: dataset.id })
    const schema_perm = dataset.schema ? schemaPerm({ database_name: after, schema: dataset.schema }) : null
    await renamePair(db, 'datasource_access', dataset.perm ?? datasetPerm({ database_name: before, table_name: dataset.table_name, id: dataset.id }), perm)
    await db.updateTable('datasets').set({ perm, schema_perm }).where('id', '=', dataset.id).execute()
    await db.updateTable('charts').set({ perm, schema_perm }).where('datasource_id', '=', dataset.id).where('datasource_type', '=', 'table').execute()
  }
}

/** A database goes only when no dataset is left in it, so its own pair and those of its schemas remain to be removed. */
export async function followRemovedDatabase(db: Writer, database: Database): Promise<void> {
  await removePair(db, 'database_access', databasePerm(database))
  for (const schema of await schemasWithPair(db, database.database_name)) {
    await removePair(db, 'schema_access', schemaPerm({ database_name: database.database_name, schema }))
  }
}

/** Read back from the pairs themselves: a schema may have lost its tables since its pair was made. */
async function schemasWithPair(db: Writer, databaseName: string): Promise<string[]> {
  const rows = await db.selectFrom('permissions').select('view_name').where('permission_name', '=', 'schema_access').execute()
  const start = `[${databaseName}].[`
  return rows
    .filter(({ view_name }) => view_name.startsWith(start) && view_name.endsWith(']'))
    .map(({ view_name }) => view_name.slice(start.length, -1))
    .filter((schema) => schemaPerm({ database_name: databaseName, schema }) === `${start}${schema}]`)
}
