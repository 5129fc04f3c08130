import { sql } from 'kysely'
import { anyContains } from '../../rest/match.ts'
import { auditColumns, changedBy, createdBy, moment, relatedUsers, text, toOne, withFilters } from '../../rest/parts.ts'
import { defineResource, type FormColumn } from '../../rest/resource.ts'

const person = (relation: string) => [`${relation}.first_name`, `${relation}.id`, `${relation}.last_name`]
const form: readonly FormColumn[] = [
  { name: 'css', type: 'String' },
  { name: 'template_name', type: 'String', validate: ['<Length(min=None, max=250, equal=None, error=None)>'] },
]

export const cssTemplates = defineResource({
  name: 'css_template',
  view: 'CssTemplate',
  title: 'Css Template',
  table: 'css_templates',
  columns: auditColumns,
  relations: { created_by: createdBy, changed_by: changedBy },
  list: ['changed_on_delta_humanized', ...person('changed_by'), 'created_on', ...person('created_by'), 'css', 'id', 'template_name'],
  show: ['changed_on_delta_humanized', ...person('changed_by'), ...person('created_by'), 'css', 'id', 'template_name'],
  order: ['template_name'],
  defaultOrder: { column: 'id', direction: 'asc' },
  search: {
    changed_by: toOne,
    changed_on: moment,
    created_by: toOne,
    created_on: moment,
    css: text,
    template_name: withFilters(text, {
      operator: 'css_template_all_text',
      name: 'All Text',
      where: (value, { deps }) => anyContains(deps.store, [sql`css_templates.template_name`, sql`css_templates.css`], value),
    }),
  },
  related: { created_by: relatedUsers(), changed_by: relatedUsers() },
  permissions: ['can_read', 'can_write'],
  addForm: form,
  removal: { nouns: ['css template', 'css templates'] },
})
