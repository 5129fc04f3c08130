import type { FidelityReport } from '@sightline/contract'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { comparable } from '../../testing/bundles.ts'
import { openFurnishedServer, shopTables, withoutLayerIds, type FurnishedServer } from '../../testing/furnished-server.ts'
import { openOlderServer } from '../../testing/older-server.ts'
import { changeSampleFile } from '../../testing/sample-database.ts'
import { openTestApp, testPassword, type TestApp, type TestCall } from '../../testing/test-app.ts'

// Whole servers are begun and moved here, on slow machines too.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let source: FurnishedServer
beforeAll(async () => {
  source = await openFurnishedServer()
})
afterAll(() => source.server.close())

/** A server that knows some of the people of the other one, and has things of its own. */
async function openHere(): Promise<{ readonly server: TestApp; readonly admin: TestCall }> {
  const server = await openTestApp({ env: { SIGHTLINE_FETCH_HOSTS: '127.0.0.0/8', SIGHTLINE_FEATURE_DASHBOARD_RBAC: 'true' } })
  const admin = await server.as('admin')
  await changeSampleFile(server, 'shop', shopTables)
  await admin('POST', '/api/v1/security/roles/', { name: 'only north' })
  await server.as('clerk', 'Alpha', 'sql_lab', 'only north')
  await server.as('keeper', 'Alpha')
  for (const name of ['a', 'b', 'c', 'd', 'e']) await admin('POST', '/api/v1/annotation_layer/', { name })
  return { server, admin }
}

async function move(call: TestCall, fields: Readonly<Record<string, string>> = {}): Promise<{ status: string; errors: any; report: FidelityReport }> {
  const form = new URLSearchParams({ from: source.address, username: 'admin', password: testPassword, ...fields })
  let started = await call('POST', '/api/v1/moving_in/', form)
  // One at a time: the last one may still be putting its things away.
  for (; started.status === 409; started = await call('POST', '/api/v1/moving_in/', form)) await pause(20)
  if (started.status !== 202) throw new Error(`${started.status} ${started.text}`)
  for (;;) {
    const { result } = (await call('GET', `/api/v1/moving_in/${started.body.id}`)).body
    if (result.status !== 'running') return result
    await pause(20)
  }
}

const everything = async (call: TestCall) => comparable((await call('GET', '/api/v1/assets/export/')).bytes)
const idOf = async ({ deps }: TestApp, table: 'charts' | 'dashboards', title: string): Promise<number> =>
  (
    await deps.db
      .selectFrom(table as 'charts')
      .select('id')
      .where((table === 'charts' ? 'slice_name' : 'dashboard_title') as 'slice_name', '=', title)
      .executeTakeFirstOrThrow()
  ).id
const datasetId = async ({ deps }: TestApp, schema: string): Promise<number> =>
  (await deps.db.selectFrom('datasets').select('id').where('table_name', '=', 'orders').where('schema', '=', schema).executeTakeFirstOrThrow()).id
