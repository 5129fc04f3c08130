import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ids, optionalText, text } from '../fields.ts'
import { crudEndpoints } from '../resource.ts'

const filterType = z.enum(['Regular', 'Base'])
const tables = ids().refine((list) => list.length > 0, { error: 'Shorter than minimum length 1.' })

export const rowRulePost = z.strictObject({
  name: text(1, 255),
  description: optionalText(),
  filter_type: filterType,
  tables,
  roles: ids(),
  group_key: optionalText(),
  clause: text(),
})
export type RowRulePost = z.infer<typeof rowRulePost>

export const rowRulePut = rowRulePost.partial()
export type RowRulePut = z.infer<typeof rowRulePut>

const crud = crudEndpoints({ resource: 'rowlevelsecurity', view: 'Row Level Security', things: 'row rules', post: rowRulePost, put: rowRulePut })

export const rowRuleCheck = rowRulePost.pick({ clause: true, tables: true })
export type RowRuleCheck = z.infer<typeof rowRuleCheck>

const fault = z.object({ table: z.int(), name: z.string(), error: z.string() })
/** What a database says to a clause on one dataset. */
export type RowRuleFault = z.infer<typeof fault>

export const rowRuleEndpoints = {
  ...crud,
  /** A change answers 201 here. */
  update: endpoint({ ...crud.update, status: 201 }),
  check: endpoint({
    method: 'POST',
    path: '/api/v1/rowlevelsecurity/check/',
    tag: 'rowlevelsecurity',
    summary: 'What the databases say to a clause on its datasets; nothing is saved, and a rule can be saved whatever they say',
    access: { permission: 'can_write', view: 'Row Level Security' },
    body: rowRuleCheck,
    reply: z.object({ result: z.array(fault) }),
  }),
}
