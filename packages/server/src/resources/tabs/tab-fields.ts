import { fields, type TabForm } from '@sightline/contract'
import { z } from 'zod'
import type { Updateable } from 'kysely'
import type { TabStates } from '../../db/schema.ts'
import { readField } from './read-field.ts'

const { optionalText, optionalWhole, text } = fields
/** Ids come as numbers and, from older tabs, as texts. */
const id = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .nullable()
const label = text(undefined, 256).nullable()
/** Template parameters are JSON text; some clients send the object itself. */
const jsonText = z.union([text(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))]).nullable()

/** The editor's own object of a tab, of which these fields are kept. */
export const queryEditor = z.looseObject({
  name: label.optional(),
  title: label.optional(),
  dbId: id.optional(),
  schema: optionalText(undefined, 256),
  catalog: optionalText(undefined, 256),
  sql: optionalText(),
  queryLimit: optionalWhole(),
  hideLeftBar: z.boolean().nullable().optional(),
  remoteId: id.optional(),
  templateParams: jsonText.optional(),
  autorun: z.boolean().nullable().optional(),
})

/** The table object of the editor; all of it is kept as the description. */
export const editorTable = z.looseObject({
  queryEditorId: id,
  dbId: id,
  schema: optionalText(undefined, 256),
  name: text(1, 256),
})
export type EditorTable = z.infer<typeof editorTable>

const kept = {
  sql: text().nullable(),
  latest_query_id: text(undefined, 64).nullable(),
  database_id: id,
  schema: text(undefined, 256).nullable(),
  catalog: text(undefined, 256).nullable(),
  autorun: z.boolean(),
  label,
  query_limit: fields.whole().nullable(),
  template_params: jsonText,
  hide_left_bar: z.boolean(),
  saved_query_id: id,
  extra_json: jsonText,
} as const satisfies Readonly<Record<keyof TabForm, z.ZodType>>

/** Fields of the form → columns of the row; fields nobody keeps are passed over, as older clients send some. */
export function readTabForm(form: TabForm): Updateable<TabStates> {
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(kept)) {
    const given = form[name]
    if (typeof given === 'string') values[name] = readField(schema as z.ZodType<unknown>, name, given)
  }
  return values
}
