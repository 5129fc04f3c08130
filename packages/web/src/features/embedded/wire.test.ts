import { afterEach, expect, test } from 'vitest'
import { openLine, type Method } from './wire.ts'

const ports: MessagePort[] = []
afterEach(() => ports.splice(0).forEach((port) => port.close()))

/** A line with the other end of its channel in the hand. */
function makeLine(methods: Readonly<Record<string, Method>>) {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const heard: unknown[] = []
  const waiters: (() => void)[] = []
  port1.addEventListener('message', ({ data }) => {
    heard.push(data)
    waiters.splice(0).forEach((go) => go())
  })
  port1.start()
  const next = async (): Promise<unknown> => {
    while (heard.length === 0) await new Promise<void>((resolve) => waiters.push(resolve))
    return heard.shift()
  }
  return { line: openLine(port2, methods), say: (message: unknown) => port1.postMessage(message), next }
}

test('a call with an answer gets one, under its own number', async () => {
  const { say, next } = makeLine({ double: async (args) => (args as { n: number }).n * 2 })
  say({ switchboardAction: 'get', method: 'double', messageId: 'm_7', args: { n: 21 } })
  expect(await next()).toEqual({ switchboardAction: 'reply', messageId: 'm_7', result: 42 })
})

test('a call without an answer is only made', async () => {
  let heard: unknown
  const { say, next } = makeLine({ guestToken: (args) => (heard = args), get: () => heard })
  say({ switchboardAction: 'emit', method: 'guestToken', args: { guestToken: 'x' } })
  say({ switchboardAction: 'get', method: 'get', messageId: 'm_1' })
  expect(await next()).toMatchObject({ result: { guestToken: 'x' } })
})

test('what is not there, fails, or is no message breaks nothing', async () => {
  const { say, next } = makeLine({
    fails: () => {
      throw new Error('the password is hunter2')
    },
    unsendable: () => () => undefined,
  })
  for (const noise of [null, 'x', 7, {}, { switchboardAction: 'emit', method: 'nothing' }, { switchboardAction: 'reply', messageId: 'unasked' }]) say(noise)
  for (const method of ['nothing', 'toString', '__proto__', 'constructor', 7]) {
    say({ switchboardAction: 'get', method, messageId: 'm_1' })
    expect(await next()).toEqual({ switchboardAction: 'error', messageId: 'm_1', error: `[sightline] Method "${String(method)}" is not defined` })
  }
  for (const method of ['fails', 'unsendable']) {
    say({ switchboardAction: 'get', method, messageId: 'm_2' })
    expect(await next()).toEqual({ switchboardAction: 'error', messageId: 'm_2', error: `[sightline] Method "${method}" threw an error` })
  }
})

test('the other side is asked in the same way; silence and refusals are no answer', async () => {
  const { line, say, next } = makeLine({})
  const address = line.ask('resolvePermalinkUrl', { key: 'k' })
  const asked = (await next()) as { messageId: string }
  expect(asked).toMatchObject({ switchboardAction: 'get', method: 'resolvePermalinkUrl', args: { key: 'k' } })
  say({ switchboardAction: 'reply', messageId: asked.messageId, result: 'https://a.example/k' })
  expect(await address).toBe('https://a.example/k')

  const refused = line.ask('unknown', {})
  say({ switchboardAction: 'error', messageId: ((await next()) as { messageId: string }).messageId, error: 'no' })
  expect(await refused).toBeUndefined()
  expect(await line.ask('silent', {}, 1)).toBeUndefined()
})
