import type { FidelityReport } from '@sightline/contract'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSampleFile } from '../../testing/sample-database.ts'
import { movingBundle, sendMove } from '../../testing/moving-bundle.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  await changeSampleFile(server, 'shop', ['create table orders (id integer, region varchar, amount double, placed_on timestamp)'])
})
afterAll(() => server.close())

/** The move when it is over. */
async function endOf(id: number) {
  for (;;) {
    const { body } = await admin('GET', `/api/v1/moving_in/${id}`)
    if (body.result.status !== 'running') return body.result
    await pause(20)
  }
}

test('a move is answered at once and ends in a report of how faithfully everything came', async () => {
  const started = await sendMove(admin, await movingBundle(), { dry_run: 'false' })
  expect([started.status, started.body.result.status]).toEqual([202, 'running'])
  const ended = await endOf(started.body.id)
  expect(ended.errors).toBeNull()
  expect(ended.status).toBe('done')
  const report = ended.report as FidelityReport
  expect(report.datasets[0]).toMatchObject({ state: 'missing', columns: { found: 4, missing: ['gone'] }, metrics: { found: 1, missing: [{ name: 'sum_gone' }] } })
})
