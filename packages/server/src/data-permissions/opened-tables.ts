import { foldName, mayReadDataset, sqlDialectOf, type Caller } from '@sightline/core'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'

export interface TablePlace {
  readonly table: string
  readonly schema: string | null
}

/** Tells of a table or view whether it was opened to the caller as a dataset. Names without a schema lie in the given one. */
export async function openedTables(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  database: DatabaseRow,
  dialectId: string,
  schema: string | null,
): Promise<(place: TablePlace) => boolean> {
  const datasets = await db
    .selectFrom('datasets')
    .leftJoin('dataset_owners', (join) => join.onRef('dataset_owners.dataset_id', '=', 'datasets.id').on('dataset_owners.user_id', '=', caller.id ?? -1))
    .select(['datasets.table_name', 'datasets.schema', 'datasets.perm', 'datasets.schema_perm', 'dataset_owners.user_id'])
    .where('datasets.database_id', '=', database.id)
    .where('datasets.sql', 'is', null)
    .execute()
  const fold = (name: string): string => foldName(name, sqlDialectOf(dialectId))
  return (place) =>
    datasets.some(
      (dataset) =>
        fold(dataset.table_name) === fold(place.table) &&
        fold(dataset.schema ?? schema ?? '') === fold(place.schema ?? '') &&
        mayReadDataset(caller, {
          name: dataset.table_name,
          perm: dataset.perm,
          schemaPerm: dataset.schema_perm,
          database,
          ownerIds: dataset.user_id === null ? [] : [dataset.user_id],
        }),
    )
}
