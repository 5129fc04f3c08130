import { connectors } from '@sightline/connectors'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretMask } from '../databases/connection-uri.ts'
import { openDriver } from '../databases/open-driver.ts'
import { addressForTests } from '../testing/address-for-tests.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { sshdProgram, startPasswordServer, startSshd, type PasswordServer, type Sshd } from './ssh-server-for-tests.ts'
import { openTunnel, type TunnelSettings } from './tunnel.ts'

const address = addressForTests('SIGHTLINE_TEST_PG', 'tunnels to PostgreSQL')
if (address && !sshdProgram() && !process.env['CI']) process.stdout.write('skipped: tunnels through a real SSH server, there is no sshd\n')
const surroundings = { fileRoots: [], program: () => '', log: () => undefined }
const postgresql = connectors.find(({ id }) => id === 'postgresql')!

describe.skipIf(!address || (!sshdProgram() && !process.env['CI']))('through a real SSH server', () => {
  let folder: string
  let sshd: Sshd
  const target = new URL(address ?? 'postgresql://nobody')
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-sshd-'))
    sshd = await startSshd(folder)
  })
  afterAll(async () => {
    await sshd.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const settings = (change: Partial<TunnelSettings> = {}): TunnelSettings => ({
    address: '127.0.0.1',
    port: sshd.port,
    username: sshd.username,
    password: null,
    privateKey: sshd.privateKey,
    privateKeyPassword: null,
    hostKey: null,
    ...change,
  })
  const openPostgres = async (tunnel: TunnelSettings, onHostKey?: (key: string) => void) => {
    const config = postgresql.fromUri(target)
    if (!config.ok) throw new Error(config.problem.message)
    const driver = await openDriver(postgresql, config.value, { tunnel, ...(onHostKey ? { onHostKey } : {}) }, surroundings)
    if (!driver.ok) throw new Error(driver.problem.message)
    return driver.value
  }
  const problemOf = async (change: Partial<TunnelSettings>) => {
    const tunnel = await openTunnel(settings(change), { host: target.hostname, port: Number(target.port) }, () => undefined)
    if (tunnel.ok) await tunnel.value.close()
    return tunnel.ok ? null : tunnel.problem
  }

  test('a database answers through the tunnel, with a plain key and with a locked one', async () => {
    const seen: string[] = []
    const driver = await openPostgres(settings(), (key) => seen.push(key))
    expect(await driver.test(AbortSignal.timeout(20_000))).toEqual({ ok: true, value: undefined })
    await driver.close()
    expect(seen).toEqual([sshd.hostKey])
    expect(await problemOf({ privateKey: sshd.lockedKey, privateKeyPassword: sshd.keyPassword, hostKey: sshd.hostKey })).toBeNull()
  })

  test('a tunnel that dropped is opened again by the next connection', async () => {
    const driver = await openPostgres(settings())
    expect((await driver.test(AbortSignal.timeout(20_000))).ok).toBe(true)
    await sshd.stop()
    expect((await driver.test(AbortSignal.timeout(20_000))).ok).toBe(false)
    sshd = await startSshd(folder, { port: sshd.port })
    expect(await driver.test(AbortSignal.timeout(20_000))).toEqual({ ok: true, value: undefined })
    await driver.close()
  })

  test('a server with another key than the first time is not spoken to', async () => {
    const driver = await openPostgres(settings())
    const { hostKey } = sshd
    await sshd.stop()
    sshd = await startSshd(folder, { port: sshd.port, hostKeyName: 'other' })
    const answer = await driver.test(AbortSignal.timeout(20_000))
    expect(answer.ok ? null : answer.problem.message).toContain('not the one that is known')
    await driver.close()
    expect((await problemOf({ hostKey }))?.message).toContain('not the one that is known')
    expect(await problemOf({ hostKey: sshd.hostKey })).toBeNull()
    await sshd.stop()
    sshd = await startSshd(folder, { port: sshd.port })
  })

  test('what goes wrong on the way is told by its own problem', async () => {
    expect(await problemOf({ privateKey: sshd.lockedKey, privateKeyPassword: 'wrong' })).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' })
    expect(await problemOf({ privateKey: 'no key at all' })).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' })
    expect(await problemOf({ username: 'nobody-here' })).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' })
    expect(await problemOf({ port: 1 })).toMatchObject({ code: 'CONNECTION_PORT_CLOSED_ERROR', extra: { invalid: ['server_address', 'server_port'] } })
    expect(await problemOf({ address: 'nowhere.invalid' })).toMatchObject({ code: 'CONNECTION_INVALID_HOSTNAME_ERROR' })
  })

  test('a database that the far end cannot reach is told as such', async () => {
    const config = postgresql.fromUri(new URL('postgresql://u@127.0.0.1:1/d'))
    const driver = await openDriver(postgresql, config.ok ? config.value : null, { tunnel: settings() }, surroundings)
    if (!driver.ok) throw new Error(driver.problem.message)
    expect(await driver.value.test(AbortSignal.timeout(20_000))).toMatchObject({
      ok: false,
      problem: { code: 'CONNECTION_PORT_CLOSED_ERROR', message: 'Port 1 on hostname "127.0.0.1" refused the connection.' },
    })
    await driver.value.close()
  })
})

