import { z } from 'zod'
import { optionalText } from '../fields.ts'
import { crudEndpoints } from '../resource.ts'

export const cssTemplateBody = z.strictObject({ css: optionalText(), template_name: optionalText(undefined, 250) })
export type CssTemplateBody = z.infer<typeof cssTemplateBody>

export interface CssTemplateRow {
  readonly id: number
  readonly template_name: string | null
  readonly css: string | null
  readonly changed_on_delta_humanized: string
  readonly created_on: string
}

export const cssTemplateEndpoints = crudEndpoints({
  resource: 'css_template',
  view: 'CssTemplate',
  things: 'CSS templates',
  listRow: z.looseObject({ id: z.int() }) as unknown as z.ZodType<CssTemplateRow>,
  post: cssTemplateBody,
  put: cssTemplateBody,
  invalidStatus: 422,
})
