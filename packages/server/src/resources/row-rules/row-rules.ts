import { sql } from 'kysely'
import { matches } from '../../rest/match.ts'
import { auditColumns, changedBy, choice, createdBy, relatedUsers, text, toMany, toOne } from '../../rest/parts.ts'
import { defineResource, type FormColumn, type Related } from '../../rest/resource.ts'

const form: readonly FormColumn[] = [
  { name: 'name', type: 'String', required: true },
  { name: 'description', type: 'String' },
  { name: 'filter_type', type: 'String', required: true },
  { name: 'tables', type: 'List', required: true },
  { name: 'roles', type: 'List', required: true },
  { name: 'group_key', type: 'String' },
  { name: 'clause', type: 'String', required: true },
]

/** Two schemas may have a table of the same name: a dataset is offered with its schema, and found with and without it. */
const datasetName = sql`case when schema is null or schema = '' then table_name else schema || '.' || table_name end`
const startsName: Related['matches'] = (typed, store) =>
  sql`(${matches(store, sql`table_name`, typed, 'starts')} or ${matches(store, sql`(${datasetName})`, typed, 'starts')})`

export const rowRules = defineResource({
  name: 'rowlevelsecurity',
  view: 'Row Level Security',
  title: 'Row Level Security Filter',
  table: 'row_rules',
  columns: auditColumns,
  relations: {
    tables: { kind: 'many', table: 'datasets', through: { table: 'row_rule_datasets', to: 'dataset_id' }, from: 'row_rule_id' },
    roles: { kind: 'many', table: 'roles', through: { table: 'row_rule_roles', to: 'role_id' }, from: 'row_rule_id' },
    created_by: createdBy,
    changed_by: changedBy,
  },
  list: [
    'id',
    'name',
    'filter_type',
    'tables.id',
    'tables.table_name',
    'roles.id',
    'roles.name',
    'clause',
    'changed_on_delta_humanized',
    'changed_by.first_name',
    'changed_by.last_name',
    'changed_by.id',
    'group_key',
  ],
  alsoList: ['description', 'tables.schema'],
  show: ['name', 'description', 'filter_type', 'tables.id', 'tables.schema', 'tables.table_name', 'roles.id', 'roles.name', 'group_key', 'clause'],
  alsoShow: ['id'],
  order: ['name', 'filter_type', 'clause', 'changed_on_delta_humanized', 'group_key'],
  defaultOrder: { column: 'id', direction: 'asc' },
  search: {
    name: text,
    description: text,
    filter_type: choice,
    tables: toMany,
    roles: toMany,
    group_key: text,
    clause: text,
    created_by: toOne,
    changed_by: toOne,
  },
  related: {
    tables: { table: 'datasets', text: datasetName, matches: startsName, order: sql`table_name` },
    roles: { table: 'roles', text: sql`name` },
    created_by: relatedUsers(),
    changed_by: relatedUsers(),
  },
  permissions: ['can_read', 'can_write'],
  addForm: form,
  editForm: form.map((column) => ({ ...column, required: false })),
  removal: { nouns: ['rules', 'rules'] },
})
