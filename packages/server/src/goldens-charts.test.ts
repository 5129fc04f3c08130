import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressForTests } from './testing/address-for-tests.ts'
import { goldens, openGoldenServer, readGolden, type GoldenServer } from './testing/golden-server.ts'
import { testPassword } from './testing/test-app.ts'

// What the pages of the recorded charts asked `/api/v1/chart/data`, asked again: the rows must be the same. How a form becomes these queries is
// the business of the chart types; what older types ask `/superset/explore_json/` comes with each of them.

interface Request {
  readonly path: string
  readonly queries?: readonly unknown[]
}
type Reply = Readonly<Record<string, unknown>>
interface Variant {
  readonly variant: string
  readonly form: { readonly datasource: string }
  readonly needs?: readonly {
    readonly layer?: string
    readonly annotations?: readonly object[]
    readonly chart?: string
    readonly form?: { readonly datasource: string; readonly viz_type: string }
  }[]
  readonly requests: readonly Request[]
  readonly replies: readonly Reply[]
}
type Call = (method: string, path: string, body?: unknown) => Promise<{ readonly status: number; readonly body: any }>

/** Where ours differ from the recorded ones on purpose, each with its reason. One that does not differ any more has to leave the list. */
const different: Readonly<Record<string, string>> = {
  'echarts_timeseries_line · forecast': 'the recorded server could not forecast and refused; ours does',
}

const newPath = '/api/v1/chart/data'
const variants = readdirSync(join(goldens, 'charts'))
  .filter((file) => file.endsWith('.json'))
  .sort()
  .flatMap((file) =>
    readGolden<readonly Variant[]>(`charts/${file}`).map((variant) => ({ ...variant, id: `${file.replace('.json', '')} · ${variant.variant}` })),
  )

/** A page that shows a warning instead asks nothing; older types ask elsewhere. */
const asking = variants.filter(({ requests }) => requests.some(({ path }) => path === newPath))

const server = addressForTests('SIGHTLINE_TEST_PG', 'the recorded charts')

describe.skipIf(!server)('recorded charts', () => {
  let golden: GoldenServer
  let call: Call
  let difference: (recorded: Reply, got: Reply) => string | undefined
  const names = new Map<string, number>()

  beforeAll(async () => {
    golden = await openGoldenServer(server!)
    const target = (await import(join(goldens, 'target.mjs'))) as {
      readonly signIn: (base: string, user: string, password: string) => Promise<Call>
      readonly layOut: (call: Call, place: object) => Promise<{ readonly datasets: Readonly<Record<string, number>> }>
    }
    call = await target.signIn(golden.base, 'admin', testPassword)
    const { datasets } = await target.layOut(call, { uri: golden.uri, schema: 'public' })
    for (const [name, id] of Object.entries(datasets)) names.set(`dataset:${name}`, id)
    ;({ difference } = (await import(join(goldens, 'replay-charts.mjs'))) as { readonly difference: typeof difference })
  }, 120_000)
  afterAll(() => golden?.close())

  /** Names of recorded objects become their ids; one that stands alone becomes a number. */
  const fill = <Value>(value: Value): Value => {
    const idOf = (name: string): string => String(names.get(name) ?? expect.fail(`${name} is not there`))
    const text = JSON.stringify(value)
      .replaceAll(/"\$\{((?:dataset|chart|layer):[^}]+)\}"/g, (_, name: string) => idOf(name))
      .replaceAll(/\$\{((?:dataset|chart|layer):[^}]+)\}/g, (_, name: string) => idOf(name))
    return JSON.parse(text) as Value
  }
  const made = async (path: string, body: object): Promise<number> => {
    const reply = await call('POST', path, body)
    return reply.status === 201 ? (reply.body.id as number) : expect.fail(`${path} answered ${reply.status} ${JSON.stringify(reply.body)}`)
  }
  async function makeNeeds({ needs = [] }: Variant): Promise<void> {
    for (const { layer, annotations = [], chart, form } of needs) {
      if (layer !== undefined) {
        const id = await made('/api/v1/annotation_layer/', { name: `${layer} ${crypto.randomUUID()}`, descr: '' })
        for (const annotation of annotations) await made(`/api/v1/annotation_layer/${id}/annotation/`, annotation)
        names.set(`layer:${layer}`, id)
      }
      if (chart !== undefined && form) {
        const filled = fill(form)
        const source = { datasource_id: Number.parseInt(filled.datasource, 10), datasource_type: 'table' }
        names.set(`chart:${chart}`, await made('/api/v1/chart/', { slice_name: chart, viz_type: form.viz_type, params: JSON.stringify(filled), ...source }))
      }
    }
  }
  async function answersOf({ form, requests }: Variant): Promise<readonly (readonly Reply[])[]> {
    const id = Number.parseInt(fill(form).datasource, 10)
    const answers: (readonly Reply[])[] = []
    for (const { path, ...body } of requests) {
      if (path !== newPath) continue
      const reply = await call('POST', path, { result_format: 'json', result_type: 'full', force: true, datasource: { id, type: 'table' }, ...fill(body) })
      answers.push(reply.status === 200 ? (reply.body.result as Reply[]) : [{ http_status: reply.status, body: reply.body }])
    }
    return answers
  }
  /** The recorded replies of each request, those of older calls left out. */
  function recordedOf({ requests, replies }: Variant): readonly (readonly Reply[])[] {
    let at = 0
    return requests.flatMap(({ path, queries }) => {
      const count = path !== newPath || replies[at]?.['http_status'] !== undefined ? 1 : (queries?.length ?? 1)
      const own = replies.slice(at, at + count)
      at += count
      return path === newPath ? [own] : []
    })
  }
  /** More than the given replayer looks at: ranges, labels and annotations. */
  function furtherDifference(recorded: Reply, got: Reply): string | undefined {
    for (const key of ['from_dttm', 'to_dttm', 'label_map', 'annotation_data'])
      if (recorded[key] !== undefined && !isDated(recorded[key])) {
        const [wanted, there] = [plain(recorded[key]), plain(got[key])]
        if (wanted !== there) return `${key} ${there.slice(0, 300)} instead of ${wanted.slice(0, 300)}`
      }
    return undefined
  }

  test.each(asking.map((variant) => [variant.id, variant] as const))('%s', async (id, variant) => {
    await makeNeeds(variant)
    const [recorded, got] = [recordedOf(variant), await answersOf(variant)]
    const found = recorded.flatMap((replies, request) =>
      replies.flatMap((reply, at) => {
        const own = got[request]?.[at] ?? { http_status: 'none' }
        const wrong = difference(reply, own) ?? (reply['http_status'] === undefined && !reply['error'] ? furtherDifference(reply, own) : undefined)
        return wrong === undefined ? [] : [wrong]
      }),
    )
    if (different[id] === undefined) expect(found).toEqual([])
    else expect(found, 'this variant is answered as recorded: take it off the list').not.toEqual([])
  })
})

/** The day of the recording. */
const isDated = (value: unknown): boolean => JSON.stringify(value).includes('${today}')

const plain = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'number'
      ? Number(inner.toPrecision(9))
      : typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
  )

test('every recorded chart that asks for chart data is replayed', () => {
  expect(asking.length).toBeGreaterThanOrEqual(147)
  expect(Object.keys(different).filter((id) => !asking.some((variant) => variant.id === id))).toEqual([])
})
