import { sql } from 'kysely'
import { followRemovedDatabase } from '../../data-permissions/follow-database.ts'
import { visibleDatabases } from '../../data-permissions/visible.ts'
import { backendOf, connectorOfRow, driverNameOf, engineInformationOf, exploreFactsOf } from '../../databases/database-facts.ts'
import { Refusal } from '../../http/problem.ts'
import { auditColumns, changedBy, createdBy, relatedUsers, text, toOne, truth, withFilters } from '../../rest/parts.ts'
import { defineResource, type Column, type FormColumn, type Stored } from '../../rest/resource.ts'

const exploreFact = (name: keyof ReturnType<typeof exploreFactsOf>): Column => ({
  needs: ['id', 'uri', 'extra'],
  make: (row: Stored) => exploreFactsOf({ id: row.id, uri: row.uri, extra: row.extra })[name],
})
/** The address is not required: a database can be described by its parameters instead. */
const fields = (isNew: boolean): readonly FormColumn[] => [
  { name: 'database_name', type: 'String', required: isNew },
  { name: 'sqlalchemy_uri', type: 'String' },
  ...['expose_in_sqllab', 'allow_run_async', 'allow_file_upload', 'allow_ctas', 'allow_cvas', 'allow_dml', 'impersonate_user'].map((name) => ({
    name,
    type: 'Boolean',
  })),
  { name: 'cache_timeout', type: 'Integer' },
  { name: 'configuration_method', type: 'Enum' },
  ...['force_ctas_schema', 'extra', 'encrypted_extra', 'server_cert'].map((name) => ({ name, type: 'String' })),
]

export const databases = defineResource({
  name: 'database',
  view: 'Database',
  title: 'Database',
  table: 'databases',
  columns: {
    ...auditColumns,
    backend: { stored: 'uri', read: (uri: string) => backendOf({ uri }) },
    driver: { stored: 'uri', read: (uri: string) => driverNameOf({ uri }) },
    engine_information: { stored: 'uri', read: (uri: string) => engineInformationOf(connectorOfRow({ uri })) },
    allows_cost_estimate: exploreFact('allows_cost_estimate'),
    allows_subquery: exploreFact('allows_subquery'),
    allows_virtual_table_explore: exploreFact('allows_virtual_table_explore'),
    explore_database_id: exploreFact('explore_database_id'),
    disable_data_preview: exploreFact('disable_data_preview'),
  },
  relations: { created_by: createdBy, changed_by: changedBy },
  list: [
    'allow_file_upload',
    'allow_ctas',
    'allow_cvas',
    'allow_dml',
    'allow_run_async',
    'allows_cost_estimate',
    'allows_subquery',
    'allows_virtual_table_explore',
    'backend',
    'changed_on',
    'changed_on_delta_humanized',
    'changed_by.first_name',
    'changed_by.last_name',
    'created_by.first_name',
    'created_by.last_name',
    'database_name',
    'explore_database_id',
    'expose_in_sqllab',
    'extra',
    'force_ctas_schema',
    'id',
    'uuid',
    'disable_data_preview',
    'engine_information',
  ],
  show: [
    'id',
    'uuid',
    'database_name',
    'cache_timeout',
    'expose_in_sqllab',
    'allow_run_async',
    'allow_file_upload',
    'configuration_method',
    'allow_ctas',
    'allow_cvas',
    'allow_dml',
    'backend',
    'driver',
    'force_ctas_schema',
    'impersonate_user',
    'is_managed_externally',
    'engine_information',
  ],
  order: [
    'allow_file_upload',
    'allow_dml',
    'allow_run_async',
    'changed_on',
    'changed_on_delta_humanized',
    'created_by.first_name',
    'database_name',
    'expose_in_sqllab',
  ],
  plainOrder: ['allow_file_upload', 'allow_dml', 'allow_run_async', 'expose_in_sqllab'],
  defaultOrder: { column: 'changed_on', direction: 'desc' },
  search: {
    allow_file_upload: withFilters(truth, {
      operator: 'upload_is_enabled',
      name: 'Upload Enabled',
      where: (value) => (typeof value === 'boolean' ? sql`databases.allow_file_upload = ${value}` : undefined),
    }),
    allow_dml: truth,
    allow_run_async: truth,
    created_by: toOne,
    changed_by: toOne,
    database_name: text,
    expose_in_sqllab: truth,
    uuid: text,
  },
  related: { changed_by: relatedUsers(), created_by: relatedUsers() },
  maxPageSize: -1,
  permissions: ['can_read', 'can_write', 'can_export'],
  addForm: fields(true),
  editForm: fields(false),
  access: ({ caller }) => visibleDatabases(caller),
  removal: {
    nouns: ['database', 'databases'],
    reports: 'database_id',
    check: async ({ db }, ids) => {
      const used = await db.selectFrom('datasets').select('id').where('database_id', 'in', ids).limit(1).executeTakeFirst()
      if (used) throw new Refusal(422, 'Cannot delete a database that has datasets attached')
    },
    before: async (db, ids) => {
      const gone = await db.selectFrom('databases').select(['id', 'database_name']).where('id', 'in', ids).execute()
      for (const database of gone) await followRemovedDatabase(db, database)
    },
  },
})
