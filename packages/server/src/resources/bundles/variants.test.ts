import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparable, takeIn } from '../../testing/bundles.ts'
import { makeVariantsBundle } from '../../testing/variants-bundle.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

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

test('T31 one chart of every recorded variant moves in at once, and moves on to the next store with equal files', async () => {
  const { bundle, charts } = await makeVariantsBundle()
  expect(charts).toBeGreaterThanOrEqual(217)
  expect((await takeIn(old!, 'dashboard', bundle)).body).toEqual({ message: 'OK' })
  const board = (await old!('GET', '/api/v1/dashboard/variants')).body.result
  expect(board.charts).toHaveLength(charts)
  const first = (await old!('GET', `/api/v1/dashboard/export/?q=!(${board.id})`)).bytes
  expect((await takeIn(next!, 'dashboard', first)).body).toEqual({ message: 'OK' })
  const moved = (await next!('GET', '/api/v1/dashboard/variants')).body.result
  const second = (await next!('GET', `/api/v1/dashboard/export/?q=!(${moved.id})`)).bytes
  const [before, after] = [await comparable(first), await comparable(second)]
  expect(Object.keys(before).length).toBeGreaterThan(charts)
  expect(after).toEqual(before)
}, 240_000)