describe.skipIf(!address)('tunnels of registered databases', () => {
  let server: TestApp
  let ssh: PasswordServer
  let id: number
  beforeAll(async () => {
    server = await openTestApp()
    ssh = await startPasswordServer()
  })
  afterAll(async () => {
    await server.close()
    await ssh.close()
  })
  const tunnel = (change: Record<string, unknown> = {}) => ({
    server_address: '127.0.0.1',
    server_port: ssh.port,
    username: ssh.username,
    password: ssh.password,
    ...change,
  })
  const row = () => server.deps.db.selectFrom('ssh_tunnels').selectAll().where('database_id', '=', id).executeTakeFirst()

  test('EXP-7.27 a connection is tried through its tunnel', async () => {
    const admin = await server.as('admin')
    const ask = (ssh_tunnel: unknown, sqlalchemy_uri: string = address!) => admin('POST', '/api/v1/database/test_connection/', { sqlalchemy_uri, ssh_tunnel })
    expect((await ask(tunnel())).body).toEqual({ message: 'OK' })
    expect(ssh.signedIn()).toBe(1)
    const wrong = await ask(tunnel({ password: 'a-guess-at-it' }))
    expect([wrong.status, wrong.body.errors[0].error_type]).toEqual([400, 'CONNECTION_ACCESS_DENIED_ERROR'])
    expect(JSON.stringify(wrong.body)).not.toContain('a-guess-at-it')
    expect(await ask(tunnel({ password: undefined }))).toMatchObject({ status: 400, body: { message: 'Must provide credentials for the SSH Tunnel' } })
    expect(await ask(tunnel({ private_key: 'x' }))).toMatchObject({ status: 400, body: { message: 'Cannot have multiple credentials for the SSH Tunnel' } })
    expect(await ask(tunnel(), 'postgresql://u@h/d')).toMatchObject({
      status: 400,
      body: { message: 'A database port is required when connecting via SSH Tunnel.' },
    })
    expect((await ask(tunnel({ server_port: 'x' }))).status).toBe(400)
  })

  test('a database with a tunnel is registered, shown without secrets, and asked through it', async () => {
    const admin = await server.as('admin')
    const made = await admin('POST', '/api/v1/database/', { database_name: 'far away', sqlalchemy_uri: address, ssh_tunnel: tunnel() })
    expect(made.status).toBe(201)
    id = made.body.id
    expect(made.body.result.ssh_tunnel).toMatchObject({ server_port: ssh.port, username: ssh.username, password: secretMask })
    const stored = (await row())!
    expect(stored.password).not.toContain(ssh.password)
    expect(stored.server_host_key).toMatch(/^SHA256:/)
    for (const path of ['', '/connection']) {
      const { body } = await admin('GET', `/api/v1/database/${id}${path}`)
      expect(body.result.ssh_tunnel, path).toMatchObject({ id: stored.id, server_address: '127.0.0.1', password: secretMask })
      expect(JSON.stringify(body), path).not.toContain('sesame')
    }
    const before = ssh.signedIn()
    expect((await admin('GET', `/api/v1/database/${id}/schemas/?q=(force:!t)`)).body.result).toContain('public')
    expect(ssh.signedIn()).toBe(before + 1)
  })

  test('the mask sent back keeps the secret, and only for the same server', async () => {
    const admin = await server.as('admin')
    const put = (body: Record<string, unknown>) => admin('PUT', `/api/v1/database/${id}`, body)
    expect((await put({ ssh_tunnel: tunnel({ password: secretMask }) })).status).toBe(200)
    expect(server.deps.secrets.decrypt((await row())!.password!)).toBe(ssh.password)
    expect(await put({ ssh_tunnel: tunnel({ password: secretMask, server_address: 'localhost' }) })).toMatchObject({
      status: 400,
      body: { message: 'Must provide credentials for the SSH Tunnel' },
    })
    expect((await put({ ssh_tunnel: tunnel({ password: secretMask, server_host_key: 'SHA256:other' }) })).status).toBe(400)
    expect((await put({ expose_in_sqllab: false })).status).toBe(200)
    expect((await row())?.server_port).toBe(ssh.port)
    // A known password of the database is not sent through somebody else's tunnel.
    await server.deps.db
      .updateTable('databases')
      .set({ uri: 'postgresql://u:XXXXXXXXXX@127.0.0.1:9/d', password: server.deps.secrets.encrypt('kept') })
      .where('id', '=', id)
      .execute()
    const tried = await admin('POST', '/api/v1/database/test_connection/', {
      database_name: 'far away',
      sqlalchemy_uri: 'postgresql://u:XXXXXXXXXX@127.0.0.1:9/d',
    })
    expect(tried.status).toBe(400)
    await server.deps.db.updateTable('databases').set({ uri: address!, password: null }).where('id', '=', id).execute()
  })

  test('EXP-7.28 a tunnel is taken away by its own call or by null', async () => {
    const admin = await server.as('admin')
    const gamma = await server.as('gamma')
    expect((await gamma('DELETE', `/api/v1/database/${id}/ssh_tunnel/`)).status).toBe(403)
    expect(await admin('DELETE', `/api/v1/database/${id}/ssh_tunnel/`)).toMatchObject({ status: 200, body: { message: 'OK' } })
    expect(await row()).toBeUndefined()
    expect((await admin('DELETE', `/api/v1/database/${id}/ssh_tunnel/`)).status).toBe(404)
    expect((await admin('GET', `/api/v1/database/${id}`)).body.result).not.toHaveProperty('ssh_tunnel')
    expect((await admin('PUT', `/api/v1/database/${id}`, { ssh_tunnel: tunnel() })).status).toBe(200)
    expect((await row())?.username).toBe(ssh.username)
    expect((await admin('PUT', `/api/v1/database/${id}`, { ssh_tunnel: null })).status).toBe(200)
    expect(await row()).toBeUndefined()
  })

  test('an installation without tunnels refuses them', async () => {
    const other = await openTestApp({ env: { SIGHTLINE_FEATURE_SSH_TUNNELING: 'false' } })
    const admin = await other.as('admin')
    const body = { sqlalchemy_uri: address, ssh_tunnel: tunnel() }
    expect(await admin('POST', '/api/v1/database/test_connection/', body)).toMatchObject({ status: 400, body: { message: 'SSH Tunneling is not enabled' } })
    expect(await admin('DELETE', '/api/v1/database/1/ssh_tunnel/')).toMatchObject({ status: 400, body: { message: 'SSH Tunneling is not enabled' } })
    await other.close()
  })
})
