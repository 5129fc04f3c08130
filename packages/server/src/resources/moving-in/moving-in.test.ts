import type { FidelityReport } from '@sightline/contract'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeIn } from '../../testing/bundles.ts'
import { dumpStore } from '../../testing/dump-store.ts'
import { movingBundle, movingFiles, movingReport, sendMove, shopTable } from '../../testing/moving-bundle.ts'
import { changeSampleFile } from '../../testing/sample-database.ts'
import { addRoleFor } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
const open = async (): Promise<void> => {
  server = await openTestApp()
  admin = await server.as('admin')
  await changeSampleFile(server, 'shop', [shopTable])
}

/** The move when it is over. */
async function endOf(id: number) {
  for (;;) {
    const { body } = await admin('GET', `/api/v1/moving_in/${id}`)
    if (body.result.status !== 'running') return body.result
    await pause(20)
  }
}
async function move(changes: Parameters<typeof movingBundle>[0] = {}, fields: Readonly<Record<string, string>> = {}) {
  const started = await sendMove(admin, await movingBundle(changes), fields)
  expect([started.status, started.body.result?.status], started.text).toEqual([202, 'running'])
  return endOf(started.body.id)
}
/** Moves are written down, also those that only look; calls are logged, and a server gives signs of life. */
const dump = () => dumpStore(server.deps.db, ['moves', 'logs', 'sessions', 'runners'])

/** A server that takes every connection and never says a word. */
async function openSilence() {
  const sockets = new Set<Socket>()
  const silence = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => silence.listen(0, '127.0.0.1', resolve))
  const { port } = silence.address() as { port: number }
  return {
    uri: `postgresql://u@127.0.0.1:${port}/x`,
    heard: async () => {
      while (sockets.size === 0) await pause(10)
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      silence.close()
    },
  }
}

