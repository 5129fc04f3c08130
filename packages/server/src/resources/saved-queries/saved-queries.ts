import { readTables, splitStatements } from '@sightline/core'
import { sql } from 'kysely'
import { visibleDatabases } from '../../data-permissions/visible.ts'
import { favoriteFilter } from '../../rest/favorites.ts'
import { humanizeSince } from '../../rest/humanize.ts'
import { anyContains, matches } from '../../rest/match.ts'
import { auditColumns, changedBy, createdBy, integer, relatedUsers, tagsOf, text, toMany, toOne, withFilters } from '../../rest/parts.ts'
import { defineResource, type FormColumn } from '../../rest/resource.ts'

const person = (relation: string) => ['first_name', 'id', 'last_name'].map((column) => `${relation}.${column}`)
const form: readonly FormColumn[] = [
  { name: 'db_id', type: 'Integer' },
  { name: 'description', type: 'String' },
  { name: 'label', type: 'String', validate: ['<Length(min=None, max=256, equal=None, error=None)>'] },
  { name: 'schema', type: 'String', validate: ['<Length(min=None, max=128, equal=None, error=None)>'] },
  { name: 'sql', type: 'String' },
  { name: 'template_parameters', type: 'String' },
]

function extraOf(stored: string | null): unknown {
  try {
    const value: unknown = JSON.parse(stored || '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Tables the text speaks of, each once. Only shown beside the query; a text that cannot be read has none. */
function tablesIn(text: string) {
  const tables = (splitStatements(text, 'postgresql') ?? []).flatMap((statement) =>
    readTables(statement).tables.map(({ catalog, schema, table }) => ({ catalog, schema, table })),
  )
  return [...new Map(tables.map((table) => [JSON.stringify(table), table])).values()]
}

export const savedQueries = defineResource({
  name: 'saved_query',
  view: 'SavedQuery',
  title: 'Saved Query',
  table: 'saved_queries',
  columns: {
    ...auditColumns,
    extra: { stored: 'extra_json', read: extraOf },
    last_run_delta_humanized: { stored: 'last_run', read: (moment: string | null, { now }) => humanizeSince(moment, now) },
    sql_tables: { stored: 'sql', read: tablesIn },
  },
  relations: {
    created_by: createdBy,
    changed_by: changedBy,
    database: { kind: 'one', table: 'databases', key: 'db_id' },
    tags: tagsOf(1),
  },
  list: [
    'changed_on',
    'changed_on_delta_humanized',
    ...person('changed_by'),
    'created_on',
    ...person('created_by'),
    'database.database_name',
    'database.id',
    'db_id',
    'description',
    'extra',
    'id',
    'label',
    'last_run_delta_humanized',
    'rows',
    'schema',
    'sql',
    'sql_tables',
  ],
  mayList: ['tags.id', 'tags.name', 'tags.type'],
  show: [
    'changed_on',
    'changed_on_delta_humanized',
    ...person('changed_by'),
    ...person('created_by'),
    'database.database_name',
    'database.id',
    'description',
    'id',
    'label',
    'schema',
    'sql',
    'sql_tables',
    'template_parameters',
  ],
  order: [
    'schema',
    'label',
    'description',
    'sql',
    'rows',
    'created_by.first_name',
    'database.database_name',
    'created_on',
    'changed_on_delta_humanized',
    'last_run_delta_humanized',
  ],
  plainOrder: ['rows'],
  defaultOrder: { column: 'id', direction: 'asc' },
  search: {
    id: withFilters(integer, favoriteFilter('saved_query_is_fav', 'saved_queries', 'query')),
    database: toOne,
    label: withFilters(text, {
      operator: 'all_text',
      name: 'All Text',
      where: (value, { deps }) =>
        anyContains(
          deps.store,
          ['schema', 'label', 'description', 'sql'].map((name) => sql`saved_queries.${sql.id(name)}`),
          value,
        ),
    }),
    schema: text,
    created_by: toOne,
    changed_by: toOne,
    tags: withFilters(toMany, {
      operator: 'saved_query_tags',
      name: 'Is tagged',
      where: (value, { deps }) =>
        value === ''
          ? undefined
          : sql`exists (select 1 from tagged_objects as mark join tags as tag on tag.id = mark.tag_id where mark.object_type = 1 and mark.object_id = saved_queries.id and ${matches(deps.store, sql`tag.name`, String(value), 'contains')})`,
    }),
  },
  related: {
    database: { table: 'databases', text: sql`database_name`, access: ({ caller }) => visibleDatabases(caller) },
    changed_by: relatedUsers(),
    created_by: relatedUsers(),
  },
  distinct: ['schema'],
  permissions: ['can_read', 'can_write', 'can_export'],
  addForm: form,
  access: ({ caller }) => (caller.id === null ? sql`1 = 0` : sql`saved_queries.created_by_id = ${caller.id}`),
  removal: { nouns: ['saved query', 'saved queries'] },
  favorite: 'query',
  tagKind: 1,
})
