import { sql } from 'kysely'
import { visibleDatabases, visibleDatasets } from '../../data-permissions/visible.ts'
import { backendOf } from '../../databases/database-facts.ts'
import { followRemovedDataset } from '../../data-permissions/follow-dataset.ts'
import { factsOf, markOf } from '../../datasets/describe-dataset.ts'
import { kindNumberOf } from '../../datasets/kind-of-type.ts'
import { auditColumns, changedBy, createdBy, integer, ownersThrough, relatedOwners, relatedUsers, text, toMany, toOne, withFilters } from '../../rest/parts.ts'
import { mustNotBeBound } from '../../row-rules/bound-by-rules.ts'
import { defineResource, type Column, type FormColumn, type Stored } from '../../rest/resource.ts'

type Facts = ReturnType<typeof factsOf>

/** A value worked out from the dataset's columns, metrics and database. */
const fact = (name: keyof Facts): Column => ({
  needs: [
    'id',
    'table_name',
    'schema',
    'sql',
    'database.uri',
    ...['column_name', 'verbose_name', 'is_dttm'].map((column) => `columns.${column}`),
    ...['metric_name', 'verbose_name', 'd3format', 'currency'].map((column) => `metrics.${column}`),
  ],
  make: (row: Stored) =>
    factsOf({
      row: { id: row.id, table_name: row.table_name, schema: row.schema, sql: row.sql },
      columns: row.columns,
      metrics: row.metrics,
      database: { uri: row['database.uri'] },
    })[name],
})
const plainFact = (name: 'uid' | 'name' | 'kind'): Column => ({
  needs: ['id', 'table_name', 'schema', 'sql'],
  make: (row: Stored) =>
    factsOf({ row: { id: row.id, table_name: row.table_name, schema: row.schema, sql: row.sql }, columns: [], metrics: [], database: { uri: '' } })[name],
})

/** Certification and warning are kept inside `extra`, and shown beside it. */
const mark = (name: keyof ReturnType<typeof markOf>): Column => ({ stored: 'extra', read: (extra: string | null) => markOf(extra)[name] })
const markNames = ['is_certified', 'certified_by', 'certification_details', 'warning_markdown'] as const
const marks: Readonly<Record<string, Column>> = Object.fromEntries(markNames.map((name) => [name, mark(name)]))

const of = (relation: string, ...names: string[]) => names.map((name) => `${relation}.${name}`)
const field = (name: string, type: string, required = false): FormColumn => ({ name, type, required })

const editUrl: Column = { needs: ['id'], make: (row: Stored) => `/tablemodelview/edit/${row.id}` }

