import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Surroundings } from '../connector.ts'
import { postgresql } from './postgresql.ts'

/** Answers the server's side of the agreement on encryption and then listens; what it hears in the clear and encrypted is kept. */
let folder: string
let port: number
const heard: string[] = []
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined))
  socket.once('data', (first) => {
    if (first.readInt32BE(4) !== 80_877_103) return void heard.push('unencrypted')
    socket.write('S')
    const secureContext = createSecureContext({ key: readFileSync(join(folder, 'own.key')), cert: readFileSync(join(folder, 'own.crt')) })
    const secure = new TLSSocket(socket, { isServer: true, secureContext })
    secure.on('error', () => undefined)
    secure.once('data', () => {
      heard.push('encrypted')
      secure.destroy()
    })
  })
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-ssl-'))
  for (const [name, host] of [
    ['own', 'db.example'],
    ['other', 'db.example'],
  ]) {
    const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)]
    const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', ...names, ...files], {
      stdio: 'ignore',
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(query: string, more: Partial<Surroundings>): Promise<readonly string[]> {
  heard.length = 0
  const config = postgresql.fromUri(new URL(`postgresql://ann:secret@127.0.0.1:${port}/shop?connect_timeout=5${query}`))
  if (!config.ok) throw new Error(config.problem.message)
  const driver = await postgresql.open(config.value, { fileRoots: [], program: () => '', log: () => undefined, ...more })
  expect((await driver.test(AbortSignal.timeout(20_000))).ok).toBe(false)
  await driver.close()
  return [...heard]
}
const certificate = (name: string) => readFileSync(join(folder, `${name}.crt`), 'utf8')

test('a certificate given with a database must have signed the server it speaks to, under the name the server has', async () => {
  expect(await ask('', { serverCertificate: certificate('own'), serverName: 'db.example' })).toEqual(['encrypted'])
  expect(await ask('', { serverCertificate: certificate('other'), serverName: 'db.example' })).toEqual([])
  expect(await ask('', { serverCertificate: certificate('own'), serverName: 'elsewhere.example' })).toEqual([])
  expect(await ask('', { serverCertificate: certificate('own') })).toEqual([])
  expect(await ask('&sslmode=verify-ca', { serverCertificate: certificate('own') })).toEqual(['encrypted'])
})

test('without one, the mode of the address decides', async () => {
  expect(await ask('', {})).toEqual(['unencrypted'])
  expect(await ask('&sslmode=require', {})).toEqual(['encrypted'])
  expect(await ask('&sslmode=verify-full', {})).toEqual([])
})
