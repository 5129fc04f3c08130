import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { printDatabases } from './print-databases.ts'

test('the page about databases says what the connectors say; `node scripts/print-databases.mjs` writes it anew', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/databases.md', import.meta.url)), 'utf8')
  expect(page.slice(page.indexOf('## Kinds of databases'))).toBe(printDatabases())
})
