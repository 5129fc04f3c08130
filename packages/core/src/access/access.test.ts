import { describe, expect, test } from 'vitest'
import { isAdmin, mayDo, pairKey, type Caller } from './caller.ts'
import { databaseIdOf, mayEdit, mayReadChart, mayReadDashboard, mayReadDataset, visibleData, type DatasetFacts } from './decide.ts'
import { databasePerm, datasetPerm, schemaPerm } from './perm-text.ts'
import { isObjectPair, rolesFor } from './roles-for.ts'
import { rowRuleGroups, type RowRule } from './row-rules.ts'

const caller = (pairs: readonly (readonly [string, string])[] = [], roles: readonly { id: number; name: string }[] = [{ id: 3, name: 'Gamma' }]): Caller => ({
  kind: 'user',
  id: 7,
  username: 'ada',
  firstName: 'Ada',
  lastName: 'L',
  email: 'ada@example.test',
  roles,
  pairs: new Set(pairs.map(([permission, view]) => pairKey(permission, view))),
})
const admin = caller([], [{ id: 1, name: 'ADMIN' }])

const database = { id: 5, database_name: 'shop' }
const orders: DatasetFacts = { name: 'public.orders', perm: '[shop].[orders](id:42)', schemaPerm: '[shop].[public]', database, ownerIds: [] }

test('EXP-6.01 an administrator is a role named admin in any case, a permission is a pair', () => {
  expect(isAdmin(admin)).toBe(true)
  expect(isAdmin(caller([], [{ id: 9, name: 'Administrator' }]))).toBe(false)
  const reader = caller([['can_read', 'Chart']])
  expect(mayDo(reader, 'can_read', 'Chart')).toBe(true)
  expect(mayDo(reader, 'can_write', 'Chart')).toBe(false)
  expect(mayDo(reader, 'can_read', 'Dashboard')).toBe(false)
})

test('EXP-6.02 EXP-6.03 overwriting and editing is for owners and administrators', () => {
  expect(mayEdit(caller(), [7])).toBe(true)
  expect(mayEdit(caller(), [8])).toBe(false)
  expect(mayEdit(admin, [])).toBe(true)
  expect(mayEdit({ ...caller(), kind: 'anonymous', id: null }, [])).toBe(false)
})

test('data permissions are named as the interchange format names them', () => {
  expect(databasePerm(database)).toBe('[shop].(id:5)')
  expect(schemaPerm({ database_name: 'shop', schema: 'public' })).toBe('[shop].[public]')
  expect(schemaPerm({ database_name: 'shop', catalog: 'eu', schema: 'public' })).toBe('[shop].[eu].[public]')
  expect(datasetPerm({ database_name: 'shop', table_name: 'orders', id: 42 })).toBe('[shop].[orders](id:42)')
  expect(databaseIdOf('[a].(id:9)].(id:5)')).toBe(5)
})

describe('a dataset can be read', () => {
  const opens: readonly (readonly [string, string])[] = [
    ['all_datasource_access', 'all_datasource_access'],
    ['all_database_access', 'all_database_access'],
    ['database_access', '[shop].(id:5)'],
    ['schema_access', '[shop].[public]'],
    ['datasource_access', '[shop].[orders](id:42)'],
  ]
  test.each(opens)('with %s on %s', (permission, view) => expect(mayReadDataset(caller([[permission, view]]), orders)).toBe(true))
  test('by its owner', () => expect(mayReadDataset(caller(), { ...orders, ownerIds: [7] })).toBe(true))
  test('by nobody else, whatever they hold of its neighbours', () => {
    const neighbours = caller([
      ['database_access', '[shop].(id:6)'],
      ['schema_access', '[shop].[private]'],
      ['datasource_access', '[shop].[orders](id:43)'],
      ['can_read', 'Dataset'],
    ])
    expect(mayReadDataset(neighbours, orders)).toBe(false)
    expect(mayReadDataset(neighbours, { ...orders, perm: null, schemaPerm: null })).toBe(false)
  })
})

test('a chart opens with its dataset, to its owners and to administrators', () => {
  expect(mayReadChart(caller(), { ownerIds: [], dataset: orders })).toBe(false)
  expect(mayReadChart(caller([['schema_access', '[shop].[public]']]), { ownerIds: [], dataset: orders })).toBe(true)
  expect(mayReadChart(caller(), { ownerIds: [7], dataset: null })).toBe(true)
  expect(mayReadChart(caller(), { ownerIds: [], dataset: null })).toBe(false)
  expect(mayReadChart(admin, { ownerIds: [], dataset: null })).toBe(true)
})

