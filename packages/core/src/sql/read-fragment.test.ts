import { describe, expect, test } from 'vitest'
import { checkFragment, readSourceStatement } from './read-fragment.ts'

const rules = { dialectId: 'postgresql', placeholder: '$1', mayHaveSubqueries: false }
const check = (sql: string, more: object = {}) => {
  const checked = checkFragment(sql, { ...rules, ...more })
  return 'text' in checked ? checked.text : checked.refused
}

describe('custom SQL is one expression that reads only its own row', () => {
  test.each([
    ['SUM(quantity) / COUNT(*)::float', 'SUM(quantity) / COUNT(*)::float'],
    ['COUNT(*) FILTER (WHERE is_gift)', 'COUNT(*) FILTER (WHERE is_gift)'],
    ['EXTRACT(MONTH FROM ordered_at)', 'EXTRACT(MONTH FROM ordered_at)'],
    ["city LIKE 'B;--%' AND name = 'it''s'", "city LIKE 'B;--%' AND name = 'it''s'"],
    ['a -- the first\n+ b /* and ( the second */', 'a  \n+ b'],
    ["tag = $x$ ; ' $x$", "tag = $x$ ; ' $x$"],
    ['(SELECT 1)', '(SELECT 1)'],
    ['"select" IS NOT DISTINCT FROM "from"', '"select" IS NOT DISTINCT FROM "from"'],
  ])('%s passes', (sql, text) => {
    expect(check(sql)).toBe(text)
  })

  test.each([
    ['1; DROP TABLE victim; --', 'several'],
    ["region = 'North')", 'unbalanced'],
    ['(COUNT(*) > 1', 'unbalanced'],
    ['1) OR (1=1', 'unbalanced'],
    ["'open", 'unreadable'],
    ['1 /* open', 'unreadable'],
    ["E'a\\'; DROP TABLE victim; --'", "E'a\\'; DROP TABLE victim; --'"],
    ["E'a''; DROP TABLE victim; --'", "E'a''; DROP TABLE victim; --'"],
    ["'a\\'; DROP TABLE victim", 'several'],
    ['(SELECT COUNT(*) FROM staff)', 'subquery'],
    ['(select/**/count(*)/**/from staff)', 'subquery'],
    ['x IN (TABLE staff)', 'subquery'],
    ['EXISTS (FROM staff)', 'subquery'],
    ['(WITH a AS (SELECT 1) SELECT 1)', 'subquery'],
    ["query_to_xml('select 1', true, true, '')", 'function'],
    ['pg_catalog . "pg_read_file" (\'/etc/passwd\')', 'function'],
    ['U&"pg_re\\0061d_file"(\'/etc/passwd\')', 'unreadable'],
    ['price > $1', 'parameter'],
    ['  -- nothing', 'empty'],
    ['', 'empty'],
    [`1${'+1'.repeat(60_000)}`, 'long'],
  ])('%s → %s', (sql, outcome) => {
    expect(check(sql)).toBe(outcome)
  })

  test('strings end where this database ends them', () => {
    expect(check("'a\\'", { dialectId: 'mysql', placeholder: '?' })).toBe('unreadable')
    expect(check("'a\\'", { dialectId: 'postgresql' })).toBe("'a\\'")
    expect(check('a ? b', { placeholder: '?' })).toBe('parameter')
  })
})

test('the SQL of a virtual dataset is one statement that reads', () => {
  const read = (sql: string) => {
    const result = readSourceStatement(sql, rules)
    return result.ok ? result.value : result.problem.message
  }
  expect(read('SELECT 1 -- one\n;;  ')).toBe('SELECT 1')
  expect(read('SELECT 1; SELECT 2')).toMatch(/multiple/)
  expect(read('DELETE FROM staff')).toMatch(/read-only/)
  expect(read('SELECT 1) AS a, (SELECT 2')).toMatch(/unbalanced/)
  expect(read(' ; ')).toMatch(/empty/)
})
