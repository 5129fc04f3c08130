import { sql } from 'kysely'
import { auditColumns, changedBy, createdBy, integer, moment, numbered, relatedUsers, text, toOne, withFilters } from '../../rest/parts.ts'
import { favoriteFilter } from '../../rest/favorites.ts'
import { defineResource, type FormColumn } from '../../rest/resource.ts'
import { customTag } from '../../rest/tagging.ts'

const person = (relation: string) => ['first_name', 'id', 'last_name'].map((column) => `${relation}.${column}`)
const columns = [
  'id',
  'name',
  'type',
  'description',
  ...person('changed_by'),
  'changed_on_delta_humanized',
  'created_on_delta_humanized',
  ...person('created_by'),
]
const form: readonly FormColumn[] = [
  { name: 'name', type: 'String', required: true, validate: ['<Length(min=1, max=250, equal=None, error=None)>'] },
  { name: 'description', type: 'String' },
  { name: 'objects_to_tag', type: 'List' },
]

export const tags = defineResource({
  name: 'tag',
  view: 'Tag',
  title: 'Tag',
  table: 'tags',
  columns: auditColumns,
  relations: { created_by: createdBy, changed_by: changedBy },
  list: columns,
  show: columns,
  order: ['id', 'name', 'type', 'description', 'changed_by.first_name', 'changed_on_delta_humanized', 'created_by.first_name', 'created_on_delta_humanized'],
  plainOrder: ['id', 'type'],
  defaultOrder: { column: 'changed_on', direction: 'desc' },
  search: {
    id: withFilters(integer, favoriteFilter('tag_is_favorite', 'tags', 'tag')),
    name: text,
    description: text,
    type: withFilters(numbered, {
      operator: 'custom_tag',
      name: 'Is custom tag',
      where: (value) => (value === true ? sql`tags.type = ${customTag}` : value === false ? sql`tags.type <> ${customTag}` : undefined),
    }),
    created_by: toOne,
    changed_by: toOne,
    created_on: moment,
    changed_on: moment,
  },
  related: { created_by: relatedUsers(), changed_by: relatedUsers() },
  permissions: ['can_read', 'can_write', 'can_bulk_create'],
  addForm: form,
  removal: { nouns: ['tags', 'tags'] },
  favorite: 'tag',
})
