import type { datasetEndpoints } from '@sightline/contract'
import { requestFor } from '../../../api/client.ts'
import { formOfRows, keepForm } from '../../../api/keep-form.ts'
import { listRows, type Filter } from '../../../api/resources.ts'
import type { QueryToKeep } from '../../../dataset-door.ts'
import type { OwnedDataset } from './save-state.ts'

type Form = Readonly<Record<string, unknown>>

/** The person's own datasets whose name contains a text, the last changed one first. */
export const ownedFilters = (text: string, userId: number): readonly Filter[] => [
  { col: 'table_name', opr: 'ct', value: text.trim() },
  { col: 'owners', opr: 'rel_m_m', value: userId },
]

export const fetchOwned = async (text: string, userId: number, signal: AbortSignal): Promise<readonly OwnedDataset[]> =>
  (
    await listRows<OwnedDataset>(
      'dataset',
      {
        columns: ['id', 'table_name', 'owners.id'],
        filters: ownedFilters(text, userId),
        order_column: 'changed_on_delta_humanized',
        order_direction: 'desc',
        page: 0,
        page_size: 100,
      },
      signal,
    )
  ).result

/** The body that puts a query in the place of a dataset's own: its columns follow, its owners stay. */
export const bodyOfOverwrite = (query: QueryToKeep, { owners }: OwnedDataset) => ({
  sql: query.sql,
  columns: query.columns.map(({ column_name, type, is_dttm }) => ({ column_name, type, is_dttm })),
  owners: owners.map(({ id }) => id),
  database_id: query.databaseId,
  schema: query.schema,
  ...(query.templateParams ? { template_params: query.templateParams } : {}),
})

/** The chart that opens on a dataset just made: a table of all its columns. */
export const rowsFormOf = (query: QueryToKeep): Form => formOfRows(query.columns.map(({ column_name }) => column_name))

export const keepFormOver = (form: Form, id: number): Promise<string> => keepForm({ datasource: { id, type: 'table' }, form })

/** → the key of the form to explore it with */
export const overwriteWithQuery = async (query: QueryToKeep, dataset: OwnedDataset, form: Form): Promise<string> => {
  const [key] = await Promise.all([
    keepFormOver(form, dataset.id),
    requestFor<typeof datasetEndpoints.update>(`/api/v1/dataset/${String(dataset.id)}`, {
      method: 'PUT',
      query: { override_columns: true },
      body: bodyOfOverwrite(query, dataset),
    }),
  ])
  return key
}
