import { sql } from 'kysely'
import { Refusal } from '../../http/problem.ts'
import { anyContains } from '../../rest/match.ts'
import { auditColumns, changedBy, createdBy, integer, moment, relatedUsers, text, toMany, toOne, withFilters } from '../../rest/parts.ts'
import { defineResource, type Column } from '../../rest/resource.ts'

const person = (relation: string) => ['first_name', 'last_name', 'id'].map((column) => `${relation}.${column}`)

export const annotationLayers = defineResource({
  name: 'annotation_layer',
  view: 'Annotation',
  title: 'Annotation Layer',
  table: 'annotation_layers',
  columns: auditColumns,
  relations: { created_by: createdBy, changed_by: changedBy, annotation: { kind: 'many', table: 'annotations', from: 'layer_id' } },
  list: ['id', 'name', 'descr', ...person('created_by'), ...person('changed_by'), 'changed_on', 'changed_on_delta_humanized', 'created_on'],
  show: ['id', 'name', 'descr'],
  order: ['name', 'descr', 'created_by.first_name', 'changed_by.first_name', 'changed_on', 'changed_on_delta_humanized', 'created_on'],
  defaultOrder: { column: 'id', direction: 'asc' },
  search: {
    name: withFilters(text, {
      operator: 'annotation_layer_all_text',
      name: 'All Text',
      where: (value, { deps }) => anyContains(deps.store, [sql`annotation_layers.name`, sql`annotation_layers.descr`], value),
    }),
    descr: text,
    id: integer,
    annotation: toMany,
    created_by: toOne,
    changed_by: toOne,
    created_on: moment,
    changed_on: moment,
  },
  related: { created_by: relatedUsers(), changed_by: relatedUsers() },
  permissions: ['can_read', 'can_write'],
  addForm: [
    { name: 'name', type: 'String', required: true, validate: ['<Length(min=1, max=250, equal=None, error=None)>'] },
    { name: 'descr', type: 'String' },
  ],
  editForm: [
    { name: 'name', type: 'String', validate: ['<Length(min=1, max=250, equal=None, error=None)>'] },
    { name: 'descr', type: 'String' },
  ],
  removal: {
    nouns: ['annotation layer', 'annotation layers'],
    check: async ({ db }, ids) => {
      const used = await db.selectFrom('annotations').select('id').where('layer_id', 'in', ids).limit(1).executeTakeFirst()
      if (used) throw new Refusal(422, 'Annotation layer has associated annotations.')
    },
  },
})

/** A moment without the fraction where it has none: these are typed by people. */
const typed = (stored: string): Column => ({ stored, read: (value: string) => value.replace(/\.000000$/, '') })

export const annotations = defineResource({
  name: 'annotation',
  view: 'Annotation',
  title: 'Annotation',
  table: 'annotations',
  columns: { ...auditColumns, start_dttm: typed('start_dttm'), end_dttm: typed('end_dttm') },
  relations: { created_by: createdBy, changed_by: changedBy, layer: { kind: 'one', table: 'annotation_layers', key: 'layer_id' } },
  list: [
    'changed_by.id',
    'changed_by.first_name',
    'changed_on_delta_humanized',
    'created_by.id',
    'created_by.first_name',
    'end_dttm',
    'id',
    'long_descr',
    'short_descr',
    'start_dttm',
  ],
  show: ['id', 'short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata', 'layer.id', 'layer.name'],
  order: ['changed_by.first_name', 'changed_on_delta_humanized', 'created_by.first_name', 'end_dttm', 'long_descr', 'short_descr', 'start_dttm'],
  plainOrder: ['end_dttm', 'start_dttm'],
  defaultOrder: { column: 'id', direction: 'asc' },
  search: {
    short_descr: withFilters(text, {
      operator: 'annotation_all_text',
      name: 'All Text',
      where: (value, { deps }) => anyContains(deps.store, [sql`annotations.short_descr`, sql`annotations.long_descr`], value),
    }),
    long_descr: text,
    id: integer,
    start_dttm: moment,
    end_dttm: moment,
    created_by: toOne,
    changed_by: toOne,
    layer: toOne,
  },
  permissions: ['can_read', 'can_write'],
  removal: { nouns: ['annotation', 'annotations'] },
})
