import { Text } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { faultsOf } from './check-text.ts'
import { textOf } from './completion/apply-offer.ts'
import { dialectOf } from '../../../code/dialects.ts'
import { rangeOf } from './draw-faults.ts'
import { differenceOf } from './keep-text.ts'
import { writtenName } from './quote-name.ts'
import { chordOf, keysOf } from './shortcuts.ts'
import { statementAt } from './statement-at.ts'

/** The statement at the mark `|`. */
const textAt = (marked: string, backend = 'postgresql'): string | undefined => statementAt(marked.replace('|', ''), marked.indexOf('|'), backend)?.text

describe('SQL-2.03 the statement under the cursor', () => {
  test('is the one between semicolons around it', () => {
    expect(textAt('SELECT 1;\nSELECT |2;\nSELECT 3')).toBe('SELECT 2')
    expect(textAt('SELECT 1;\nSELECT 2|;\nSELECT 3')).toBe('SELECT 2')
    expect(textAt('SELECT 1;\nSELECT 2;|\nSELECT 3')).toBe('SELECT 2')
    expect(textAt('SELECT 1;\n|\nSELECT 2')).toBe('SELECT 2')
    expect(textAt('SELECT 1;\n\n|')).toBe('SELECT 1')
    expect(textAt('  |  ')).toBeUndefined()
  })

  test('is not cut at semicolons inside of strings, comments, quoted names and templates', () => {
    expect(textAt(`SELECT ';' AS "a;b", |2 -- ; no\n FROM t; SELECT 3`)).toBe(`SELECT ';' AS "a;b", 2 -- ; no\n FROM t`)
    expect(textAt('SELECT $$ ; $$, |2; SELECT 3')).toBe('SELECT $$ ; $$, 2')
    expect(textAt(`SELECT {# don't; #} |1 FROM {{ x(';') }}; SELECT 2`)).toBe(`SELECT {# don't; #} 1 FROM {{ x(';') }}`)
    expect(textAt('SELECT "a\\";", |1; SELECT 2', 'mysql')).toBe('SELECT "a\\";", 1')
  })

  test('is found even in a text with a quote that never ends', () => {
    expect(textAt(`SELECT |1; SELECT 'open`)).toBe('SELECT 1')
  })
})

test('SQL-2.03 names are quoted as their database needs it', () => {
  const written = (backend: string) => ['region', 'Region', 'two words', 'order', 'a"b', 'a`b', '2nd'].map((name) => writtenName(name, backend))
  expect(written('postgresql')).toEqual(['region', '"Region"', '"two words"', '"order"', '"a""b"', '"a`b"', '"2nd"'])
  expect(written('duckdb').slice(0, 4)).toEqual(['region', 'Region', '"two words"', '"order"'])
  expect(written('mysql')).toEqual(['region', 'Region', '`two words`', '`order`', '`a"b`', '`a``b`', '`2nd`'])
  expect(writtenName('a\\b', 'clickhouse')).toBe('`a\\\\b`')
})

describe('SQL-2.03 what is chosen', () => {
  const text = (kind: 'table' | 'function' | 'schema' | 'keyword' | 'column', after: string) => textOf({ label: 'name', kind, score: 0, owner: '' }, after)

  test('is followed by a blank, but behind a function and a schema, and where something follows', () => {
    expect((['keyword', 'table', 'column', 'function', 'schema'] as const).map((kind) => text(kind, ''))).toEqual(['name ', 'name ', 'name ', 'name', 'name'])
    expect([')', ',', ' ', '.', ';', '\n'].map((after) => text('column', after))).toEqual(Array(6).fill('name'))
    expect(text('column', 'x')).toBe('name ')
  })

  test('is its own text where that differs, and in a template only its name', () => {
    const offer = { label: 'since', kind: 'parameter', score: 0, owner: '', text: '{{ since }}' } as const
    expect([textOf(offer, ''), textOf(offer, '', true)]).toEqual(['{{ since }} ', 'since'])
  })
})

test('SQL-7.07 a mistake is drawn at the word of its place, over its line without a column, and never outside of the text', () => {
  const doc = Text.of(['SELECT a,', '  nope.x', 'FROM t'])
  const drawn = (line: number, column: number | null): string => {
    const { from, to } = rangeOf(doc, { line, column, message: '' })
    return doc.sliceString(from, to)
  }
  expect([drawn(2, 3), drawn(2, null), drawn(1, 10), drawn(9, 99), drawn(0, 0)]).toEqual(['nope', 'nope.x', ',', 't', 'SELECT'])
  expect(faultsOf([{ line_number: null, start_column: null, message: 'm' }])).toEqual([{ line: 1, column: null, message: 'm' }])
})

test('SQL-2.03 text from elsewhere replaces only what differs', () => {
  expect(differenceOf('SELECT a FROM t', 'SELECT b FROM t')).toEqual({ from: 7, to: 8, insert: 'b' })
  expect(differenceOf('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' })
  expect(differenceOf('a\nb', 'a\r\nb')).toBeNull()
  expect(differenceOf('', 'x')).toEqual({ from: 0, to: 0, insert: 'x' })
})

test('SQL-2.03 each system has its own keys, no key does two things, and all can be read', () => {
  for (const platform of ['mac', 'windows', 'other'] as const) {
    const keys = keysOf(platform).flatMap((one) => one.keys)
    expect([platform, keys.length]).toEqual([platform, new Set(keys).size])
  }
  const keysFor = (platform: 'mac' | 'windows' | 'other', action: string) => keysOf(platform).find((one) => one.action === action)?.keys
  expect([keysFor('mac', 'stop'), keysFor('other', 'stop')]).toEqual([['Ctrl-x'], ['Ctrl-e']])
  expect([keysFor('windows', 'newTab'), keysFor('other', 'newTab')]).toEqual([['Ctrl-q'], ['Ctrl-t']])
  expect(keysFor('other', 'previousLine')).toBeUndefined()
  expect([chordOf('Mod-Alt-f', 'mac'), chordOf('Ctrl-[', 'other'), chordOf('Escape Tab', 'other')]).toEqual([
    ['⌘', 'Option', 'F'],
    ['Ctrl', '['],
    ['Esc', 'Tab'],
  ])
})

test('SQL-2.03 each database has its own words, quotes and comments', () => {
  const specs = Object.fromEntries(
    ['postgresql', 'duckdb', 'mysql', 'mariadb', 'sqlite', 'clickhouse', 'trino'].map((id) => [id, dialectOf(id, ['my_sum', 'count']).spec]),
  )
  expect(specs['mysql']).toMatchObject({ doubleQuotedStrings: true, identifierQuotes: '`', hashComments: true, spaceAfterDashes: true })
  expect(specs['mariadb']).toEqual(specs['mysql'])
  expect(specs['postgresql']).toMatchObject({ doubleQuotedStrings: false, identifierQuotes: '"', doubleDollarQuotedStrings: true })
  expect(specs['clickhouse']?.keywords).toContain('prewhere')
  expect(specs['duckdb']?.builtin).toBe('my_sum')
})
