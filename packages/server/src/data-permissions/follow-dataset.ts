import { datasetPerm, schemaPerm } from '@sightline/core'
import { addPair, removePair, renamePair, type Writer } from './pairs.ts'

export interface DatasetPlace {
  readonly id: number
  readonly table_name: string
  readonly schema: string | null
  readonly database_name: string
}

/** What is kept on the rows of the dataset and its charts. */
const permsOf = (dataset: DatasetPlace): { perm: string; schema_perm: string | null } => ({
  perm: datasetPerm(dataset),
  schema_perm: dataset.schema ? schemaPerm({ database_name: dataset.database_name, schema: dataset.schema }) : null,
})

/** The dataset's pair and its schema's exist afterwards, and its row names them. */
export async function followNewDataset(db: Writer, dataset: DatasetPlace): Promise<void> {
  const perms = permsOf(dataset)
  await addPair(db, 'datasource_access', perms.perm)
  if (perms.schema_perm) await addPair(db, 'schema_access', perms.schema_perm)
  await db.updateTable('datasets').set(perms).where('id', '=', dataset.id).execute()
}

/** After a dataset was renamed or moved to another schema or database. Roles that were given the dataset keep it. */
export async function followMovedDataset(db: Writer, before: DatasetPlace, after: DatasetPlace): Promise<void> {
  const [old, now] = [permsOf(before), permsOf(after)]
  await renamePair(db, 'datasource_access', old.perm, now.perm)
  if (now.schema_perm) await addPair(db, 'schema_access', now.schema_perm)
  await db.updateTable('datasets').set(now).where('id', '=', after.id).execute()
  await db.updateTable('charts').set(now).where('datasource_id', '=', after.id).where('datasource_type', '=', 'table').execute()
}

/** The pair of the schema stays: it belongs to the schema, not to the dataset. */
export async function followRemovedDataset(db: Writer, dataset: DatasetPlace): Promise<void> {
  await removePair(db, 'datasource_access', permsOf(dataset).perm)
}
