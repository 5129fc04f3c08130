import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openGuardedFetch, type FetchRequest } from './guarded-fetch.ts'

/** Two servers on this machine that note what reaches them. */
let near: Server
let other: Server
let port: number
let otherPort: number
const seen: { readonly path: string; readonly host: string | undefined; readonly authorization: string | undefined }[] = []

const listen = async (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> => {
  const server = createServer((request, response) => {
    seen.push({ path: request.url ?? '', host: request.headers.host, authorization: request.headers.authorization })
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port
const close = (server: Server): Promise<unknown> => {
  server.closeAllConnections()
  return new Promise((done) => server.close(done))
}
const sendOn = (response: ServerResponse, to: string): void => void response.writeHead(302, { location: to }).end()

beforeAll(async () => {
  other = await listen((_request, response) => response.end('other'))
  otherPort = portOf(other)
  near = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here')
    if (pathname === '/elsewhere') sendOn(response, `http://127.0.0.1:${otherPort}/`)
    else if (pathname === '/metadata') sendOn(response, 'http://169.254.169.254/latest/')
    else if (pathname === '/file') sendOn(response, 'file:///etc/passwd')
    else if (pathname === '/inside') sendOn(response, '/plain')
    else if (pathname === '/round') sendOn(response, '/round')
    else if (pathname === '/large') response.writeHead(200, { 'content-length': '5000' }).end('x'.repeat(5000))
    else if (pathname === '/endless') response.write('x'.repeat(5000))
    else if (pathname !== '/silent') response.end('plain')
  })
  port = portOf(near)
})
afterAll(async () => {
  await close(near)
  await close(other)
})
beforeEach(() => void seen.splice(0))

const request = (more: Partial<FetchRequest> = {}): FetchRequest => ({ mostBytes: 1000, signal: new AbortController().signal, ...more })
const wordsOf = async (address: string, allowed: readonly string[] = [], more: Partial<FetchRequest> = {}): Promise<string> => {
  const answer = await openGuardedFetch({ allowed })(address, request(more))
  return answer.ok ? answer.value.body.toString() : answer.problem.message
}

test('T18 nothing of this machine or its house is reached, however the address is written', async () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
  ]
  for (const host of hosts) expect(await wordsOf(`http://${host}:${port}/`), host).toMatch(/does not lie on the public internet/)
  for (const host of ['169.254.169.254', '[64:ff9b::7f00:1]', '[fe80::1]', '[fd00:ec2::254]', '10.0.0.1', '192.168.1.1'])
    expect(await wordsOf(`https://${host}/`), host).toMatch(/does not lie on the public internet/)
  expect(seen).toEqual([])
})

test('T18 only the web is read, and no address carries a password', async () => {
  for (const address of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'data:text/plain,x'])
    expect(await wordsOf(address, ['127.0.0.0/8']), address).toMatch(/Only addresses that begin with/)
  expect(await wordsOf(`http://a:b@127.0.0.1:${port}/`, ['127.0.0.0/8'])).toMatch(/must not hold/)
  expect(await wordsOf('no address')).toMatch(/no address/)
  expect(seen).toEqual([])
})

test('T18 a name counts for what it stands for, and one private address among its addresses is one too many', async () => {
  const ask = async (addresses: readonly string[]) =>
    openGuardedFetch({ allowed: [], resolve: async () => addresses })(`http://shop.example:${port}/`, request())
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], []]) expect((await ask(addresses)).ok, addresses.join()).toBe(false)
  expect(seen).toEqual([])
})

test('T18 the address that was looked at is the one that is reached, though the name means another a moment later', async () => {
  const answers = ['127.0.0.1', '127.0.0.2']
  let asked = 0
  // No name service knows this name: whoever asks again does not get there at all.
  const fetch = openGuardedFetch({ allowed: [`rebinding.invalid:${port}`], resolve: async () => [answers[asked++]!] })
  const answer = await fetch(`http://rebinding.invalid:${port}/plain`, request())
  expect([answer.ok && answer.value.body.toString(), asked, seen[0]?.host]).toEqual(['plain', 1, `rebinding.invalid:${port}`])
})

test('T18 what is allowed is reached, and only that', async () => {
  expect(await wordsOf(`http://127.0.0.1:${port}/`, ['127.0.0.0/8'])).toBe('plain')
  expect(await wordsOf(`http://127.0.0.1:${port}/`, [`127.0.0.1:${port}`])).toBe('plain')
  expect(await wordsOf(`http://127.0.0.1:${otherPort}/`, [`127.0.0.1:${port}`])).toMatch(/public internet/)
  expect(await wordsOf(`http://localhost:${port}/`, [`127.0.0.1:${port}`])).toMatch(/public internet/)
})

test('T18 a redirect is followed on the same server only, and nobody else is shown the token', async () => {
  const headers = { authorization: 'Bearer secret' }
  const allowed = ['127.0.0.0/8']
  expect(await wordsOf(`http://127.0.0.1:${port}/inside`, allowed, { headers })).toBe('plain')
  expect(seen.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/inside', 'Bearer secret'],
    ['/plain', 'Bearer secret'],
  ])
  for (const path of ['/elsewhere', '/metadata', '/file'])
    expect(await wordsOf(`http://127.0.0.1:${port}${path}`, [...allowed, '169.254.0.0/16'], { headers }), path).toMatch(/sends on to/)
  expect(await wordsOf(`http://127.0.0.1:${port}/inside`, allowed, { method: 'POST', body: '{}', headers })).toMatch(/sends on to/)
  expect(seen.some(({ path }) => path === '/')).toBe(false)
  expect(await wordsOf(`http://127.0.0.1:${port}/round`, allowed)).toMatch(/without an end/)
})

test('an answer has an end: in size, and in patience', async () => {
  const allowed = ['127.0.0.0/8']
  expect(await wordsOf(`http://127.0.0.1:${port}/large`, allowed)).toMatch(/larger than/)
  expect(await wordsOf(`http://127.0.0.1:${port}/endless`, allowed)).toMatch(/larger than/)
  const patience = await openGuardedFetch({ allowed, idleSeconds: 0.2 })(`http://127.0.0.1:${port}/silent`, request())
  expect(patience.ok ? '' : patience.problem.message).toMatch(/did not answer/)
  const stop = new AbortController()
  const stopped = openGuardedFetch({ allowed })(`http://127.0.0.1:${port}/silent`, request({ signal: stop.signal }))
  stop.abort()
  expect((await stopped).ok).toBe(false)
})

test('what the network says comes in sentences', async () => {
  const allowed = ['127.0.0.0/8', 'nobody.invalid']
  expect(await wordsOf('http://127.0.0.1:1/', allowed)).toBe('Nothing answers at http://127.0.0.1:1.')
  expect(await wordsOf(`https://127.0.0.1:${port}/`, allowed)).toMatch(/does not speak https/)
  expect(await wordsOf('http://nobody.invalid/', allowed)).toMatch(/no host of the name/)
})
