import type { datasetEndpoints } from '@sightline/contract'
import type { QueryToKeep } from '../dataset-door.ts'
import { requestFor } from './client.ts'

/** The body that makes a dataset out of a query. */
export const bodyOfNew = (query: QueryToKeep, name: string) => ({
  database: query.databaseId,
  schema: query.schema,
  sql: query.sql,
  table_name: name.trim(),
  is_managed_externally: false,
  external_url: null,
  ...(query.templateParams ? { template_params: query.templateParams } : {}),
})

/** Makes a dataset out of a query. → its id */
export const createFromQuery = async (query: QueryToKeep, name: string): Promise<number> =>
  (await requestFor<typeof datasetEndpoints.create>('/api/v1/dataset/', { method: 'POST', body: bodyOfNew(query, name) })).id

/** The chart that opens on a dataset just made shows its rows. → the key of its form */
