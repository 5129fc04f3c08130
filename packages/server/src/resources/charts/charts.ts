import { renderMarkdown } from '@sightline/core'
import { sql } from 'kysely'
import { exploreUrl, formDataOf, sliceUrl } from '../../charts/form-data.ts'
import { thumbnailOfChart } from '../../draw/digest.ts'
import { favoriteFilter, isStarred } from '../../rest/favorites.ts'
import { anyContains, matches } from '../../rest/match.ts'
import {
  auditColumns,
  changedBy,
  createdBy,
  integer,
  lastSavedBy,
  moment,
  ownersThrough,
  relatedOwners,
  relatedUsers,
  tagsOf,
  text,
  toMany,
  toOne,
  withFilters,
} from '../../rest/parts.ts'
import { defineResource, type Column } from '../../rest/resource.ts'
import { anyOf } from '../../rest/rows.ts'
import { visibleCharts } from '../../rest/visible-data.ts'

const people = ['first_name', 'id', 'last_name']
const of = (relation: string, columns: readonly string[] = people) => columns.map((column) => `${relation}.${column}`)
const id = sql`charts.id`

const columns: Readonly<Record<string, Column>> = {
  ...auditColumns,
  datasource_name_text: {
    needs: ['datasource_name', 'table.schema', 'table.table_name'],
    make: (row) =>
      row['table.id'] === null ? row['datasource_name'] : row['table.schema'] ? `${row['table.schema']}.${row['table.table_name']}` : row['table.table_name'],
  },
  datasource_url: {
    needs: ['datasource_id', 'datasource_type', 'table.default_endpoint'],
    make: (row) =>
      row['table.id'] === null
        ? null
        : row['table.default_endpoint'] || `/explore/?datasource_type=${row['datasource_type']}&datasource_id=${row['datasource_id']}`,
  },
  description_markeddown: { stored: 'description', read: (description: string | null) => renderMarkdown(description) },
  edit_url: { stored: 'id', read: (chart: number) => `/chart/edit/${chart}` },
  form_data: {
    needs: ['params', 'viz_type', 'datasource_id', 'datasource_type', 'cache_timeout'],
    make: (row) => formDataOf(row as never),
  },
  slice_url: { stored: 'id', read: sliceUrl },
  thumbnail_url: { needs: ['viz_type', 'params', 'datasource_id'], make: (row) => thumbnailOfChart(row as never) },
  url: { stored: 'id', read: exploreUrl },
}