test('a dashboard opens by its roles when it has some, otherwise by its data', () => {
  const board = { published: true, ownerIds: [], roleIds: [], datasets: [orders] }
  expect(mayReadDashboard(caller(), board, true)).toBe(false)
  expect(mayReadDashboard(caller(), { ...board, datasets: [] }, true)).toBe(true)
  expect(mayReadDashboard(caller([['database_access', '[shop].(id:5)']]), { ...board, published: false }, true)).toBe(true)
  expect(mayReadDashboard(caller(), { ...board, roleIds: [3] }, true)).toBe(true)
  expect(mayReadDashboard(caller(), { ...board, roleIds: [3], published: false }, true)).toBe(false)
  expect(mayReadDashboard(caller([['database_access', '[shop].(id:5)']]), { ...board, roleIds: [4] }, true)).toBe(false)
  expect(mayReadDashboard(caller(), { ...board, roleIds: [3] }, false)).toBe(false)
  expect(mayReadDashboard(caller(), { ...board, ownerIds: [7], published: false }, true)).toBe(true)
})

test('what a list may show is told as data', () => {
  expect(visibleData(caller([['datasource_access', '[shop].[orders](id:42)']]))).toEqual({
    everything: false,
    databasePerms: [],
    schemaPerms: [],
    datasetPerms: ['[shop].[orders](id:42)'],
    ownerId: 7,
  })
  expect(visibleData(caller([['all_datasource_access', 'all_datasource_access']])).everything).toBe(true)
})

describe('built-in roles', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['can_read', 'Chart', ['Admin', 'Alpha', 'Gamma']],
    ['can_write', 'Dashboard', ['Admin', 'Alpha', 'Gamma']],
    ['can_read', 'Dataset', ['Admin', 'Alpha', 'Gamma']],
    ['can_write', 'Dataset', ['Admin', 'Alpha']],
    ['can_get_column_values', 'Datasource', ['Admin', 'Alpha']],
    ['can_read', 'CssTemplate', ['Admin', 'Alpha']],
    ['all_datasource_access', 'all_datasource_access', ['Admin', 'Alpha']],
    ['all_query_access', 'all_query_access', ['Admin']],
    ['can_write', 'Database', ['Admin']],
    ['can_read', 'Database', ['Admin', 'Alpha', 'Gamma', 'sql_lab']],
    ['can_read', 'Log', ['Admin']],
    ['can_recent_activity', 'Log', ['Admin', 'Alpha', 'Gamma']],
    ['can_read', 'User', ['Admin']],
    ['can_read', 'Row Level Security', ['Admin']],
    ['can_read', 'SavedQuery', ['Admin', 'sql_lab']],
    ['can_execute_sql_query', 'SQLLab', ['Admin', 'sql_lab']],
    ['menu_access', 'SQL Lab', ['Admin', 'sql_lab']],
    ['can_csv', 'Superset', ['Admin', 'Alpha', 'Gamma', 'sql_lab']],
    ['can_set_embedded', 'Dashboard', ['Admin']],
    ['datasource_access', '[shop].[orders](id:42)', []],
  ]
  test.each(rows)('%s on %s is held by the right ones', (permission, view, roles) => expect(rolesFor({ permission, view })).toEqual(roles))
  test('permissions of single objects are recognised', () => expect(isObjectPair({ permission: 'schema_access', view: '[a].[b]' })).toBe(true))
})

test('row rules: regular ones bind their roles, base ones everybody else; a shared key means any of them', () => {
  const rule = (id: number, filterType: 'Regular' | 'Base', roleIds: readonly number[], groupKey: string | null = null): RowRule => ({
    id,
    filterType,
    groupKey,
    clause: `c${id}`,
    roleIds,
  })
  const clauses = (rules: readonly RowRule[], who: Caller) =>
    rowRuleGroups(rules, who, { datasetId: 1, isAsked: true }).map((group) => group.map(({ clause }) => clause))
  expect(clauses([rule(1, 'Regular', [3]), rule(2, 'Regular', [4]), rule(3, 'Base', [3]), rule(4, 'Base', [])], caller())).toEqual([['c1'], ['c4']])
  expect(clauses([rule(1, 'Regular', [3], 'g'), rule(2, 'Base', [], ''), rule(3, 'Regular', [3], 'g')], caller())).toEqual([['c1', 'c3'], ['c2']])
  expect(clauses([rule(1, 'Base', [])], admin)).toEqual([['c1']])
})

test('rules of a guest bind the dataset they name, and one without a name binds whatever is asked', () => {
  const rules = [
    { datasetId: 1, clause: 'a' },
    { datasetId: null, clause: 'b' },
  ]
  const guest: Caller = { ...caller(), kind: 'guest', id: null, guest: { dashboardIds: [1], rules } }
  const clauses = (datasetId: number, isAsked: boolean) => rowRuleGroups([], guest, { datasetId, isAsked }).map((group) => group.map(({ clause }) => clause))
  expect(clauses(1, true)).toEqual([['a'], ['b']])
  expect(clauses(2, true)).toEqual([['b']])
  expect(clauses(1, false)).toEqual([['a']])
  expect(clauses(2, false)).toEqual([])
})