describe('a move of a bundle', () => {
  beforeAll(open)
  afterAll(() => server.close())

  test('a dry run reports the same and leaves every table as it was', async () => {
    const before = await dump()
    const ended = await move({}, { dry_run: 'true' })
    expect([ended.status, ended.errors, ended.is_dry_run]).toEqual(['done', null, true])
    expect(ended.report).toEqual(movingReport(ended.report))
    expect(await dump()).toEqual(before)
  })

  test('a missing column, an unknown chart type and an unknown control: the report is exactly right', async () => {
    const ended = await move()
    expect([ended.status, ended.errors]).toEqual(['done', null])
    expect(ended.report).toEqual(movingReport(ended.report))
    const list = await admin('GET', '/api/v1/moving_in/')
    expect(list.body.result.map(({ status, is_dry_run, source }: any) => [status, is_dry_run, source.name])).toEqual([
      ['done', false, 'b.zip'],
      ['done', true, 'b.zip'],
    ])
    const chart = await admin('GET', `/api/v1/chart/${ended.report.charts[2].id}`)
    expect(JSON.parse(chart.body.result.params)).toMatchObject({ spin_speed: 3 })
  })

  test('a second time everything is replaced, and a database that was pointed elsewhere meanwhile stays there', async () => {
    const again = (await move()).report as FidelityReport
    expect([again.databases[0]?.fate, again.datasets[0]?.fate, again.charts[0]?.fate, again.dashboards[0]?.fate]).toEqual(Array(4).fill('replaced'))
    const masked = { ...movingFiles['databases/shop.yaml'], sqlalchemy_uri: 'postgresql://u:XXXXXXXXXX@far.invalid/shop' }
    const kept = (await move({ 'databases/shop.yaml': masked })).report as FidelityReport
    expect(kept.not_brought[0]).toEqual({
      kind: 'database',
      name: 'shop',
      why: 'The database "shop" is here already with another address, which was left as it is. Its datasets use that one.',
    })
    expect([kept.databases[0]?.fate, kept.databases[0]?.opens, kept.datasets[0]?.state]).toEqual(['kept', true, 'missing'])
  })

  test('a database whose password is not known comes over without it, said first; the plain import asks for it as before', async () => {
    const database = {
      database_name: 'far',
      uuid: '11111111-2222-4333-8444-555555555555',
      sqlalchemy_uri: 'postgresql://u:XXXXXXXXXX@far.invalid/shop',
      version: '1.0.0',
    }
    const orders = { ...movingFiles['datasets/shop/orders.yaml'], uuid: '11111111-2222-4333-8444-666666666666', database_uuid: database.uuid }
    const changes = { 'databases/far.yaml': database, 'datasets/far/orders.yaml': orders }
    const plain = await takeIn(admin, 'assets', await movingBundle(changes))
    expect(plain.status).toBe(422)
    expect(plain.body.errors[0].extra['databases/far.yaml']).toEqual({ _schema: ['Must provide a password for the database'] })
    const { report } = (await move(changes)) as { report: FidelityReport }
    expect(report.not_brought[0]).toMatchObject({ kind: 'password', name: 'far' })
    expect(report.databases.find(({ name }) => name === 'far')).toMatchObject({
      fate: 'made',
      opens: false,
      why: 'It needs its password: enter it in the settings of the database.',
    })
    expect(report.datasets.find(({ database: name }) => name === 'far')).toMatchObject({
      state: 'unchecked',
      why: 'Its database was not asked. It needs its password: enter it in the settings of the database.',
    })
    const stored = await server.deps.db.selectFrom('databases').select(['password', 'uri']).where('uuid', '=', database.uuid).executeTakeFirstOrThrow()
    expect(stored).toEqual({ password: null, uri: database.sqlalchemy_uri })
  })

  test('an address that no connector opens is imported, and said so', async () => {
    const strange = {
      ...movingFiles['databases/shop.yaml'],
      database_name: 'strange',
      uuid: '21111111-2222-4333-8444-555555555555',
      sqlalchemy_uri: 'quarkdb://h/x',
    }
    const { report } = (await move({ 'databases/strange.yaml': strange })) as { report: FidelityReport }
    const found = report.databases.find(({ name }) => name === 'strange')
    expect(found).toMatchObject({ opens: false, why: 'It cannot be used until it is pointed elsewhere: there is no connector for "quarkdb".' })
    expect(report.not_brought[0]).toMatchObject({ kind: 'database', name: 'strange' })
  })

  test('a database whose address nobody can read comes over without it', async () => {
    const garbled = { ...movingFiles['databases/shop.yaml'], database_name: 'garbled', uuid: crypto.randomUUID(), sqlalchemy_uri: 'host with secret-9' }
    const { report } = (await move({ 'databases/garbled.yaml': garbled })) as { report: FidelityReport }
    expect(report.databases.find(({ name }) => name === 'garbled')?.why).toContain('its address cannot be read')
    expect(JSON.stringify(await dump())).not.toContain('secret-9')
  })

  test('a bundle of any kind is taken, and one that is wrong fails with the words of the import call', async () => {
    const board = { ...movingFiles['metadata.yaml'], type: 'Dashboard' }
    expect((await move({ 'metadata.yaml': board })).status).toBe('done')
    const before = await dump()
    const broken = { 'charts/plain.yaml': { ...movingFiles['charts/plain.yaml'], viz_type: 7, dataset_uuid: 'x' } }
    const plain = await takeIn(admin, 'assets', await movingBundle(broken))
    const failed = await move(broken)
    expect([failed.status, failed.errors, failed.report]).toEqual(['failed', plain.body.errors, null])
    expect(await dump()).toEqual(before)
    const none = await sendMove(admin, Buffer.from('no zip'))
    expect((await endOf(none.body.id)).errors[0].message).toEqual((await takeIn(admin, 'assets', Buffer.from('no zip'))).body.errors[0].message)
  })

  test('a form without anything to move is refused at once', async () => {
    expect((await admin('POST', '/api/v1/moving_in/', new URLSearchParams({ dry_run: 'true' }))).status).toBe(400)
    const nameless = await admin('POST', '/api/v1/moving_in/', new URLSearchParams({ from: 'http://host' }))
    expect([nameless.status, nameless.body.message]).toEqual([400, 'A running server is read with the name and the password of one of its accounts.'])
  })

  test('nobody but administrators sees the moves of others', async () => {
    const gamma = await server.as('gamma')
    expect((await gamma('GET', '/api/v1/moving_in/')).status).toBe(403)
    await addRoleFor(server.deps, 'mover', 'can_import_', 'ImportExportRestApi')
    const mover = await server.as('mover', 'Alpha', 'mover')
    const { body } = await admin('GET', '/api/v1/moving_in/')
    expect((await mover('GET', '/api/v1/moving_in/')).body).toEqual({ count: 0, result: [] })
    for (const method of ['GET', 'DELETE'] as const) expect((await mover(method, `/api/v1/moving_in/${body.result[0].id}`)).status).toBe(404)
  })

  test('a move whose process ended has failed; an ended one can be forgotten', async () => {
    const { id } = await server.deps.db
      .insertInto('moves')
      .values({
        status: 'running',
        source_kind: 'bundle',
        source_name: 'lost.zip',
        is_dry_run: false,
        started_on: 'x',
        user_id: null,
        runner: 'gone',
        run: 'gone',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const lost = (await admin('GET', `/api/v1/moving_in/${id}`)).body.result
    expect([lost.status, lost.errors[0].message]).toEqual(['failed', 'The server ended while the move ran. Nothing of it was kept; begin it again.'])
    expect((await admin('DELETE', `/api/v1/moving_in/${id}?if=running`)).status).toBe(409)
    expect((await admin('DELETE', `/api/v1/moving_in/${id}`)).status).toBe(200)
    expect((await admin('GET', `/api/v1/moving_in/${id}`)).status).toBe(404)
  })
})

describe('stopping', () => {
  beforeAll(open)
  afterAll(() => server.close())

  test('a move that is stopped in the middle leaves nothing, and another one may begin', async () => {
    const silence = await openSilence()
    try {
      const before = await dump()
      const mute = { database_name: 'mute', uuid: '31111111-2222-4333-8444-555555555555', sqlalchemy_uri: silence.uri, version: '1.0.0' }
      const bundle = await movingBundle({ 'databases/mute.yaml': mute })
      const { id } = (await sendMove(admin, bundle)).body
      await silence.heard()
      const running = (await admin('GET', `/api/v1/moving_in/${id}`)).body.result
      expect([running.status, running.step.words]).toEqual(['running', 'Asking the databases'])
      expect((await sendMove(admin, bundle)).status).toBe(409)
      expect((await admin('DELETE', `/api/v1/moving_in/${id}?if=running`)).body).toEqual({ message: 'OK' })
      const stopped = (await admin('GET', `/api/v1/moving_in/${id}`)).body.result
      expect([stopped.status, stopped.report, stopped.errors]).toEqual(['stopped', null, null])
      expect(await dump()).toEqual(before)
    } finally {
      silence.close()
    }
    expect((await move()).status).toBe('done')
  })
})
