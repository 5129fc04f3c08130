import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startProgram, type Started } from './testing/start-program.ts'
import { makeTestStore } from './testing/test-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-start-'))
const started: ChildProcess[] = []
const store = await makeTestStore(folder)
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await store.drop()
  rmSync(folder, { recursive: true, force: true })
})

function start(args: readonly string[], env: Record<string, string> = {}, input = ''): Started {
  const program = startProgram(args, { SIGHTLINE_DATA: folder, SIGHTLINE_DB: store.address, SIGHTLINE_PORT: '0', SIGHTLINE_EXAMPLES: 'false', ...env }, input)
  started.push(program.child)
  return program
}

const get = (url: string, cookie = '') => fetch(url, { redirect: 'manual', headers: { cookie } })

test('a first start prints a link that signs in once; the sign-in outlives kill -9 and the next start', async () => {
  const first = start(['serve'])
  const link = await first.line(/(http:\S+token=\S+)/)
  const address = new URL(link).origin
  expect(await (await get(`${address}/health`)).text()).toBe('OK')
  const signedIn = await get(link)
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, '/password/'])
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  expect((await get(`${address}/api/v1/me/`, cookie)).status).toBe(200)
  expect((await get(link)).headers.get('location')).toBe('/login/')

  const second = start(['serve'])
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/already runs on/)
  expect((await get(`${address}/health`)).status).toBe(200)

  first.child.kill('SIGKILL')
  await first.ended
  const third = start(['serve'])
  const again = new URL(await third.line(/(http:\S+token=\S+)/))
  expect(again.href).not.toBe(link)
  expect((await get(`${again.origin}/api/v1/me/`, cookie)).status).toBe(200)

  third.child.kill('SIGTERM')
  expect(await third.ended).toBe(0)
}, 60_000)

test('administrators are made from the command line while the server runs; then no link is printed', async () => {
  const made = start(['create-admin', '--username', 'admin', '--password-stdin'], {}, 'a long enough password\n')
  expect(await made.ended).toBe(0)
  const server = start(['serve'])
  const address = await server.line(/ready at (http:\S+)/)
  expect(server.output()).not.toContain('token=')
  const boss = start(['create-admin', '--username', 'boss', '--password-stdin'], {}, 'another long password\n')
  expect(await boss.ended).toBe(0)
  for (const [username, password] of [
    ['admin', 'a long enough password'],
    ['boss', 'another long password'],
  ]) {
    const reply = await fetch(`${address}/api/v1/security/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password, provider: 'db' }),
    })
    expect(reply.status).toBe(200)
  }
  const short = start(['create-admin', '--username', 'x', '--password-stdin'], {}, 'short')
  expect(await short.ended).toBe(1)
  expect(short.output()).toMatch(/at least 8 characters/)
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
}, 60_000)

test('the operator may give the first password in the environment', async () => {
  const other = join(folder, 'other')
  const empty = await makeTestStore(other)
  const server = start(['serve'], { SIGHTLINE_DATA: other, SIGHTLINE_DB: empty.address, SIGHTLINE_ADMIN_PASSWORD: 'given by the operator' })
  const address = await server.line(/ready at (http:\S+)/)
  expect(server.output()).not.toContain('token=')
  const body = JSON.stringify({ username: 'admin', password: 'given by the operator', provider: 'db' })
  expect((await fetch(`${address}/api/v1/security/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status).toBe(200)
  server.child.kill('SIGTERM')
  await server.ended
  await empty.drop()
}, 60_000)

test('mistakes on the command line end with one line, not with a stack', async () => {
  for (const args of [['no-such'], ['serve', '--no-such'], ['create-admin'], ['work']]) {
    const run = start(args, { SIGHTLINE_DB: '' })
    expect(await run.ended).toBe(1)
    expect(run.output()).not.toMatch(/at .*\(?file:/)
  }
  for (const command of ['serve', 'work']) {
    const alone = start([command], { SIGHTLINE_DB: '', SIGHTLINE_REDIS: 'redis://127.0.0.1:1', SIGHTLINE_DATA: join(folder, 'alone') })
    expect(await alone.ended).toBe(1)
    expect(alone.output()).toMatch(/needs PostgreSQL as metadata store/)
  }
  const help = start(['--help'])
  expect(await help.ended).toBe(0)
  for (const word of ['serve', 'work', 'migrate', 'create-admin', 'load-examples']) expect(help.output()).toContain(word)
}, 60_000)
