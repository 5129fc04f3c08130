import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const rows = async (action: string) => {
  await server.deps.events.flush()
  return server.deps.db.selectFrom('logs').selectAll().where('action', '=', action).orderBy('id').execute()
}

const multipart = (fields: Record<string, string>) => {
  const edge = 'x-edge'
  const text = Object.entries(fields)
    .map(([name, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')
  return { body: `${text}--${edge}--\r\n`, headers: { 'content-type': `multipart/form-data; boundary=${edge}` } }
}

test('EXP-6.07 EXP-7.35 a batch of page events becomes one row each, without tokens and without a CSRF token', async () => {
  const call = await server.as('gamma')
  const { body, headers } = multipart({
    events: JSON.stringify([
      { event_name: 'mount_dashboard', source_id: 3 },
      { event_name: 'load_chart', slice_id: 9 },
    ]),
    guest_token: 'hidden',
  })
  const reply = await call('POST', '/superset/log/?explode=events&dashboard_id=3', body, { ...headers, 'x-csrftoken': '' })
  expect([reply.status, reply.text]).toEqual([200, ''])
  const logged = await rows('log')
  const gamma = await server.userId('gamma')
  expect(logged.map(({ user_id, dashboard_id, slice_id }) => [user_id, dashboard_id, slice_id])).toEqual([
    [gamma, 3, null],
    [gamma, 3, 9],
  ])
  expect(JSON.parse(logged[0]!.json!)).toMatchObject({ event_name: 'mount_dashboard' })
  expect(JSON.stringify(logged)).not.toContain('hidden')
})

test('what is no batch is refused, from strangers altogether', async () => {
  const call = await server.as('gamma')
  for (const events of ['{', '{}', '[1]', 'null']) {
    const { body, headers } = multipart({ events })
    expect((await call('POST', '/superset/log/?explode=events', body, headers)).status).toBe(400)
  }
  const { body, headers } = multipart({ events: '[]' })
  expect((await server.anonymous()('POST', '/superset/log/?explode=events', body, headers)).status).toBe(401)
})

test('every call leaves one row with its name, its caller and how long it took, and no secret', async () => {
  const call = await server.as('admin')
  await call('GET', '/api/v1/menu/?q=1', undefined, { referer: 'http://here.test/page' })
  await call('PUT', '/api/v1/me/', { password: 'hunter2 hunter2', current_password: 'wrong' })
  const [menu] = await rows('MenuApi.get_menu_data')
  expect(menu).toMatchObject({ user_id: await server.userId('admin'), referrer: 'http://here.test/page' })
  expect(menu!.duration_ms).toBeGreaterThanOrEqual(0)
  expect(JSON.parse(menu!.json!)).toMatchObject({ path: '/api/v1/menu/', q: '1' })
  const [update] = await rows('CurrentUserRestApi.update_me')
  expect(update!.json).not.toContain('hunter2')
})
