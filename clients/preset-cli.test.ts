import { appendFileSync, cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAssets, withoutIds, type Assets } from './assets.ts'
import { findPlaces, type Ran } from './environment.ts'
import { openHouse, type House } from './open-house.ts'
import { account, templateSql } from './shop.ts'
import { must, openSightline, password, type Sightline } from './sightline.ts'

const places = findPlaces()

describe.skipIf(!places)('superset-cli of preset-cli', () => {
  let house: House | undefined
  let client: House['client']
  let home: House['home']
  let away: House['away']
  let shop: House['shop']
  beforeAll(async () => {
    house = await openHouse(places!, 'preset-cli')
    ;({ client, home, away, shop } = house)
  })
  afterAll(() => house?.close())

  const at = (sightline: Sightline, ...args: string[]): Promise<Ran> =>
    client.run('superset-cli', ['-u', 'admin', '-p', password, `${sightline.address}/`, ...args])
  const succeed = async (sightline: Sightline, ...args: string[]): Promise<string> => {
    const { code, said } = await at(sightline, ...args)
    expect(code, said).toBe(0)
    return said
  }
  const folderFor = (name: string): string => {
    const path = join(client.folder, name)
    mkdirSync(path)
    return path
  }
  const exported = async (sightline: Sightline, name: string): Promise<Assets> => {
    await succeed(sightline, 'export-assets', folderFor(name))
    return readAssets(client, join(client.folder, name))
  }
  const withPassword = () => ['--db-password', `${shop.database.uuid}=${account.password}`]
  const namesOf = async (sightline: Sightline, kind: string, column: string): Promise<unknown[]> =>
    (await must(sightline, 'GET', `/api/v1/${kind}/?q=(page_size:100)`)).result.map((row: Record<string, unknown>) => row[column]).sort()
  const sqlOn = async (sightline: Sightline, text: string): Promise<string[]> => {
    const databases = (await must(sightline, 'GET', '/api/v1/database/?q=(page_size:100)')).result as { id: number; database_name: string }[]
    const { id } = databases.find((database) => database.database_name === 'warehouse')!
    return (await succeed(sightline, 'sql', '--database-id', String(id), '--schema', shop.schema, '-e', text)).trimEnd().split('\n')
  }

  describe('sql', () => {
    test('prints rows as a table', async () => {
      expect(await sqlOn(home, 'SELECT region, SUM(amount) AS total, COUNT(*) AS orders FROM orders GROUP BY region ORDER BY region')).toEqual([
        'region      total    orders',
        '--------  -------  --------',
        'North       15.75         2',
        'South       20            1',
        'Île 🙂     nan            1',
      ])
    })

    test('asks which database when there are several, and runs what is typed', async () => {
      const { said } = await client.run('superset-cli', ['-u', 'admin', '-p', password, `${home.address}/`, 'sql', '-e', 'SELECT 6 * 7 AS answer'], {
        input: `${shop.database.id}\n`,
      })
      expect(said).toContain('Choose the ID of a database to connect to:')
      expect(said).toContain(`(${shop.database.id}) warehouse`)
      expect(said.trimEnd().split('\n').slice(-3)).toEqual(['>   answer', '--------', '      42'])
    })

    test('tells what is wrong with SQL', async () => {
      const said = (await sqlOn(home, 'SELECT * FROM nothing_of_that_name')).join('\n')
      expect(said).toContain(String.raw`relation \"nothing_of_that_name\" does not exist`)
      expect(said).toContain('LINE 1: SELECT * FROM nothing_of_that_name')
    })

    test('a token does instead of a password', async () => {
      const { code, said } = await client.run(
        'superset-cli',
        ['--jwt-token', home.token, `${home.address}/`].concat(['sql', '--database-id', String(shop.database.id), '-e', 'SELECT 1 AS one']),
      )
      expect(code, said).toBe(0)
      expect(said.split('\n').slice(0, 3)).toEqual(['  one', '-----', '    1'])
    })

    test('a wrong password runs nothing and says why', async () => {
      const { code, said } = await client.run('superset-cli', ['-u', 'admin', '-p', 'wrong', `${home.address}/`, 'sql', '-e', 'SELECT 1 AS never_shown'])
      expect(code).toBe(1)
      expect(said).toContain('401 Client Error: Unauthorized')
      expect(said).toContain('Missing Authorization Header')
      expect(said).not.toContain('never_shown')
    })
  })

  test('rows of a dataset come as a data frame, by saved and own metrics and columns', async () => {
    expect(await client.ask('preset_data', [home.address, password])).toEqual([
      ['South', 'SOUTH', 20, 1],
      ['North', 'NORTH', 15.75, 2],
    ])
  })

  describe('export-assets and import-assets', () => {
    let assets: Assets
    beforeAll(async () => {
      assets = await exported(home, 'exported')
    })

    test('every object is a YAML file, and no password is in any', () => {
      expect(Object.keys(withoutIds(assets))).toEqual([
        'charts/Revenue.yaml',
        'charts/Revenue_by_region.yaml',
        'dashboards/Shop.yaml',
        'databases/Uploads.yaml',
        'databases/warehouse.yaml',
        'datasets/warehouse/large_orders.yaml',
        'datasets/warehouse/orders.yaml',
      ])
      expect(assets['databases/warehouse.yaml']!['sqlalchemy_uri']).toContain(`${account.username}:XXXXXXXXXX@`)
      expect(JSON.stringify(assets)).not.toMatch(/sesame/)
    })

    test('a second Sightline gets the same objects, which read their data there', async () => {
      await succeed(away, 'import-assets', 'exported', ...withPassword())
      expect(withoutIds(await exported(away, 'exported-again'))).toEqual(asImported(assets))
      expect((await sqlOn(away, 'SELECT COUNT(*) AS n FROM orders')).at(-1)?.trim()).toBe('4')
      const { result: charts } = await must(away, 'GET', '/api/v1/dashboard/shop/charts')
      expect(charts.map((chart: { slice_name: string }) => chart.slice_name).sort()).toEqual(['Revenue', 'Revenue by region'])
      const pie = charts.find((chart: { slice_name: string }) => chart.slice_name === 'Revenue by region')
      const { result } = await must(away, 'GET', `/api/v1/chart/${pie.id}/data/`)
      expect(result[0].data).toEqual(expect.arrayContaining([{ region: 'North', revenue: 15.75 }]))
    })

    test('templates that belong to a dataset arrive as they were', async () => {
      const { result } = await must(away, 'GET', "/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:'large orders')))")
      expect(result).toMatchObject([{ sql: templateSql(shop.schema) }])
    })

    test('a file that was changed replaces its object with --overwrite, and nothing is there twice', async () => {
      const dashboards = join(client.folder, 'exported', 'dashboards')
      const [name] = readdirSync(dashboards)
      const file = join(dashboards, name!)
      writeFileSync(file, readFileSync(file, 'utf8').replace('dashboard_title: Shop', 'dashboard_title: Shop, renamed'))
      const refused = await at(away, 'import-assets', 'exported', '--asset-type', 'dashboard')
      expect(refused.code).toBe(1)
      expect(refused.said).toContain('Dashboard already exists and `overwrite=true` was not passed')
      expect(await namesOf(away, 'dashboard', 'dashboard_title')).toEqual(['Shop'])
      await succeed(away, 'import-assets', 'exported', '--asset-type', 'dashboard', '--overwrite')
      expect(await namesOf(away, 'dashboard', 'dashboard_title')).toEqual(['Shop, renamed'])
      await succeed(away, 'import-assets', 'exported', '--overwrite')
      expect(await namesOf(away, 'chart', 'slice_name')).toEqual(['Revenue', 'Revenue by region'])
      expect(await namesOf(away, 'dataset', 'table_name')).toEqual(['large orders', 'orders'])
    })

    test('templates in files are filled from options and the environment, beside overrides', async () => {
      const templated = join(client.folder, 'templated')
      cpSync(join(client.folder, 'exported'), templated, { recursive: true })
      const charts = join(templated, 'charts')
      const file = join(
        charts,
        readdirSync(charts).find((name) => name.startsWith('Revenue_by_region'))!,
      )
      writeFileSync(file, readFileSync(file, 'utf8').replace('slice_name: Revenue by region', "slice_name: Revenue of {{ country }} in {{ env['YEAR'] }}"))
      writeFileSync(file.replace('.yaml', '.overrides.yaml'), 'description: Changed beside the file.\n')
      const ran = await client.run(
        'superset-cli',
        ['-u', 'admin', '-p', password, `${away.address}/`, 'import-assets', 'templated', '--overwrite', '--load-env', '-o', 'country=Freedonia'],
        { env: { YEAR: '1933' } },
      )
      expect(ran.code, ran.said).toBe(0)
      const { result } = await must(away, 'GET', '/api/v1/chart/?q=(page_size:100)')
      expect(result.map(({ slice_name, description }: Record<string, string>) => [slice_name, description])).toContainEqual([
        'Revenue of Freedonia in 1933',
        'Changed beside the file.',
      ])
    })

    test('--split brings the same, one object after the other', async () => {
      const third = await openSightline()
      try {
        await succeed(third, 'import-assets', 'exported', '--split', ...withPassword())
        expect(await namesOf(third, 'chart', 'slice_name')).toEqual(['Revenue', 'Revenue by region'])
        expect(await namesOf(third, 'dashboard', 'dashboard_title')).toEqual(['Shop, renamed'])
      } finally {
        await third.close()
      }
    })

    test('a file that is no asset changes nothing and is named', async () => {
      const broken = join(client.folder, 'broken')
      cpSync(join(client.folder, 'exported'), broken, { recursive: true })
      const charts = join(broken, 'charts')
      const [first] = readdirSync(charts)
      appendFileSync(join(charts, first!), 'viz_type: 7\n')
      const before = await exported(away, 'before-broken')
      const { code, said } = await at(away, 'import-assets', 'broken', '--overwrite')
      expect(code).toBe(1)
      expect(said).toContain(`charts/${first}`)
      expect(await exported(away, 'after-broken')).toEqual(before)
    })

    test('single objects leave as a zip with what they need, dashboards also by filter', async () => {
      await succeed(home, 'export-assets', '--chart-ids', String(shop.charts[1]), '--output-zip', 'chart.zip')
      expect(Object.keys(withoutIds(await readAssets(client, join(client.folder, 'chart.zip'))))).toEqual([
        'charts/Revenue.yaml',
        'databases/warehouse.yaml',
        'datasets/warehouse/orders.yaml',
      ])
      await succeed(home, 'export-assets', '--filter', 'slug=shop', '--output-zip', 'dashboard.zip')
      expect(Object.keys(withoutIds(await readAssets(client, join(client.folder, 'dashboard.zip'))))).toContain('dashboards/Shop.yaml')
    })
  })

  describe('people and rules', () => {
    test('roles are written down with their permissions and people', async () => {
      await succeed(home, 'export-roles', 'roles.yaml')
      const roles = readFileSync(join(client.folder, 'roles.yaml'), 'utf8')
      expect(roles).toMatch(/name: Admin\n/)
      expect(roles).toMatch(/users:\n\s*- admin@/)
      expect(roles).toContain('- can execute sql query on SQLLab')
    })

    test('row rules are written down by the names of their tables and roles', async () => {
      const { result: roles } = await must(home, 'GET', '/api/v1/security/roles/?q=(page_size:100)')
      const gamma = roles.find(({ name }: { name: string }) => name === 'Gamma').id
      await must(home, 'POST', '/api/v1/rowlevelsecurity/', {
        name: 'North only',
        filter_type: 'Regular',
        tables: [shop.orders],
        roles: [gamma],
        group_key: 'region',
        clause: "region = 'North'",
      })
      await succeed(home, 'export-rls', 'rls.yaml')
      const rules = readFileSync(join(client.folder, 'rls.yaml'), 'utf8')
      expect(rules).toContain('name: North only')
      expect(rules).toContain(`- ${shop.schema}.orders`)
      expect(rules).toContain('- Gamma')
      expect(rules).toContain("clause: region = 'North'")
    })

    test('owners move by their e-mail addresses', async () => {
      await succeed(home, 'export-ownership', 'ownership.yaml')
      expect(readFileSync(join(client.folder, 'ownership.yaml'), 'utf8')).toContain('admin@')
      const { result: before } = await must(away, 'GET', '/api/v1/dashboard/shop')
      await must(away, 'PUT', `/api/v1/dashboard/${before.id}`, { owners: [] })
      expect((await must(away, 'GET', '/api/v1/dashboard/shop')).result.owners).toEqual([])
      await succeed(away, 'import-ownership', 'ownership.yaml')
      const { result: after } = await must(away, 'GET', '/api/v1/dashboard/shop')
      expect(after.owners).toMatchObject([{ first_name: 'Admin' }])
    })
  })

  test('sync dbt-core makes a dataset of a model, with its descriptions and metrics, and once more changes nothing', async () => {
    const node = { resource_type: 'model', database: 'postgres', schema: shop.schema, tags: [], meta: {}, config: { materialized: 'table', meta: {} } }
    const orders = { ...node, unique_id: 'model.shop.orders', name: 'orders', alias: 'orders', description: 'Orders, by dbt', depends_on: { nodes: [] } }
    const revenue = { unique_id: 'metric.shop.takings', name: 'takings', label: 'Takings', description: '', meta: {}, type: 'sum', sql: 'amount', filters: [] }
    const manifest = {
      metadata: {},
      nodes: { [orders.unique_id]: { ...orders, columns: { region: { name: 'region', description: 'Where it went', meta: {} } } } },
      metrics: { [revenue.unique_id]: { ...revenue, depends_on: { nodes: [orders.unique_id] } } },
      child_map: { [orders.unique_id]: [revenue.unique_id] },
      sources: {},
      exposures: {},
    }
    writeFileSync(join(client.folder, 'manifest.json'), JSON.stringify(manifest))
    const { hostname: host, port } = new URL(places!.postgres)
    const target = { type: 'postgres', host, port: Number(port), user: account.username, pass: account.password, dbname: 'postgres', schema: shop.schema }
    // JSON is YAML too.
    writeFileSync(join(client.folder, 'profiles.yml'), JSON.stringify({ shop: { target: 'dev', outputs: { dev: { ...target, threads: 1 } } } }))
    const sync = ['sync', 'dbt-core', 'manifest.json', '--project', 'shop', '--target', 'dev', '--profiles', 'profiles.yml', '--import-db']
    const find = async () => {
      const { result } = await must(home, 'GET', '/api/v1/dataset/?q=(page_size:100)')
      const found = result.filter((dataset: { description: string }) => dataset.description === 'Orders, by dbt')
      expect(found).toHaveLength(1)
      return (await must(home, 'GET', `/api/v1/dataset/${found[0].id}`)).result
    }
    await succeed(home, ...sync)
    const made = await find()
    expect(made).toMatchObject({ table_name: 'orders', schema: shop.schema, database: { database_name: 'shop_dev' } })
    expect(made.columns.find(({ column_name: name }: { column_name: string }) => name === 'region')).toMatchObject({ description: 'Where it went' })
    expect(made.metrics).toMatchObject([{ metric_name: 'takings', expression: 'SUM(amount)' }])
    await succeed(home, ...sync)
    const again = await find()
    expect([again.columns.length, again.metrics.length]).toEqual([made.columns.length, made.metrics.length])
  })

  test('delete-assets deletes what it was asked to and leaves the rest', async () => {
    const dry = await succeed(away, 'delete-assets', '--asset-type', 'dashboard', '--filter', 'slug=shop')
    expect(dry).toContain('Shop')
    expect(await namesOf(away, 'dashboard', 'dashboard_title')).toHaveLength(1)
    await succeed(away, 'delete-assets', '--asset-type', 'dashboard', '--filter', 'slug=shop', '--dry-run=false', '--confirm', 'DELETE')
    expect(await namesOf(away, 'dashboard', 'dashboard_title')).toEqual([])
    expect(await namesOf(away, 'chart', 'slice_name')).toHaveLength(2)
  })
})

/** What an import adds: charts come without annotation layers, where they had none. */
function asImported(assets: Assets): unknown {
  const plain = withoutIds(assets)
  for (const [path, content] of Object.entries(plain)) {
    if (path.startsWith('charts/')) Object.assign((content as { params: object }).params, { annotation_layers: [] })
  }
  return plain
}