const rowsSeen = async (call: TestCall, id: number) =>
  (await call('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [{ columns: ['id', 'place'], orderby: [['id', true]] }] })).body
    .result?.[0].data
const ownersOf = async (server: TestApp, path: string) =>
  ((await (await server.as('admin'))('GET', path)).body.result.owners as { id: number }[]).map(({ id }) => id)

describe('everything of a second running server comes over', () => {
  let here: TestApp
  let admin: TestCall
  let report: FidelityReport
  beforeAll(async () => {
    ;({ server: here, admin } = await openHere())
    const moved = await move(admin)
    expect([moved.status, moved.errors]).toEqual(['done', null])
    ;({ report } = moved)
  })
  afterAll(() => here.close())

  test('the same objects', async () => {
    const [there, now] = [await everything(source.admin), await everything(admin)]
    expect(Object.keys(now)).toEqual(Object.keys(there))
    expect(withoutLayerIds(now)).toEqual(withoutLayerIds(there))
    expect(report.datasets.map(({ name, is_closed }) => [name, is_closed]).toSorted()).toEqual([
      ['main.by place', false],
      ['main.orders', false],
      ['other.orders', false],
    ])
  })

  test('T7 the same rules, and so the same rows for those they bind', async () => {
    const rules = async (call: TestCall) =>
      ((await call('GET', '/api/v1/rowlevelsecurity/')).body.result as any[]).map(({ name, description, filter_type, clause, group_key, tables, roles }) => ({
        name,
        description,
        filter_type,
        clause,
        group_key,
        tables: tables.map((table: any) => [table.schema, table.table_name]),
        roles: roles.map((role: any) => role.name),
      }))
    expect(await rules(admin)).toEqual(await rules(source.admin))
    expect(await rules(admin)).toHaveLength(2)
    const id = await datasetId(here, 'main')
    const [clerk, clerkThere, keeper] = [await here.as('clerk'), await source.server.as('clerk'), await here.as('keeper')]
    const seen = await rowsSeen(clerk, id)
    expect(seen).toHaveLength(5)
    expect(seen).toEqual(await rowsSeen(clerkThere, source.orders))
    expect(await rowsSeen(keeper, id)).toHaveLength(10)
  })

  test('owners by their account name, roles by their name', async () => {
    const [keeper, me] = [await here.userId('keeper'), await here.userId('admin')]
    const chart = await idOf(here, 'charts', 'orders a day')
    expect(await ownersOf(here, `/api/v1/chart/${chart}`)).toEqual([keeper])
    expect(await ownersOf(here, `/api/v1/dataset/${await datasetId(here, 'main')}`)).toContain(keeper)
    expect(await ownersOf(here, `/api/v1/chart/${await idOf(here, 'charts', 'marked')}`)).toEqual([me])
    const { roles } = (await admin('GET', '/api/v1/dashboard/shop')).body.result
    expect(roles.map(({ name }: { name: string }) => name)).toEqual(['board readers'])
    // A role that was not here has no permission, and nobody.
    const { id } = roles[0]
    expect(await here.deps.db.selectFrom('role_permissions').selectAll().where('role_id', '=', id).execute()).toEqual([])
    expect(await here.deps.db.selectFrom('user_roles').selectAll().where('role_id', '=', id).execute()).toEqual([])
    expect(report.not_brought.map(({ kind, name }) => [kind, name])).toEqual(
      expect.arrayContaining([
        ['role', 'board readers'],
        ['owner', 'gone'],
      ]),
    )
  })

  test('annotation layers, and charts that name them and other charts by their ids here', async () => {
    const layer = await here.deps.db.selectFrom('annotation_layers').selectAll().where('name', '=', 'holidays').executeTakeFirstOrThrow()
    expect([layer.descr, layer.id === source.layer]).toEqual(['days off', false])
    const marks = await here.deps.db.selectFrom('annotations').selectAll().where('layer_id', '=', layer.id).orderBy('id').execute()
    expect(marks.map(({ short_descr, long_descr, start_dttm, json_metadata }) => [short_descr, long_descr, start_dttm.slice(0, 10), json_metadata])).toEqual([
      ['fair', 'the fair', '2026-01-03', '{"a": 1}'],
      ['feast', null, '2026-01-03', null],
    ])
    const { params, query_context } = (await admin('GET', `/api/v1/chart/${await idOf(here, 'charts', 'orders a day')}`)).body.result
    const values = (layers: { value: number }[]) => layers.map(({ value }) => value)
    const wanted = [layer.id, await idOf(here, 'charts', 'marked')]
    const context = JSON.parse(query_context)
    expect([values(JSON.parse(params).annotation_layers), values(context.form_data.annotation_layers), values(context.queries[0].annotation_layers)]).toEqual([
      wanted,
      wanted,
      wanted,
    ])
  })

  test('CSS templates and tags', async () => {
    expect(await here.deps.db.selectFrom('css_templates').select(['template_name', 'css']).execute()).toEqual([
      { template_name: 'dark', css: '.a { color: red }' },
    ])
    const tagged = (await admin('GET', '/api/v1/tag/get_objects/?tags=weekly')).body.result as { type: string; name: string }[]
    expect(tagged.map(({ type, name }) => `${type} ${name}`).toSorted()).toEqual(['chart orders a day', 'dashboard shop', 'dataset orders', 'query north'])
    expect(Object.fromEntries(report.extras.map(({ kind, brought }) => [kind, brought]))).toMatchObject({
      row_rule: 2,
      annotation_layer: 3,
      annotation: 2,
      css_template: 1,
      tag: 1,
      dashboard_role: 1,
    })
  })

  test('moving twice changes nothing more', async () => {
    const before = await everyRow(here)
    expect((await move(admin)).status).toBe('done')
    expect(await everyRow(here)).toEqual(before)
  })

  test('what is foreseen is what comes, and nothing is written', async () => {
    const before = await everyRow(here)
    const foreseen = (await move(admin, { dry_run: 'true' })).report
    expect(foreseen.extras).toEqual((await move(admin)).report.extras)
    expect(await everyRow(here)).toEqual(before)
  })

  test('a rule of this house of the same name, about other datasets, stays as it is', async () => {
    const { db } = here.deps
    const mine = (
      await admin('POST', '/api/v1/dataset/', {
        database: (await db.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id,
        table_name: 'mine',
        schema: 'main',
        sql: 'SELECT 1 AS one',
      })
    ).body.id
    await db.updateTable('row_rules').set({ name: 'other' }).where('name', '=', 'north only').execute()
    await admin('POST', '/api/v1/rowlevelsecurity/', { name: 'north only', filter_type: 'Base', clause: '1 = 2', tables: [mine], roles: [] })
    expect((await move(admin)).status).toBe('done')
    expect((await move(admin)).status).toBe('done')
    const rules = await db.selectFrom('row_rules').select(['name', 'clause']).orderBy('name').execute()
    expect(rules.map(({ name }) => name)).toEqual(['north only', 'north only (moved in)', 'nothing dear', 'other'])
    expect(rules[0]?.clause).toBe('1 = 2')
  })
})

describe('a server of the 3.1 line, which tells less', () => {
  test('is read by kinds, its objects found by what both lists and bundles tell', async () => {
    const older = await openOlderServer(source.address)
    const { server: here, admin } = await openHere()
    const { status, errors, report } = await move(admin, { from: older.address })
    expect([status, errors]).toEqual(['done', null])
    const [there, now] = [await everything(source.admin), await everything(admin)]
    expect(withoutLayerIds(now)).toEqual(withoutLayerIds(there))
    expect(older.paths).toEqual(
      expect.arrayContaining(['/api/v1/assets/export/', '/api/v1/dashboard/export/', '/api/v1/dataset/export/', '/api/v1/security/refresh']),
    )
    const rules = await here.deps.db
      .selectFrom('row_rules')
      .innerJoin('row_rule_datasets', 'row_rule_datasets.row_rule_id', 'row_rules.id')
      .innerJoin('datasets', 'datasets.id', 'row_rule_datasets.dataset_id')
      .select(['row_rules.name', 'row_rules.description', 'datasets.schema', 'datasets.table_name'])
      .orderBy('row_rules.name')
      .orderBy('datasets.table_name')
      .execute()
    expect(rules).toEqual([
      { name: 'north only', description: 'clerks see the north', schema: 'main', table_name: 'orders' },
      { name: 'nothing dear', description: null, schema: 'main', table_name: 'by place' },
      { name: 'nothing dear', description: null, schema: 'main', table_name: 'orders' },
    ])
    expect(report.datasets.some(({ is_closed }) => is_closed)).toBe(false)
    // Account names stand in the descriptions of datasets alone.
    expect(await ownersOf(here, `/api/v1/chart/${await idOf(here, 'charts', 'orders a day')}`)).toEqual([await here.userId('keeper')])
    const marks = await here.deps.db.selectFrom('annotations').select('json_metadata').where('short_descr', '=', 'fair').execute()
    expect(marks).toEqual([{ json_metadata: '{"a": 1}' }])
    expect((await admin('GET', '/api/v1/tag/get_objects/?tags=weekly')).body.result).toHaveLength(4)
    await here.close()
    await older.close()
  })

  test('what it does not have stands in the report, and without its datasets nothing hangs in the air', async () => {
    const older = await openOlderServer(source.address, { refuses: /rowlevelsecurity|annotation_layer|css_template|\/tag\/|chart\/export|dashboard\/export/ })
    const { server: here, admin } = await openHere()
    const { status, report } = await move(admin, { from: older.address })
    expect(status).toBe('done')
    expect(report.charts).toEqual([])
    expect(report.datasets.map(({ is_closed }) => is_closed)).toEqual([true, true, true])
    const missing = new Set(report.not_brought.map(({ kind }) => kind))
    expect(['row_rule', 'annotation_layer', 'css_template', 'tag', 'chart', 'dashboard'].filter((kind) => !missing.has(kind))).toEqual([])
    expect(report.not_brought.every(({ why }) => /^[A-Z].*[.]$/s.test(why))).toBe(true)
    await here.close()
    await older.close()
  })
})

describe('what cannot be known for certain comes over closed', () => {
  test('an account that may not read the rules', async () => {
    const { server: here, admin } = await openHere()
    const { status, report } = await move(admin, { username: 'alpha' })
    expect(status).toBe('done')
    expect(report.datasets.length).toBeGreaterThanOrEqual(3)
    expect(report.datasets.every(({ is_closed }) => is_closed)).toBe(true)
    expect(report.not_brought.find(({ kind }) => kind === 'row_rule')).toMatchObject({ name: 'All row rules', why: expect.stringContaining('403') })
    const id = await datasetId(here, 'main')
    const keeper = await here.as('keeper')
    const refused = await keeper('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [{ columns: ['place'] }] })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('closed until an administrator opens it')])
    expect(await rowsSeen(admin, id)).toHaveLength(10)
    // Owners are known though: descriptions of datasets tell their account names.
    expect(await ownersOf(here, `/api/v1/dataset/${id}`)).toContain(await here.userId('keeper'))
    await admin('POST', `/api/v1/dataset/${id}/open`)
    expect(await rowsSeen(keeper, id)).toHaveLength(10)
    await here.close()
  })

  test('a clause that means something else here, or cannot be used', async () => {
    const { db } = source.server.deps
    const was = await db.selectFrom('row_rules').select('clause').where('name', '=', 'north only').executeTakeFirstOrThrow()
    const setClause = (clause: string) => db.updateTable('row_rules').set({ clause }).where('name', '=', 'north only').execute()
    const closedIn = ({ datasets }: FidelityReport) => datasets.filter(({ is_closed }) => is_closed).map(({ name }) => name)
    const { server: here, admin } = await openHere()
    await setClause('id = {{ current_user_id() }}')
    expect(closedIn((await move(admin, { dry_run: 'true' })).report)).toEqual(['main.orders'])
    const { report } = await move(admin)
    expect(closedIn(report)).toEqual(['main.orders'])
    expect(report.not_brought.find(({ kind }) => kind === 'row_rule')).toMatchObject({ name: 'north only', why: expect.stringContaining('ids of people') })
    expect(await here.deps.db.selectFrom('row_rules').select('name').execute()).toEqual([{ name: 'nothing dear' }])
    await admin('POST', `/api/v1/dataset/${await datasetId(here, 'main')}/open`)
    for (const clause of ["(place = 'north'", '1 = 1; DROP TABLE orders', '{{ unheard_of() }} = 1']) {
      await setClause(clause)
      expect([clause, closedIn((await move(admin, { dry_run: 'true' })).report)]).toEqual([clause, ['main.orders']])
    }
    await setClause(was.clause)
    // With its rule it needs no closing.
    expect(closedIn((await move(admin)).report)).toEqual([])
    await here.close()
  })

  test('one that is closed there', async () => {
    const { db } = source.server.deps
    await db.updateTable('datasets').set({ closed_because: 'Nobody knows.' }).where('id', '=', source.otherOrders).execute()
    const { server: here, admin } = await openHere()
    const { report } = await move(admin)
    expect(report.datasets.filter(({ is_closed }) => is_closed).map(({ name }) => name)).toEqual(['other.orders'])
    const { result } = (await admin('GET', `/api/v1/dataset/${await datasetId(here, 'other')}`)).body
    expect(result.closed_because).toBe('Nobody knows.')
    await here.close()
    await db.updateTable('datasets').set({ closed_because: null }).where('id', '=', source.otherOrders).execute()
  })
})

describe('T18 whoever moves in reaches no place that is not allowed', () => {
  test('by the setting', async () => {
    const server = await openTestApp()
    const admin = await server.as('admin')
    for (const from of [source.address, source.address.replace('127.0.0.1', 'localhost'), source.address.replace('127.0.0.1', '[::ffff:127.0.0.1]')]) {
      const { status, errors } = await move(admin, { from })
      expect([from, status, errors[0].message]).toEqual([from, 'failed', expect.stringContaining('does not lie on the public internet')])
    }
    await server.close()
  })

  test('and is told in words what went wrong', async () => {
    const { server, admin } = await openHere()
    const words = async (fields: Record<string, string>) => (await move(admin, fields)).errors?.[0].message
    expect(await words({ password: 'wrong' })).toBe(`The server at ${source.address} refuses the name "admin" with this password.`)
    expect(await words({ from: `${source.address}/nowhere` })).toMatch(/no server that can be moved from/)
    expect(await words({ from: 'http://127.0.0.1:1' })).toBe('Nothing answers at http://127.0.0.1:1.')
    expect(await words({ from: 'ftp://127.0.0.1/' })).toMatch(/Only addresses that begin with/)
    expect(await words({ from: source.address.replace('http:', 'https:') })).toMatch(/does not speak https/)
    await server.close()
  })
})

const tables = [
  'databases',
  'datasets',
  'dataset_columns',
  'dataset_metrics',
  'dataset_owners',
  'charts',
  'chart_owners',
  'dashboards',
  'dashboard_owners',
] as const
const moreTables = [
  'dashboard_roles',
  'dashboard_charts',
  'saved_queries',
  'row_rules',
  'row_rule_datasets',
  'row_rule_roles',
  'roles',
  'role_permissions',
] as const
const lastTables = ['permissions', 'user_roles', 'annotation_layers', 'annotations', 'css_templates', 'tags', 'tagged_objects'] as const

/** Everything that a move may write, but the moments at which it was written, and the ids of columns, which every import writes anew. */
async function everyRow({ deps: { db } }: TestApp): Promise<Readonly<Record<string, readonly string[]>>> {
  const rows: Record<string, readonly string[]> = {}
  for (const table of [...tables, ...moreTables, ...lastTables]) {
    const list = await db
      .selectFrom(table as 'charts')
      .selectAll()
      .execute()
    const passing = /^dataset_(columns|metrics)$/.test(table) ? /^(id|uuid|created_on|changed_on)$/ : /^(created_on|changed_on|last_saved_at)$/
    rows[table] = list.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([key]) => !passing.test(key))))).toSorted()
  }
  return rows
}
