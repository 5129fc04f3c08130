import { expect, test } from 'vitest'
import { frameAncestorsOf, isFrameDomain, mayFrame } from './frame-domains.ts'

test('domains are origins, hosts and everything below a host', () => {
  for (const text of [
    'https://a.example',
    'http://localhost:3000',
    'a.example',
    '127.0.0.1:8080',
    'https://*.a.example',
    'https://a.example/',
    'http://[::1]:80',
  ])
    expect([text, isFrameDomain(text)]).toEqual([text, true])
})

test('T14 nothing that ends the rule about frames and begins another is a domain', () => {
  const texts = [
    '*',
    'https://*',
    "'none'",
    "'self'",
    '',
    ' ',
    'a.example b.example',
    'a.example;',
    'a.example; script-src *',
    'a.example,b.example',
    'a.example\r\nx-other: 1',
    'a.example"',
    'javascript:alert(1)',
    'data:',
    'https:',
    'https://a.example@evil.example',
    'https://a.example?x=1',
    'https://a.*.example',
    'https://ä.example',
  ]
  for (const text of texts) expect([text, isFrameDomain(text)]).toEqual([text, false])
  // What stands in the store all the same opens nothing.
  expect(frameAncestorsOf(texts)).toBe("'none'")
  expect(mayFrame(texts, 'https://a.example')).toBe(false)
})

test('no domain means any, and only plain sources are printed', () => {
  expect(frameAncestorsOf([])).toBe('*')
  expect(frameAncestorsOf(['HTTPS://A.example/path', 'b.example:8080', '*', 'http://*.c.example'])).toBe('https://a.example b.example:8080 http://*.c.example')
})

test('an origin is allowed by protocol, host and port', () => {
  expect(mayFrame([], 'http://anybody.example')).toBe(true)
  const asks = (domain: string, origin: string) => mayFrame([domain], origin)
  expect(asks('https://a.example', 'https://a.example')).toBe(true)
  expect(asks('https://a.example:443/', 'https://a.example')).toBe(true)
  expect(asks('https://a.example', 'http://a.example')).toBe(false)
  expect(asks('https://a.example', 'https://a.example:8443')).toBe(false)
  expect(asks('https://a.example', 'https://a.example.evil.example')).toBe(false)
  expect(asks('https://a.example', 'https://eviла.example')).toBe(false)
  expect(asks('a.example', 'http://a.example')).toBe(true)
  expect(asks('https://*.a.example', 'https://b.a.example')).toBe(true)
  expect(asks('https://*.a.example', 'https://a.example')).toBe(false)
  expect(asks('https://*.a.example', 'https://nota.example')).toBe(false)
  expect(asks('https://a.example', 'null')).toBe(false)
})
