import { sql } from 'kysely'
import { thumbnailOfDashboard } from '../../draw/digest.ts'
import { favoriteFilter } from '../../rest/favorites.ts'
import { anyContains, matches } from '../../rest/match.ts'
import {
  auditColumns,
  changedBy,
  createdBy,
  integer,
  ownersThrough,
  relatedOwners,
  relatedUsers,
  tagsOf,
  text,
  toMany,
  toOne,
  truth,
  withFilters,
} from '../../rest/parts.ts'
import { defineResource, type FormColumn } from '../../rest/resource.ts'
import { visibleDashboards } from '../../rest/visible-data.ts'

const of = (relation: string, ...columns: string[]) => columns.map((column) => `${relation}.${column}`)
const id = sql`dashboards.id`

const form = (shortestSlug: number): readonly FormColumn[] => [
  { name: 'certified_by', type: 'String' },
  { name: 'certification_details', type: 'String' },
  { name: 'dashboard_title', type: 'String', validate: ['<Length(min=0, max=500, equal=None, error=None)>'] },
  { name: 'slug', type: 'String', validate: [`<Length(min=${shortestSlug}, max=255, equal=None, error=None)>`] },
  { name: 'owners', type: 'List' },
  { name: 'roles', type: 'List' },
  { name: 'position_json', type: 'String' },
  { name: 'css', type: 'String' },
  { name: 'json_metadata', type: 'String' },
  { name: 'published', type: 'Boolean' },
]

export const dashboards = defineResource({
  name: 'dashboard',
  view: 'Dashboard',
  title: 'Dashboard',
  table: 'dashboards',
  columns: {
    ...auditColumns,
    status: { stored: 'published', read: (isPublished: boolean) => (isPublished ? 'published' : 'draft') },
    url: { needs: ['slug'], make: (row) => `/superset/dashboard/${row['slug'] || row['id']}/` },
    thumbnail_url: { needs: ['dashboard_title', 'position_json', 'json_metadata', 'css'], make: (row) => thumbnailOfDashboard(row as never) },
    chart_names: { needs: ['charts.slice_name'], make: (row) => row['charts'].map((chart: { slice_name: string }) => chart.slice_name) },
  },
  relations: {
    created_by: createdBy,
    changed_by: changedBy,
    owners: ownersThrough('dashboard_owners', 'dashboard_id'),
    roles: { kind: 'many', table: 'roles', through: { table: 'dashboard_roles', to: 'role_id' }, from: 'dashboard_id' },
    charts: { kind: 'many', table: 'charts', through: { table: 'dashboard_charts', to: 'chart_id' }, from: 'dashboard_id' },
    tags: tagsOf(3),
  },
  readsAsJson: true,
  list: [
    'id',
    'published',
    'status',
    'slug',
    'url',
    'css',
    'position_json',
    'json_metadata',
    'thumbnail_url',
    'certified_by',
    'certification_details',
    ...of('changed_by', 'first_name', 'last_name', 'id'),
    'changed_by_name',
    'changed_on_utc',
    'changed_on_delta_humanized',
    'created_on_delta_humanized',
    ...of('created_by', 'first_name', 'id', 'last_name'),
    'dashboard_title',
    ...of('owners', 'id', 'first_name', 'last_name'),
    ...of('roles', 'id', 'name'),
    'is_managed_externally',
    ...of('tags', 'id', 'name', 'type'),
  ],
  show: [
    'id',
    'slug',
    'url',
    'dashboard_title',
    'thumbnail_url',
    'published',
    'css',
    'json_metadata',
    'position_json',
    'certified_by',
    'certification_details',
    'changed_by_name',
    ...of('changed_by', 'id', 'first_name', 'last_name'),
    'changed_on',
    'chart_names',
    ...of('owners', 'id', 'first_name', 'last_name'),
    ...of('roles', 'id', 'name'),
    ...of('tags', 'id', 'name', 'type'),
    'changed_on_delta_humanized',
    'is_managed_externally',
  ],
  order: ['changed_by.first_name', 'changed_on_delta_humanized', 'created_by.first_name', 'dashboard_title', 'published', 'changed_on'],
  plainOrder: ['published', 'changed_on'],
  defaultOrder: { column: 'changed_on', direction: 'desc' },
  search: {
    created_by: withFilters(
      toOne,
      {
        operator: 'dashboard_created_by_me',
        name: 'Created by me',
        where: (_value, { caller }) =>
          caller.id === null ? sql`1 = 0` : sql`dashboards.created_by_id = ${caller.id} or dashboards.changed_by_id = ${caller.id}`,
      },
      {
        operator: 'dashboard_has_created_by',
        name: 'Has created by',
        where: (value) => (value === true ? sql`dashboards.created_by_id is not null` : value === false ? sql`dashboards.created_by_id is null` : undefined),
      },
    ),
    changed_by: toOne,
    dashboard_title: withFilters(text, {
      operator: 'title_or_slug',
      name: 'Title or Slug',
      where: (value, { deps }) => anyContains(deps.store, [sql`dashboards.dashboard_title`, sql`dashboards.slug`], value),
    }),
    id: withFilters(integer, favoriteFilter('dashboard_is_favorite', 'dashboards', 'Dashboard'), {
      operator: 'dashboard_is_certified',
      name: 'Is certified',
      where: (value) =>
        value === true
          ? sql`dashboards.certified_by is not null and dashboards.certified_by <> ''`
          : value === false
            ? sql`dashboards.certified_by is null or dashboards.certified_by = ''`
            : undefined,
    }),
    owners: toMany,
    published: truth,
    roles: toMany,
    slug: text,
    tags: withFilters(toMany, {
      operator: 'dashboard_tags',
      name: 'Is tagged',
      where: (value, { deps }) =>
        value === ''
          ? undefined
          : sql`exists (select 1 from tagged_objects as mark join tags as tag on tag.id = mark.tag_id where mark.object_type = 3 and mark.object_id = ${id} and ${matches(deps.store, sql`tag.name`, String(value), 'contains')})`,
    }),
  },
  related: {
    owners: relatedOwners,
    roles: { table: 'roles', text: sql`name` },
    created_by: relatedUsers(),
    changed_by: relatedUsers(),
  },
  permissions: ['can_read', 'can_write', 'can_export', 'can_get_embedded', 'can_set_embedded', 'can_delete_embedded'],
  addForm: form(1),
  editForm: form(0),
  access: ({ caller, deps }) => visibleDashboards(caller, deps.config.featureFlags.DASHBOARD_RBAC),
  owners: { table: 'dashboard_owners', key: 'dashboard_id' },
  removal: { nouns: ['dashboard', 'dashboards'], reports: 'dashboard_id' },
  favorite: 'Dashboard',
  tagKind: 3,
})
