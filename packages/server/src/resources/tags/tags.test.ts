import { encodeRison } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase, addSampleDataset } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let alpha: TestCall
let gamma: TestCall
let chart: number
let dashboard: number
const q = (value: unknown) => `?q=${encodeURIComponent(encodeRison(value))}`

beforeAll(async () => {
  server = await openTestApp()
  ;[admin, alpha, gamma] = await Promise.all([server.as('admin'), server.as('alpha'), server.as('gamma')])
  const dataset = await addSampleDataset(server.deps, { id: await addSampleDatabase(server.deps, 'shop'), name: 'shop' }, 'orders')
  chart = (await admin('POST', '/api/v1/chart/', { slice_name: 'a chart', datasource_id: dataset, datasource_type: 'table' })).body.id
  dashboard = (await admin('POST', '/api/v1/dashboard/', { dashboard_title: 'a board', slug: 'board' })).body.id
})
afterAll(() => server.close())

test('a tag is put on objects, found by them and taken off again', async () => {
  expect(
    (
      await admin('POST', '/api/v1/tag/', {
        name: 'finance',
        description: 'd',
        objects_to_tag: [
          ['chart', chart],
          ['dashboard', dashboard],
        ],
      })
    ).status,
  ).toBe(201)
  const objects = async (query: string, call = admin) =>
    (await call('GET', `/api/v1/tag/get_objects/?${query}`)).body.result.map((one: { type: string; name: string }) => `${one.type} ${one.name}`)
  expect(await objects('tags=finance')).toEqual(['chart a chart', 'dashboard a board'])
  expect(await objects('tags=finance&types=dashboard')).toEqual(['dashboard a board'])
  expect(await objects('tags=finance', gamma)).toEqual([]) // not for those who cannot see the objects
  expect(await objects('tags=nothing')).toEqual([])
  expect((await admin('GET', '/api/v1/tag/get_objects/?tags=finance&types=unicorn')).status).toBe(422)
  expect((await admin('POST', `/api/v1/tag/2/${chart}/`, { properties: { tags: ['two', 'finance'] } })).status).toBe(201)
  const tagsOf = async () => (await admin('GET', `/api/v1/chart/${chart}`)).body.result.tags.map((tag: { name: string }) => tag.name)
  expect(await tagsOf()).toEqual(['finance', 'two'])
  expect((await admin('DELETE', `/api/v1/tag/chart/${chart}/two/`)).body).toEqual({ message: 'OK' })
  expect((await admin('DELETE', `/api/v1/tag/chart/${chart}/two/`)).status).toBe(404)
  const id = (await admin('GET', `/api/v1/tag/${q({ filters: [{ col: 'name', opr: 'eq', value: 'finance' }] })}`)).body.ids[0]
  await admin('PUT', `/api/v1/tag/${id}`, { name: 'money', objects_to_tag: [['dashboard', dashboard]] })
  expect(await tagsOf()).toEqual([])
  expect(await objects(`tagIds=${id}`)).toEqual(['dashboard a board'])
  expect((await admin('DELETE', `/api/v1/tag/${q(['money', 'nothing'])}`)).status).toBe(404)
  expect((await admin('DELETE', `/api/v1/tag/${q(['money', 'two'])}`)).body).toEqual({ message: 'Deleted 2 tags' })
})

test('names of automatic tags are reserved, unknown kinds and objects are refused', async () => {
  expect((await admin('POST', '/api/v1/tag/', { name: 'owner:1' })).status).toBe(422)
  expect((await admin('POST', '/api/v1/tag/', { name: 'x', objects_to_tag: [['unicorn', 1]] })).status).toBe(422)
  expect((await admin('POST', '/api/v1/tag/', { name: 'x', objects_to_tag: [['chart', 999999]] })).status).toBe(422)
  expect((await admin('POST', '/api/v1/tag/', { name: 'x', objects_to_tag: [[1]] })).status).toBe(400)
  expect((await admin('POST', '/api/v1/tag/2/999999/', { properties: { tags: ['a'] } })).status).toBe(404)
  expect((await admin('POST', '/api/v1/tag/9/1/', { properties: { tags: ['a'] } })).status).toBe(422)
  expect((await admin('POST', '/api/v1/tag/', {})).body.message).toEqual({ name: ['Missing data for required field.'] })
})

test('many tags at once skip what the caller does not own', async () => {
  const body = {
    tags: [
      {
        name: 'bulk',
        objects_to_tag: [
          ['chart', chart],
          ['dashboard', dashboard],
        ],
      },
    ],
  }
  expect((await alpha('POST', '/api/v1/tag/bulk_create', body)).body.result).toEqual({
    objects_tagged: [],
    objects_skipped: [
      ['chart', chart],
      ['dashboard', dashboard],
    ],
  })
  expect((await admin('POST', '/api/v1/tag/bulk_create', body)).body.result).toEqual({
    objects_tagged: [
      ['chart', chart],
      ['dashboard', dashboard],
    ],
    objects_skipped: [],
  })
})

test('EXP-7.24 tags can be starred, and told apart from automatic ones', async () => {
  await admin('POST', '/api/v1/tag/', { name: 'starred' })
  const { ids } = (await admin('GET', `/api/v1/tag/${q({ filters: [{ col: 'name', opr: 'eq', value: 'starred' }] })}`)).body
  await admin('POST', `/api/v1/tag/${ids[0]}/favorites/`)
  expect((await admin('GET', `/api/v1/tag/favorite_status/${q(ids)}`)).body.result).toEqual([{ id: ids[0], value: true }])
  await admin('DELETE', `/api/v1/tag/${ids[0]}/favorites/`)
  const count = async (value: boolean) => (await admin('GET', `/api/v1/tag/${q({ filters: [{ col: 'type', opr: 'custom_tag', value }] })}`)).body.count
  expect(await count(false)).toBe(0)
  expect(await count(true)).toBeGreaterThan(0)
})