export const datasets = defineResource({
  name: 'dataset',
  view: 'Dataset',
  title: 'Sqla Table',
  table: 'datasets',
  columns: {
    ...auditColumns,
    datasource_type: { needs: ['id'], make: () => 'table' },
    datasource_name: { stored: 'table_name' },
    explore_url: {
      needs: ['id', 'default_endpoint'],
      make: (row: Stored) => row.default_endpoint || `/explore/?datasource_type=table&datasource_id=${row.id}`,
    },
    url: editUrl,
    edit_url: editUrl,
    type: { needs: ['id'], make: () => 'table' },
    kind: plainFact('kind'),
    uid: plainFact('uid'),
    name: plainFact('name'),
    select_star: fact('select_star'),
    column_formats: fact('column_formats'),
    currency_formats: fact('currency_formats'),
    granularity_sqla: fact('granularity_sqla'),
    time_grain_sqla: fact('time_grain_sqla'),
    order_by_choices: fact('order_by_choices'),
    verbose_map: fact('verbose_map'),
  },
  relations: {
    database: { kind: 'one', table: 'databases', key: 'database_id', columns: { backend: { stored: 'uri', read: (uri: string) => backendOf({ uri }) } } },
    created_by: createdBy,
    changed_by: changedBy,
    owners: ownersThrough('dataset_owners', 'dataset_id'),
    columns: {
      kind: 'many',
      table: 'dataset_columns',
      from: 'dataset_id',
      columns: {
        type_generic: { needs: ['type', 'is_dttm'], make: (row: Stored) => kindNumberOf({ type: row.type, is_dttm: Boolean(row.is_dttm) }) },
        ...marks,
      },
    },
    metrics: { kind: 'many', table: 'dataset_metrics', from: 'dataset_id', columns: marks },
  },
  list: [
    'id',
    ...of('database', 'id', 'database_name'),
    'changed_by_name',
    ...of('changed_by', 'first_name', 'last_name'),
    'changed_on_utc',
    'changed_on_delta_humanized',
    'default_endpoint',
    'description',
    'datasource_type',
    'explore_url',
    'extra',
    'kind',
    ...of('owners', 'id', 'first_name', 'last_name'),
    'schema',
    'sql',
    'table_name',
  ],
  show: [
    'id',
    ...of('database', 'database_name', 'id'),
    'table_name',
    'sql',
    'filter_select_enabled',
    'fetch_values_predicate',
    'schema',
    'description',
    'main_dttm_col',
    'normalize_columns',
    'always_filter_main_dttm',
    'offset',
    'default_endpoint',
    'cache_timeout',
    'is_sqllab_view',
    'template_params',
    'select_star',
    ...of('owners', 'id', 'first_name', 'last_name'),
    ...of('columns', 'advanced_data_type', 'changed_on', 'column_name', 'created_on', 'description', 'expression', 'filterable', 'groupby', 'id'),
    ...of('columns', 'is_active', 'extra', 'is_dttm', 'python_date_format', 'type', 'uuid', 'verbose_name'),
    ...of('metrics', 'changed_on', 'created_on', 'd3format', 'currency', 'description', 'expression', 'extra', 'id', 'metric_name', 'metric_type'),
    ...of('metrics', 'verbose_name', 'warning_text'),
    'datasource_type',
    'url',
    'extra',
    'kind',
    'created_on',
    'created_on_humanized',
    ...of('created_by', 'first_name', 'last_name'),
    'changed_on',
    'changed_on_humanized',
    ...of('changed_by', 'first_name', 'last_name'),
    'columns.type_generic',
    'database.backend',
    'columns.advanced_data_type',
    'is_managed_externally',
    'uid',
    'datasource_name',
    'name',
    'column_formats',
    'currency_formats',
    'granularity_sqla',
    'time_grain_sqla',
    'order_by_choices',
    'verbose_map',
  ],
  alsoList: ['closed_because'],
  mayList: ['uuid', 'closed_because'],
  alsoShow: [
    'uuid',
    'catalog',
    'closed_because',
    'type',
    'edit_url',
    'external_url',
    'metrics.uuid',
    ...of('columns', ...markNames),
    ...of('metrics', ...markNames),
  ],
  order: ['table_name', 'schema', 'changed_by.first_name', 'changed_on_delta_humanized', 'database.database_name'],
  defaultOrder: { column: 'changed_on', direction: 'desc' },
  search: {
    id: withFilters(integer, {
      operator: 'dataset_is_certified',
      name: 'Is certified',
      where: (value) => {
        if (value === true) return sql`datasets.extra like '%"certification":%'`
        return value === false ? sql`(datasets.extra is null or datasets.extra not like '%"certification":%')` : undefined
      },
    }),
    database: toOne,
    owners: toMany,
    schema: text,
    sql: withFilters(text, {
      operator: 'dataset_is_null_or_empty',
      name: 'Null or Empty',
      where: (value) => {
        if (value === true) return sql`(datasets.sql is null or datasets.sql = '')`
        return value === false ? sql`(datasets.sql is not null and datasets.sql <> '')` : undefined
      },
    }),
    table_name: text,
    created_by: toOne,
    changed_by: toOne,
  },
  related: {
    database: { table: 'databases', text: sql`database_name`, access: ({ caller }) => visibleDatabases(caller) },
    owners: relatedOwners,
    created_by: relatedUsers(),
    changed_by: relatedUsers(),
  },
  distinct: ['schema'],
  permissions: ['can_read', 'can_write', 'can_export', 'can_duplicate', 'can_get_or_create_dataset', 'can_warm_up_cache'],
  addForm: [
    field('database', 'Integer', true),
    field('schema', 'String'),
    field('table_name', 'String', true),
    field('sql', 'String'),
    field('owners', 'List'),
  ],
  editForm: [
    ...['table_name', 'sql', 'fetch_values_predicate', 'schema', 'description', 'main_dttm_col', 'default_endpoint', 'template_params', 'extra'].map((name) =>
      field(name, 'String'),
    ),
    ...['filter_select_enabled', 'normalize_columns', 'always_filter_main_dttm', 'is_sqllab_view'].map((name) => field(name, 'Boolean')),
    ...['offset', 'cache_timeout'].map((name) => field(name, 'Integer')),
    ...['owners', 'columns', 'metrics'].map((name) => field(name, 'List')),
  ],
  access: ({ caller }) => visibleDatasets(caller),
  owners: { table: 'dataset_owners', key: 'dataset_id' },
  removal: {
    nouns: ['dataset', 'datasets'],
    check: (deps, ids, caller) => mustNotBeBound(deps, caller, ids),
    before: async (db, ids) => {
      const gone = await db
        .selectFrom('datasets')
        .innerJoin('databases', 'databases.id', 'datasets.database_id')
        .select(['datasets.id', 'datasets.table_name', 'datasets.schema', 'databases.database_name'])
        .where('datasets.id', 'in', ids)
        .execute()
      for (const dataset of gone) await followRemovedDataset(db, dataset)
    },
  },
  tagKind: 4,
})
