import { expect, test } from 'vitest'
import { findBadDomain, printSnippet, readDomains } from './embedding.ts'

test('allowed domains are typed with commas, spaces or lines between them', () => {
  expect(readDomains(' https://a.example,b.example:8080 \n https://*.c.example, b.example:8080,')).toEqual([
    'https://a.example',
    'b.example:8080',
    'https://*.c.example',
  ])
  expect(readDomains(' , ')).toEqual([])
})

test('what is no domain is named before anything is sent', () => {
  expect(findBadDomain('')).toBeUndefined()
  expect(findBadDomain('https://a.example, b.example')).toBeUndefined()
  expect(findBadDomain('https://a.example, *')).toBe('*')
  expect(findBadDomain("a.example; script-src 'none'")).toBe('a.example;')
})

test('the code for the page names the dashboard and where it comes from', () => {
  expect(printSnippet('u-1', 'https://bi.example')).toContain("id: 'u-1',\n  supersetDomain: 'https://bi.example',")
})
