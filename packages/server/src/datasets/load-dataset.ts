import type { DatasetFacts } from '@sightline/core'
import type { Selectable } from 'kysely'
import type { Databases, DatasetColumns, DatasetMetrics, Datasets } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

export type DatasetRow = Selectable<Datasets>
export type DatasetColumnRow = Selectable<DatasetColumns>
export type DatasetMetricRow = Selectable<DatasetMetrics>
export type DatabaseRow = Selectable<Databases>

/** A dataset with everything that hangs on it. Columns and metrics are in the order in which they were made. */
export interface LoadedDataset {
  readonly row: DatasetRow
  readonly columns: readonly DatasetColumnRow[]
  readonly metrics: readonly DatasetMetricRow[]
  readonly database: DatabaseRow
  readonly ownerIds: readonly number[]
}

/** The dataset, or undefined if there is none of that id. Says nothing about who may see it: see `core/access`. */
export async function loadDataset({ db }: Pick<Deps, 'db'>, id: number): Promise<LoadedDataset | undefined> {
  const row = await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const [columns, metrics, database, owners] = await Promise.all([
    db.selectFrom('dataset_columns').selectAll().where('dataset_id', '=', id).orderBy('id').execute(),
    db.selectFrom('dataset_metrics').selectAll().where('dataset_id', '=', id).orderBy('id').execute(),
    db.selectFrom('databases').selectAll().where('id', '=', row.database_id).executeTakeFirstOrThrow(),
    db.selectFrom('dataset_owners').select('user_id').where('dataset_id', '=', id).orderBy('user_id').execute(),
  ])
  return { row, columns, metrics, database, ownerIds: owners.map(({ user_id }) => user_id) }
}

/** How a dataset is called in messages and on the wire: with its schema where it has one. */
export const fullNameOf = (dataset: Pick<DatasetRow, 'schema' | 'table_name'>): string =>
  dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name

/** What decides who may read a dataset. */
export const datasetFactsOf = ({ row, database, ownerIds }: LoadedDataset): DatasetFacts => ({
  name: fullNameOf(row),
  perm: row.perm,
  schemaPerm: row.schema_perm,
  database,
  ownerIds,
})
