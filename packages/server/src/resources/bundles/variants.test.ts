import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparable, takeIn } from '../../testing/bundles.ts'
import { goldens } from '../../testing/golden-server.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

interface Made {
  readonly bytes: Buffer
  readonly charts: number
  readonly recorded: { readonly charts: number; readonly types: number }
}
const { makeVariantsBundle } = (await import(join(goldens, '../scripts/make-variants-bundle.mjs'))) as { readonly makeVariantsBundle: () => Made }

const servers: TestApp[] = []
const open = async (): Promise<TestCall> => {
  const server = await openTestApp()
  servers.push(server)
  return server.as('admin')
}
let [old, next]: TestCall[] = []
beforeAll(async () => {
  ;[old, next] = [await open(), await open()]
})
afterAll(() => Promise.all(servers.map((server) => server.close())))

/** What a bundle says of each object, by uuid; how the text of a query context is laid out does not matter. */
const byUuid = async (bundle: Buffer) =>
  new Map(
    Object.values(await comparable(bundle)).map((file) => [
      String(file['uuid']),
      typeof file['query_context'] === 'string' ? { ...file, query_context: JSON.parse(file['query_context']) as unknown } : file,
    ]),
  )

test('T31 one chart of every recorded variant moves in at once, and moves on to the next store with equal files', async () => {
  const { bytes: bundle, charts, recorded } = makeVariantsBundle()
  expect([recorded.charts >= 217, recorded.types >= 60]).toEqual([true, true])
  expect((await takeIn(old!, 'dashboard', bundle)).body).toEqual({ message: 'OK' })
  const board = (await old!('GET', '/api/v1/dashboard/variants')).body.result
  expect(board.charts).toHaveLength(charts)
  const first = (await old!('GET', `/api/v1/dashboard/export/?q=!(${board.id})`)).bytes

  // Whatever the bundle said of an object leaves with it again, whether it is known here or not.
  const [sent, kept] = [await byUuid(bundle), await byUuid(first)]
  expect([...kept.keys()].toSorted()).toEqual([...sent.keys()].toSorted())
  for (const [uuid, file] of sent) expect(kept.get(uuid)).toMatchObject(file)

  expect((await takeIn(next!, 'dashboard', first)).body).toEqual({ message: 'OK' })
  const moved = (await next!('GET', '/api/v1/dashboard/variants')).body.result
  const second = (await next!('GET', `/api/v1/dashboard/export/?q=!(${moved.id})`)).bytes
  const [before, after] = [await comparable(first), await comparable(second)]
  expect(Object.keys(before).length).toBeGreaterThan(charts)
  expect(after).toEqual(before)
}, 240_000)
