import { chartOf } from '@sightline/charts'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDrawing } from '../../draw/load-drawing.ts'
import { studioOf } from '../../draw/studio.ts'
import { makeCallers } from '../../people/load-caller.ts'
import { comparable, takeIn, zipOf } from '../../testing/bundles.ts'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

/** One folder per shape in which bundles have been written: by every version of ours, and by the lines of the reference product. None is ever changed. */
const past = fileURLToPath(new URL('./past', import.meta.url))
const shapes = readdirSync(past).filter((name) => statSync(join(past, name)).isDirectory())

function textsOf(shape: string): Record<string, string> {
  const walk = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => (statSync(join(folder, name)).isDirectory() ? walk(join(folder, name)) : [join(folder, name)]))
  return Object.fromEntries(walk(join(past, shape)).map((file) => [relative(join(past, shape), file), readFileSync(file, 'utf8')]))
}

let server: TestApp
let admin: TestCall
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  await addSampleDatabase(server)
})
afterAll(async () => {
  await studioOf(server.deps).drawer.close()
  await server.close()
})

test('T31 bundles of every shape are kept here', () => {
  expect(shapes).toEqual(expect.arrayContaining(['sightline-0.1', 'superset-3.1', 'superset-head']))
})

describe.each(shapes)('T31 a bundle of %s', (shape) => {
  const slug = `moved-${shape.replace(/^[a-z]+-/, '').replaceAll('.', '-')}`
  const board = async () => (await admin('GET', `/api/v1/dashboard/${slug}`)).body.result

  test('T31 comes in, and every chart whose type is known here has its rows and its picture', async () => {
    const reply = await takeIn(admin, 'dashboard', await zipOf(textsOf(shape)))
    expect(reply.body, reply.text).toEqual({ message: 'OK' })
    const { id } = await board()
    const rows = await server.deps.db
      .selectFrom('charts')
      .innerJoin('dashboard_charts', 'chart_id', 'charts.id')
      .selectAll('charts')
      .where('dashboard_id', '=', id)
      .execute()
    expect(rows.length).toBeGreaterThanOrEqual(3)
    const caller = (await makeCallers(server.deps).ofUser(await server.userId('admin')))!
    let drawn = 0
    for (const row of rows) {
      if (!chartOf(row.viz_type)) continue
      const { refusal, frames } = await loadDrawing(server.deps, caller, row, { signal: AbortSignal.timeout(30_000) })
      expect([row.slice_name, refusal, frames[0]!.length > 0]).toEqual([row.slice_name, undefined, true])
      const thumbnail = (await admin('GET', `/api/v1/chart/${row.id}?q=(columns:!(thumbnail_url))`)).body.result.thumbnail_url
      expect((await admin('GET', thumbnail)).headers['content-type']).toBe('image/png')
      if (row.query_context !== null) {
        const data = await admin('GET', `/api/v1/chart/${row.id}/data/`)
        expect([data.status, data.body.result?.[0].rowcount > 0], data.text.slice(0, 300)).toEqual([200, true])
      }
      drawn++
    }
    expect(drawn).toBeGreaterThanOrEqual(3)
  })

  test('T31 leaves again with everything the bundle said', async () => {
    const { id } = await board()
    const sent = Object.values(await comparable(await zipOf(textsOf(shape))))
    const left = new Map(
      Object.values(await comparable((await admin('GET', `/api/v1/dashboard/export/?q=!(${id})`)).bytes)).map((file) => [file['uuid'], file]),
    )
    const known = sent.filter((file) => left.has(file['uuid']))
    expect(known.length).toBeGreaterThanOrEqual(6)
    for (const file of known) expect(left.get(file['uuid'])).toMatchObject(withNewNames(file))
  })
})

/** What has another name today, and the text of a query context, which may be laid out anew. */
function withNewNames(file: Record<string, any>): Record<string, any> {
  const { allow_csv_upload, query_context, extra, ...rest } = file
  const { schemas_allowed_for_csv_upload, ...settings } = extra ?? {}
  return {
    ...rest,
    ...(allow_csv_upload === undefined ? {} : { allow_file_upload: allow_csv_upload }),
    ...(extra
      ? { extra: { ...settings, ...(schemas_allowed_for_csv_upload ? { schemas_allowed_for_file_upload: schemas_allowed_for_csv_upload } : {}) } }
      : {}),
    ...(typeof query_context === 'string' ? { query_context: expect.stringContaining('queries') } : {}),
  }
}
