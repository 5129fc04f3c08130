import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'
import { readInternetAddress } from './internet-address.ts'
import { readPort } from './port.ts'

let server: TestApp
let gamma: TestCall
beforeAll(async () => {
  server = await openTestApp()
  gamma = await server.as('gamma')
})
afterAll(() => server.close())

const convert = (q: string, call = gamma) => call('GET', `/api/v1/advanced_data_type/convert?q=${encodeURIComponent(q)}`)

test('EXP-7.13 texts are read as values of a kind, with what they are shown as and how they compare', async () => {
  expect((await gamma('GET', '/api/v1/advanced_data_type/types')).body).toEqual({ result: ['internet_address', 'port'] })
  const { body } = await convert("(type:internet_address,values:!('10.0.0.0/30','192.168.0.1',7))")
  expect(body.result).toEqual({
    values: [{ start: 167772160, end: 167772163 }, 3232235521, 7],
    display_value: '167772160 - 167772163, 3232235521, 7',
    error_message: '',
    valid_filter_operators: ['EQUALS', 'GREATER_THAN_OR_EQUAL', 'GREATER_THAN', 'IN', 'LESS_THAN', 'LESS_THAN_OR_EQUAL'],
  })
  expect((await convert("(type:port,values:!(ftp,'22'))")).body.result).toMatchObject({ values: [[20, 21], [22]], display_value: '[20, 21], [22]' })
  expect((await convert("(type:port,values:!(''))")).body.result).toMatchObject({ values: [''], display_value: '', error_message: '' })
  expect((await convert("(type:internet_address,values:!('::ffff'))")).text).toContain('"values":[65535]')
  expect((await convert("(type:internet_address,values:!('fe80::1'))")).text).toContain('"values":[338288524927261089654018896841347694593]')
})

test('a text that means nothing is told, and nothing after it is read', async () => {
  const port = (await convert('(type:port,values:!(http,nonsense,ssh))')).body.result
  expect(port).toMatchObject({ values: [[80]], display_value: '[80]', error_message: "'nonsense' does not appear to be a port name or number" })
  const address = (await convert("(type:internet_address,values:!('1.2.3.4.5'))")).body.result
  expect(address).toMatchObject({ values: [], error_message: "'1.2.3.4.5' does not appear to be an IPv4 or IPv6 network" })
  const isNone = (text: string) => readInternetAddress(text).ok === false
  expect(
    ['256.1.1.1', '1.2.3', '10.0.0.1/24', '10.0.0.0/33', '10.0.0.0/x', '1::2::3', '1:2:3:4:5:6:7', 'g::', '', '01.2.3.4', '9'.repeat(40)].filter(isNone),
  ).toHaveLength(11)
  expect(readInternetAddress('10.0.0.0/255.0.0.0')).toEqual({ ok: true, value: { start: 167772160, end: 184549375 } })
  expect(readInternetAddress('::ffff:1.2.3.4')).toEqual({ ok: true, value: 281470698652420 })
  expect(['0', '65536', '-1', 'constructor', '__proto__', ''].filter((text) => readPort(text).ok)).toEqual([])
})

test('T4 what is no question is refused', async () => {
  expect((await convert('(type:colour,values:!(red))')).body).toEqual({ message: 'Invalid advanced data type: colour' })
  for (const q of [
    '',
    '5',
    "'x'",
    '!(1)',
    '(type:port)',
    '(values:!(1))',
    '(type:!n,values:!(1))',
    '(type:port,values:!())',
    '(type:port,values:!(!n))',
    '(type:port,values:!((a:1)))',
    '(type:constructor,values:!(1))',
    '(',
    '!n',
  ])
    expect([q, (await convert(q)).status]).toEqual([q, 400])
  expect((await gamma('GET', '/api/v1/advanced_data_type/convert')).status).toBe(400)
  expect((await convert('(type:port,values:!(http))', server.anonymous())).status).toBe(401)
})
