import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { risonQuery } from '../resource.ts'

/** A column as the database describes it now: what "Sync columns from source" compares a dataset with. */
const sourceColumn = z.object({
  column_name: z.string(),
  name: z.string(),
  type: z.string(),
  /** 0 numeric, 1 string, 2 temporal, 3 boolean; null where the type is unknown. */
  type_generic: z.int().nullable(),
  is_dttm: z.boolean(),
  nullable: z.boolean().nullable(),
  default: z.string().nullable(),
  autoincrement: z.boolean(),
  comment: z.string().nullable(),
})
export type SourceColumnReply = z.infer<typeof sourceColumn>

/** What `q` holds. A dataset that is not saved yet has no id: its table is named. */
export const namedSource = z.object({
  datasource_type: z.string(),
  database_name: z.string(),
  schema_name: z.string().nullable().optional(),
  table_name: z.string(),
  normalize_columns: z.boolean().nullable().optional(),
  always_filter_main_dttm: z.boolean().nullable().optional(),
})

const about = { tag: 'dataset', method: 'GET', reply: z.array(sourceColumn) } as const

export const sourceColumnEndpoints = {
  ofDataset: endpoint({
    ...about,
    access: { permission: 'can_external_metadata', view: 'Datasource' },
    path: '/datasource/external_metadata/:type/:id/',
    summary: 'Columns of a dataset as its database has them now',
    params: z.object({ type: z.string(), id: z.string() }),
  }),
  ofName: endpoint({
    ...about,
    access: { permission: 'can_external_metadata_by_name', view: 'Datasource' },
    path: '/datasource/external_metadata_by_name/',
    summary: 'Columns of a table, or of the dataset of that name, as its database has them now',
    query: risonQuery,
  }),
}
