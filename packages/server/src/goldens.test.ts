import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressForTests } from './testing/address-for-tests.ts'
import { goldens, openGoldenServer, readGolden, type GoldenServer } from './testing/golden-server.ts'
import { testPassword } from './testing/test-app.ts'

/** The recorded answers of `goldens/`, asked of a listening server. What the folder's replayer offers: */
interface Replayer {
  readonly open: (options: Readonly<Record<string, string>>) => Promise<unknown>
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

/** Recorded cases whose call does not exist yet, each with its reason. One that passes has to leave the list. */
const later = readGolden<Readonly<Record<string, string>>>('later.json')
const files = [
  // First: it makes the dashboard that later cases find on a chart.
  'dashboards/resource',
  'dashboards/bundles',
  'dashboards/copy',
  'dashboards/state',
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
  'known_500/dashboards-state',
  'known_500/dashboards-bundles',
  'known_500/explore-permalink',
  'known_500/explore-time-range',
  'known_500/post-processing-resample',
  'known_500/resources-chart',
  'known_500/resources-lists',
  'known_500/roles-sql',
  'known_500/sql-editor',
  'known_500/sql-execute',
]
const server = addressForTests('SIGHTLINE_TEST_PG', 'the recorded answers')

describe.skipIf(!server)('recorded answers', () => {
  let golden: GoldenServer
  let replayer: Replayer
  let target: unknown

  beforeAll(async () => {
    golden = await openGoldenServer(server!)
    replayer = (await import(join(goldens, 'replay.mjs'))) as Replayer
    target = await replayer.open({ base: golden.base, user: 'admin', password: testPassword, uri: golden.uri, schema: 'public' })
  }, 120_000)

  afterAll(() => golden?.close())

  for (const file of files) {
    describe(file, () => {
      for (const one of readGolden<readonly Case[]>(`cases/${file}.json`)) {
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
  const known = new Set(files.flatMap((file) => readGolden<readonly Case[]>(`cases/${file}.json`).map(({ id }) => id)))
  expect(Object.keys(later).filter((id) => !known.has(id))).toEqual([])
})

/** `parameters` of a database name the host and port of the machine on which the answers were recorded. */
const carriesAddress = /\.parameters(\.|$)/

const shown = ({ path, expected, got }: Difference): string => `${path}: expected ${JSON.stringify(expected)} got ${JSON.stringify(got)}`.slice(0, 500)