export const charts = defineResource({
  name: 'chart',
  view: 'Chart',
  title: 'Slice',
  table: 'charts',
  columns,
  relations: {
    created_by: createdBy,
    changed_by: changedBy,
    last_saved_by: lastSavedBy,
    owners: ownersThrough('chart_owners', 'chart_id'),
    dashboards: { kind: 'many', table: 'dashboards', through: { table: 'dashboard_charts', to: 'dashboard_id' }, from: 'chart_id' },
    tags: tagsOf(2),
    table: { kind: 'one', table: 'datasets', key: 'datasource_id', on: sql`charts.datasource_type = 'table'` },
  },
  readsAsJson: true,
  list: [
    'is_managed_externally',
    'certified_by',
    'certification_details',
    'cache_timeout',
    ...of('changed_by', ['first_name', 'last_name']),
    'changed_by_name',
    'changed_on_delta_humanized',
    'changed_on_dttm',
    'changed_on_utc',
    ...of('created_by'),
    'created_by_name',
    'created_on_delta_humanized',
    'datasource_id',
    'datasource_name_text',
    'datasource_type',
    'datasource_url',
    'description',
    'description_markeddown',
    'edit_url',
    'form_data',
    'id',
    'last_saved_at',
    ...of('last_saved_by', ['id', 'first_name', 'last_name']),
    ...of('owners'),
    ...of('dashboards', ['id', 'dashboard_title']),
    'params',
    'slice_name',
    'slice_url',
    ...of('table', ['default_endpoint', 'table_name']),
    'thumbnail_url',
    'url',
    'viz_type',
    ...of('tags', ['id', 'name', 'type']),
  ],
  show: [
    'cache_timeout',
    'certified_by',
    'certification_details',
    'changed_on_delta_humanized',
    ...of('dashboards', ['dashboard_title', 'id', 'json_metadata']),
    'description',
    'id',
    ...of('owners'),
    ...of('dashboards', ['id', 'dashboard_title']),
    'params',
    'slice_name',
    'thumbnail_url',
    'url',
    'viz_type',
    'query_context',
    'is_managed_externally',
    ...of('tags', ['id', 'name', 'type']),
  ],
  order: [
    'changed_by.first_name',
    'changed_on_delta_humanized',
    'datasource_id',
    'datasource_name',
    'last_saved_at',
    ...of('last_saved_by', ['id', 'first_name', 'last_name']),
    'slice_name',
    'viz_type',
  ],
  plainOrder: ['datasource_id', 'last_saved_at', 'last_saved_by.id'],
  defaultOrder: { column: 'changed_on', direction: 'desc' },
  search: {
    created_by: withFilters(
      toOne,
      {
        operator: 'chart_has_created_by',
        name: 'Has created by',
        where: (value) => (value === true ? sql`charts.created_by_id is not null` : value === false ? sql`charts.created_by_id is null` : undefined),
      },
      {
        operator: 'chart_created_by_me',
        name: 'Created by me',
        where: (_value, { caller }) => (caller.id === null ? sql`1 = 0` : sql`charts.created_by_id = ${caller.id} or charts.changed_by_id = ${caller.id}`),
      },
    ),
    changed_by: toOne,
    last_saved_at: moment,
    last_saved_by: toOne,
    datasource_id: integer,
    datasource_name: text,
    datasource_type: text,
    description: text,
    id: withFilters(
      integer,
      favoriteFilter('chart_is_favorite', 'charts', 'slice'),
      {
        operator: 'chart_is_certified',
        name: 'Is certified',
        where: (value) =>
          value === true
            ? sql`charts.certified_by is not null and charts.certified_by <> ''`
            : value === false
              ? sql`charts.certified_by is null or charts.certified_by = ''`
              : undefined,
      },
      {
        operator: 'chart_owned_created_favored_by_me',
        name: 'Owned Created or Favored',
        where: (_value, { caller }) =>
          caller.id === null
            ? undefined
            : anyOf([
                sql`exists (select 1 from chart_owners as mine where mine.chart_id = ${id} and mine.user_id = ${caller.id})`,
                sql`charts.created_by_id = ${caller.id}`,
                sql`charts.changed_by_id = ${caller.id}`,
                isStarred('charts', 'slice', caller.id),
              ]),
      },
    ),
    owners: toMany,
    dashboards: toMany,
    slice_name: withFilters(text, {
      operator: 'chart_all_text',
      name: 'All Text',
      where: (value, { deps }) => {
        const own = anyContains(deps.store, [sql`charts.slice_name`, sql`charts.description`, sql`charts.viz_type`], value)
        return (
          own &&
          anyOf([
            own,
            sql`exists (select 1 from datasets as named where named.id = charts.datasource_id and charts.datasource_type = 'table' and ${matches(deps.store, sql`named.table_name`, String(value), 'contains')})`,
          ])
        )
      },
    }),
    viz_type: text,
    tags: withFilters(toMany, {
      operator: 'chart_tags',
      name: 'Is tagged',
      where: (value, { deps }) =>
        value === ''
          ? undefined
          : sql`exists (select 1 from tagged_objects as mark join tags as tag on tag.id = mark.tag_id where mark.object_type = 2 and mark.object_id = ${id} and ${matches(deps.store, sql`tag.name`, String(value), 'contains')})`,
    }),
  },
  related: { owners: relatedOwners, created_by: relatedUsers(), changed_by: relatedUsers() },
  permissions: ['can_read', 'can_write', 'can_export', 'can_warm_up_cache'],
  addForm: [{ name: 'slice_name', type: 'String', required: true, validate: ['<Length(min=1, max=250, equal=None, error=None)>'] }],
  editForm: [{ name: 'slice_name', type: 'String', validate: ['<Length(min=0, max=250, equal=None, error=None)>'] }],
  access: ({ caller }) => visibleCharts(caller),
  owners: { table: 'chart_owners', key: 'chart_id' },
  removal: { nouns: ['chart', 'charts'], reports: 'chart_id' },
  favorite: 'slice',
  tagKind: 2,
})
