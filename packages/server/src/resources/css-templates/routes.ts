import { cssTemplateEndpoints, type CssTemplateBody } from '@sightline/contract'
import type { Route } from '../../http/route.ts'
import { Refusal } from '../../http/problem.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { readRoutes, writeRoutes } from '../../rest/routes.ts'
import { cssTemplates } from './css-templates.ts'

const written = ['css', 'template_name'] as const

export const routes: readonly Route[] = [
  ...readRoutes(cssTemplates, cssTemplateEndpoints),
  ...writeRoutes<CssTemplateBody, CssTemplateBody>(cssTemplates, cssTemplateEndpoints, {
    create: async (deps, caller, body) => {
      const row = { template_name: body.template_name ?? null, css: body.css ?? null, ...createdNow(deps, caller) }
      const { id } = await deps.db.insertInto('css_templates').values(row).returning('id').executeTakeFirstOrThrow()
      return { id, result: body }
    },
    update: async (deps, caller, id, body) => {
      const merged = await deps.db
        .updateTable('css_templates')
        .set({ ...only(body, written), ...changedNow(deps, caller) })
        .where('id', '=', id)
        .returning(written)
        .executeTakeFirst()
      if (!merged) throw new Refusal(404, 'Not found')
      return { result: merged }
    },
  }),
]
