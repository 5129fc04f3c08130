import { describe, expect, test } from 'vitest'
import { writtenName } from './quote-name.ts'
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
