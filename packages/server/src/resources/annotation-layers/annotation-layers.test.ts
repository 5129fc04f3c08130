import { encodeRison } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
const q = (value: unknown) => `?q=${encodeURIComponent(encodeRison(value))}`

beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
})
afterAll(() => server.close())

test('a layer keeps its annotations apart from those of others', async () => {
  const layer = async (name: string) => (await admin('POST', '/api/v1/annotation_layer/', { name, descr: 'd' })).body.id
  const [one, two] = [await layer('one'), await layer('two')]
  const base = `/api/v1/annotation_layer/${one}/annotation/`
  const sale = { short_descr: 'sale', start_dttm: '2021-06-01T00:00:00', end_dttm: '2021-06-10T02:00:00+02:00', json_metadata: '{"a":1}' }
  const made = await admin('POST', base, sale)
  expect(made.body).toEqual({
    id: expect.any(Number),
    result: { ...sale, layer: one, start_dttm: 'Tue, 01 Jun 2021 00:00:00 GMT', end_dttm: 'Thu, 10 Jun 2021 00:00:00 GMT' },
  })
  const { id } = made.body
  expect((await admin('GET', `${base}${id}`)).body.result).toMatchObject({
    short_descr: 'sale',
    start_dttm: '2021-06-01T00:00:00',
    end_dttm: '2021-06-10T00:00:00',
    layer: { id: one, name: 'one' },
  })
  for (const method of ['GET', 'DELETE'] as const) expect((await admin(method, `/api/v1/annotation_layer/${two}/annotation/${id}`)).status).toBe(404)
  expect((await admin('GET', `/api/v1/annotation_layer/${two}/annotation/`)).body.count).toBe(0)
  expect((await admin('GET', '/api/v1/annotation_layer/999999/annotation/')).status).toBe(404)
  expect((await admin('GET', `${base}${q({ filters: [{ col: 'short_descr', opr: 'annotation_all_text', value: 'SAL' }] })}`)).body.count).toBe(1)
  expect((await admin('POST', base, sale)).body.message).toEqual({ short_descr: ['Short description must be unique for this layer'] })
  expect((await admin('PUT', `${base}${id}`, { end_dttm: '2020-01-01T00:00:00' })).body.message).toEqual({ start_dttm: ['End date must be after start date'] })
  expect((await admin('POST', base, { short_descr: 'x', start_dttm: 'soon', end_dttm: 5 })).body.message).toEqual({
    start_dttm: ['Not a valid datetime.'],
    end_dttm: ['Not a valid string.'],
  })
  expect((await admin('DELETE', `/api/v1/annotation_layer/${one}`)).body).toEqual({ message: 'Annotation layer has associated annotations.' })
  expect((await admin('DELETE', `${base}${q([id])}`)).body).toEqual({ message: 'Deleted 1 annotation' })
  expect((await admin('POST', '/api/v1/annotation_layer/', { name: 'two' })).body.message).toEqual({ name: ['Name must be unique'] })
  expect((await admin('PUT', `/api/v1/annotation_layer/${one}`, { name: 'two' })).status).toBe(422)
  expect((await admin('DELETE', `/api/v1/annotation_layer/${q([one, two])}`)).body).toEqual({ message: 'Deleted 2 annotation layers' })
})
