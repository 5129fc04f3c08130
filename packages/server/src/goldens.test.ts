import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from './people/create-user.ts'
import { openTestApp, testPassword, type TestApp } from './testing/test-app.ts'

/** The recorded answers of `goldens/`, asked of a listening server. What the folder's replayer offers: */
interface Replayer {
  readonly open: (options: Readonly<Record<string, string>>) => Promise<unknown>
  readonly load: (uri: string, schema: string) => void
  readonly runCase: (target: unknown, one: Case) => Promise<{ readonly differences: readonly Difference[] }>
}
interface Difference {
  readonly path: string
  readonly expected: unknown
  readonly got: unknown
}
interface Case {
  readonly id: string
}

const folder = fileURLToPath(new URL('../../../goldens', import.meta.url))
const read = <Value>(name: string): Value => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Value

/** Recorded cases whose call does not exist yet, each with its reason. One that passes has to leave the list. */
const later = read<Readonly<Record<string, string>>>('later.json')
const files = [
  // First: it makes the dashboard that later cases find on a chart.
  'dashboards/resource',
  'resources/chart',
  'resources/dataset',
  'resources/lists',
  'resources/saved-query',
  'resources/small',
  'resources/tag',
  'roles/alpha',
  'roles/anonymous',
  'roles/gamma',
  'roles/ownership',
  'roles/sql',
  'explore/advanced-data-type',
  'explore/column-values',
  'explore/form-data',
  'explore/other-views',
  'explore/page',
  'explore/permalink',
  'explore/samples',
  'sql/database',
  'sql/editor',
  'sql/execute',
  'chart-data/columns-and-metrics',
  'chart-data/contexts',
  'chart-data/errors',
  'chart-data/filters',
  'chart-data/formats',
  'chart-data/order-and-limits',
  'chart-data/result-types',
  'chart-data/series-limit',
  'chart-data/time-comparison',
  'chart-data/time-grains',
  'chart-data/time-ranges',
  'post-processing/aggregate',
  'post-processing/compare',
  'post-processing/contribution',
  'post-processing/pivot',
  'post-processing/resample',
  'post-processing/rolling',
  'post-processing/running',
  'post-processing/shaping',
  'explore/time-range',
  'explore/chart-data-of-saved',
  'known_500/chart-data-errors',
  'known_500/chart-data-time-comparison',
  'known_500/chart-data-time-ranges',
  'known_500/explore-permalink',
  'known_500/explore-time-range',
  'known_500/post-processing-resample',
  'known_500/resources-chart',
  'known_500/resources-lists',
  'known_500/roles-sql',
  'known_500/sql-editor',
  'known_500/sql-execute',
]
const server = process.env['SIGHTLINE_TEST_PG']

if (!server) {
  if (process.env['CI']) test('the recorded answers can be replayed', () => expect.fail('SIGHTLINE_TEST_PG is not set'))
  else process.stdout.write('skipped: the recorded answers, SIGHTLINE_TEST_PG is not set\n')
}

describe.skipIf(!server)('recorded answers', () => {
  const database = `golden_${crypto.randomUUID().replaceAll('-', '')}`
  let testApp: TestApp
  let replayer: Replayer
  let target: unknown

  beforeAll(async () => {
    await onServer(`create database ${database}`)
    const uri = new URL(server as string)
    uri.protocol = 'postgresql:'
    uri.pathname = `/${database}`
    replayer = (await import(join(folder, 'replay.mjs'))) as Replayer
    replayer.load(uri.href, 'public')
    // The answers were recorded on tables with statistics; the plan, and with it the order of rows nobody asked for, depends on them.
    await onServer('analyze', uri.href)
    testApp = await openTestApp()
    // The people of the recordings.
    await testApp.deps.db.updateTable('users').set({ first_name: 'A', last_name: 'B' }).where('username', '=', 'admin').execute()
    for (const [name, ...roles] of [
      ['alpha', 'Alpha'],
      ['gamma', 'Gamma'],
      ['sql', 'Gamma', 'sql_lab'],
    ] as const) {
      const lastName = name[0]!.toUpperCase() + name.slice(1)
      await createUser(testApp.deps, {
        username: `golden_${name}`,
        firstName: 'Golden',
        lastName,
        email: `golden_${name}@example.test`,
        password: 'golden-password-1',
        roles,
      })
    }
    const base = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
    target = await replayer.open({ base, user: 'admin', password: testPassword, uri: uri.href, schema: 'public' })
  }, 120_000)

  afterAll(async () => {
    await testApp?.close()
    await onServer(`drop database if exists ${database} with (force)`)
  })

  for (const file of files) {
    describe(file, () => {
      for (const one of read<readonly Case[]>(`cases/${file}.json`)) {
        const reason = later[one.id]
        test(reason === undefined ? one.id : `${one.id} (later: ${reason})`, async () => {
          const replayed = await replayer.runCase(target, one)
          const differences = replayed.differences.filter(({ path }) => !carriesAddress.test(path))
          if (reason === undefined) {
            if (differences.length > 0) expect.fail(differences.slice(0, 5).map(shown).join('\n'))
          } else expect(differences, 'this case passes now: take it off goldens/later.json').not.toEqual([])
        })
      }
    })
  }
})

test('every case on the list of later ones exists', () => {
  const known = new Set(files.flatMap((file) => read<readonly Case[]>(`cases/${file}.json`).map(({ id }) => id)))
  expect(Object.keys(later).filter((id) => !known.has(id))).toEqual([])
})

/** `parameters` of a database name the host and port of the machine on which the answers were recorded. */
const carriesAddress = /\.parameters(\.|$)/

const shown = ({ path, expected, got }: Difference): string => `${path}: expected ${JSON.stringify(expected)} got ${JSON.stringify(got)}`.slice(0, 500)

async function onServer(statement: string, address = server): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
