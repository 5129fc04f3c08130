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

/** A change answers 201 here. */
export const rowRuleEndpoints = { ...crud, update: endpoint({ ...crud.update, status: 201 }) }
