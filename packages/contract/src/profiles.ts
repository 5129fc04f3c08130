import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optionalText, text } from './fields.ts'
import { idParams } from './resource.ts'

/** A value as text and numbers can show it; digits that a double would lose come as text. */
const shown = z.union([z.string(), z.number(), z.boolean()]).nullable()

const columnProfile = z.object({
  name: z.string(),
  type: z.string(),
  /** Rows that were looked at. */
  rows: z.int(),
  /** Which those are: all of the table, some from all over it, or its first. */
  looked_at: z.enum(['all', 'sample', 'first']),
  nulls: z.int(),
  /** Null where the database cannot compare values of the type. */
  distinct: z.int().nullable(),
  distinct_is_approximate: z.boolean(),
  min: shown,
  max: shown,
  mean: z.number().nullable(),
  /** The most frequent values, most frequent first. */
  top: z.array(z.object({ value: shown, rows: z.int() })),
  /** Equal steps from the smallest to the largest value; empty where there is nothing to divide. */
  histogram: z.array(z.object({ from: shown, to: shown, rows: z.int() })),
})
export type ColumnProfile = z.infer<typeof columnProfile>

const tableProfile = z.object({
  /** Null where an estimate was asked for and the database has none, or may not tell it to this person. */
  rows: z.int().nullable(),
  is_estimate: z.boolean(),
  column: columnProfile.nullable(),
})
export type TableProfile = z.infer<typeof tableProfile>

export const tableProfileBody = z.strictObject({
  table: text(1),
  schema: optionalText(),
  /** What to look at: the number of rows as the database guesses it, that number counted, or a column. */
  look: z.enum(['estimate', 'count', 'column']),
  column: optionalText(),
})
export type TableProfileBody = z.infer<typeof tableProfileBody>

const tableRows = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string(), kind: z.enum(['string', 'numeric', 'boolean', 'temporal']) })),
  /** Long texts are cut: this is a look, not the data. */
  rows: z.array(z.array(shown)),
})
export type TableRows = z.infer<typeof tableRows>

export const tableRowsBody = z.strictObject({ table: text(1), schema: optionalText() })
export type TableRowsBody = z.infer<typeof tableRowsBody>

/** Quick looks at a table. They run as a query of the editor does: same access, row rules, limits and time. */
export const profileEndpoints = {
  table: endpoint({
    method: 'POST',
    path: '/api/v1/database/:id/table_profile/',
    tag: 'database',
    summary: 'How many rows a table has, or what is in one of its columns',
    access: { permission: 'can_execute_sql_query', view: 'SQLLab' },
    params: idParams,
    body: tableProfileBody,
    reply: z.object({ result: tableProfile }),
  }),
  rows: endpoint({
    method: 'POST',
    path: '/api/v1/database/:id/table_rows/',
    tag: 'database',
    summary: 'The first rows of a table, for whoever is about to make a dataset of it',
    access: { permission: 'can_write', view: 'Dataset' },
    params: idParams,
    body: tableRowsBody,
    reply: z.object({ result: tableRows }),
  }),
}
