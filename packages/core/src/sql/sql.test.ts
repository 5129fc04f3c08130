import { expect, test } from 'vitest'
import { guardTables } from './guard-tables.ts'
import { limitOf, limitRows } from './limit-rows.ts'
import { readTables } from './read-tables.ts'
import { splitStatements, type SqlStatement } from './split-statements.ts'
import { kindOfStatement } from './statement-kind.ts'

const one = (sql: string, dialect = 'postgresql'): SqlStatement => {
  const [statement, ...more] = splitStatements(sql, dialect) ?? []
  if (!statement || more.length > 0) throw new Error(`not one statement: ${sql}`)
  return statement
}

test.each([
  ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  [" -- a;b\n SELECT ';' ; ; /* ; */ ", ["-- a;b\n SELECT ';'"]],
  ["SELECT E'a''; DROP TABLE victim; --'", ["SELECT E'a''; DROP TABLE victim; --'"]],
  [String.raw`SELECT E'\'; SELECT 2; --'`, [String.raw`SELECT E'\'; SELECT 2; --'`]],
  ['SELECT $x$;$x$, "a;b"', ['SELECT $x$;$x$, "a;b"']],
  ['/* outer /* inner; */ still; */ SELECT 1', ['/* outer /* inner; */ still; */ SELECT 1']],
])('statements of %s', (sql, expected) => expect(splitStatements(sql, 'postgresql')?.map(({ text }) => text)).toEqual(expected))

test('a string that never ends is no statement', () => expect(splitStatements("SELECT 'open; DROP TABLE x", 'postgresql')).toBeNull())

test.each([
  'SELECT 1',
  '(SELECT 1) UNION (SELECT 2)',
  'WITH a AS (SELECT 1) SELECT * FROM a',
  'VALUES (1)',
  'TABLE orders',
  'SHOW search_path',
  'EXPLAIN SELECT 1',
  'EXPLAIN (ANALYZE, FORMAT json) SELECT 1',
  'SELECT "into", comment, \'DELETE FROM x\' FROM orders -- INTO',
  'SELECT replace(a, b, c), updated, "delete" FROM t',
])('T5 %s reads', (sql) => expect(kindOfStatement(one(sql)).reads).toBe(true))

test.each([
  'INSERT INTO x VALUES (1)',
  'DELETE FROM x',
  'WITH a AS (DELETE FROM x RETURNING *) SELECT * FROM a',
  'WITH a AS (SELECT 1) DELETE FROM x',
  'WITH a AS (SELECT 1), b AS MATERIALIZED (/* */ UPDATE x SET a = 1 RETURNING *) SELECT 1',
  'SELECT * INTO y FROM x',
  'SELECT 1 INTO TEMP y',
  'EXPLAIN ANALYZE DELETE FROM x',
  'EXPLAIN (ANALYZE) INSERT INTO x VALUES (1)',
  'DO $$ BEGIN DELETE FROM x; END $$',
  "COPY x TO PROGRAM 'sh'",
  'CALL p()',
  'CREATE TABLE y AS SELECT 1',
  'MERGE INTO x USING y ON true WHEN MATCHED THEN DELETE',
  'SET ROLE admin',
  'SET TRANSACTION READ WRITE',
  'COMMIT',
  'PREPARE p AS DELETE FROM x',
  'EXECUTE p',
  'LOCK TABLE x',
  'VACUUM',
  'REFRESH MATERIALIZED VIEW v',
  "SELECT set_config('transaction_read_only', 'off', false)",
  'SELECT pg_catalog."pg_terminate_backend"(1)',
  "SELECT lo_import('/etc/passwd')",
  "SELECT nextval('s')",
  '\u00a0',
  'frobnicate x',
  '1',
])('T5 %s writes', (sql) => expect(kindOfStatement(splitStatements(sql, 'postgresql')?.[0] ?? { tokens: [], dialectId: 'postgresql' }).reads).toBe(false))

test.each([
  ['SELECT * FROM t', 11, 'SELECT * FROM t\nLIMIT 11'],
  ['SELECT * FROM t -- end', 11, 'SELECT * FROM t\nLIMIT 11 -- end'],
  ['SELECT * FROM t LIMIT 5', 11, 'SELECT * FROM t LIMIT 5'],
  ['SELECT * FROM t LIMIT /* many */ 5000 OFFSET 3', 11, 'SELECT * FROM t LIMIT /* many */ 11 OFFSET 3'],
  ['SELECT * FROM (SELECT * FROM t LIMIT 5000) AS s', 11, 'SELECT * FROM (SELECT * FROM t LIMIT 5000) AS s\nLIMIT 11'],
  ["SELECT 'LIMIT 5'", 11, "SELECT 'LIMIT 5'\nLIMIT 11"],
  ['SELECT * FROM t LIMIT 5 + 5', 11, 'SELECT * FROM t LIMIT 5 + 5'],
  ['SELECT * FROM t LIMIT ALL', 11, 'SELECT * FROM t LIMIT ALL'],
  ['SELECT * FROM t FETCH FIRST 5 ROWS ONLY', 11, 'SELECT * FROM t FETCH FIRST 5 ROWS ONLY'],
  ['EXPLAIN SELECT 1', 11, 'EXPLAIN SELECT 1'],
  ['SHOW server_version', 11, 'SHOW server_version'],
  ['WITH a AS (SELECT 1) SELECT * FROM a', 11, 'WITH a AS (SELECT 1) SELECT * FROM a\nLIMIT 11'],
])('%s with at most %i rows', (sql, rows, expected) => expect(limitRows(one(sql), rows)).toBe(expected))

test('the limit of a statement is the outermost', () => {
  expect(limitOf(one('SELECT * FROM (SELECT 1 LIMIT 2) AS a LIMIT 7'))).toBe(7)
  expect(limitOf(one('SELECT * FROM (SELECT 1 LIMIT 2) AS a'))).toBeNull()
})

const names = (sql: string, dialect = 'postgresql') => {
  const { tables, isProven } = readTables(one(sql, dialect))
  return [...(isProven ? [] : ['?']), ...tables.map(({ catalog, schema, table }) => [catalog, schema, table].filter((part) => part !== null).join('.'))]
}

test.each([
  ['SELECT 1', []],
  ['SELECT * FROM orders o, "Odd ""Names" JOIN public.staff USING (id, x)', ['orders', 'Odd "Names', 'public.staff']],
  ['SELECT * FROM a.b.c', ['a.b.c']],
  ['WITH orders AS (SELECT * FROM orders) SELECT * FROM orders', ['orders']],
  ['WITH orders(a, b) AS (SELECT * FROM orders) SELECT * FROM orders', ['orders']],
  ['WITH a AS (SELECT * FROM b), b AS (SELECT * FROM a) SELECT * FROM a, b', ['b']],
  ['(WITH x AS (SELECT 1) SELECT * FROM x) UNION SELECT * FROM x', ['x']],
  ['SELECT (SELECT max(a) FROM x) FROM (y JOIN (z CROSS JOIN w) ON true), LATERAL (SELECT * FROM v) AS l', ['x', 'y', 'z', 'w', 'v']],
  ['SELECT extract(year FROM d), a IS DISTINCT FROM b, substring(c FROM 2) FROM t', ['t']],
  ['SELECT * FROM t WHERE x IN (TABLE secret) UNION TABLE other', ['t', 'secret', 'other']],
  ['SELECT DISTINCT FROM secret', ['secret']],
  ['SELECT * FROM generate_series(1, 3) AS g(n), t', ['t']],
  ['SELECT * FROM t AS a(x, y), u WHERE a.x = ANY(ARRAY[1, 2])', ['t', 'u']],
  ['SELECT * FROM ONLY t', ['t']],
  ['SELECT 1 WHERE EXISTS (FROM secret)', ['secret']],
  ['EXPLAIN SELECT * FROM t', ['t']],
  ['SELECT a, b FROM t ORDER BY a, b LIMIT 3', ['t']],
  ['SELECT count(*) FILTER (WHERE a > 1), sum(x) OVER (PARTITION BY a, b) FROM t GROUP BY 1, 2', ['t']],
])('T6 tables of %s', (sql, expected) => expect(names(sql)).toEqual(expected))

test.each([
  'PIVOT t ON a',
  'SUMMARIZE secret',
  'SELECT * FROM (DESCRIBE secret)',
  'SELECT * FROM (SUMMARIZE secret)',
  "SELECT * FROM 'secret.csv'",
  'FROM a: secret',
  "SELECT query_to_xml('SELECT * FROM secret', true, true, '')",
  "SELECT * FROM query('FROM secret')",
  "SELECT * FROM query_table('secret')",
  'SELECT * FROM my_function(1)',
  'SELECT * FROM schema.unnest(1)',
  'SELECT * FROM U&"s\\0065cret"',
  'INSERT INTO x SELECT * FROM y',
  'WITH a AS (DELETE FROM x RETURNING *) SELECT * FROM a',
  'SELECT * FROM',
  'SELECT * FROM (t',
  'SELECT * INTO x FROM y',
  'CREATE TABLE x AS SELECT 1',
])('T6 what %s reads is not proven', (sql) => expect(readTables(one(sql, 'duckdb')).isProven).toBe(false))

test('T7 conditions are put around every mention of a table and nowhere else', () => {
  const guard = (sql: string) => guardTables(one(sql), 'postgresql', ({ table }) => (table === 'orders' ? "(region = 'North')" : null))?.text ?? null
  const inside = (name: string) => `(SELECT * FROM ${name} WHERE (region = 'North'))`
  expect(guard('SELECT * FROM orders')).toBe(`SELECT * FROM ${inside('orders')} AS orders`)
  expect(guard('SELECT o.* FROM public."orders" AS o JOIN staff s ON true')).toBe(`SELECT o.* FROM ${inside('public."orders"')} AS o JOIN staff s ON true`)
  expect(guard('SELECT orders.a FROM ORDERS, orders o2')).toBe(`SELECT orders.a FROM ${inside('ORDERS')} AS ORDERS, ${inside('orders')} o2`)
  expect(guard('WITH orders AS (SELECT * FROM orders) SELECT * FROM orders')).toBe(
    `WITH orders AS (SELECT * FROM ${inside('orders')} AS orders) SELECT * FROM orders`,
  )
  expect(guard("SELECT 'FROM orders' FROM staff")).toBe("SELECT 'FROM orders' FROM staff")
  expect(guard('TABLE orders')).toBeNull()
  expect(guard('SELECT * FROM ONLY orders')).toBeNull()
  expect(guard('SELECT * FROM f(1), orders')).toBeNull()
})

test('thousands of names in WITH, however deep, are each known where they are made and nowhere else', () => {
  const wide = Array.from({ length: 2000 }, (_, n) => `w${n} AS (SELECT * FROM ${n === 0 ? 't' : `w${n - 1}`})`).join(', ')
  const [statement] = splitStatements(`WITH ${wide} SELECT * FROM w1999, (WITH u AS (SELECT 1) SELECT * FROM u) x, u`, 'postgresql')!
  expect(readTables(statement!)).toMatchObject({ isProven: true, tables: [{ table: 't' }, { table: 'u' }] })
  const deep = `${'SELECT * FROM (WITH RECURSIVE w AS (SELECT 1) '.repeat(600)}SELECT 1${') x'.repeat(600)}`
  expect(readTables(splitStatements(deep, 'postgresql')![0]!).isProven).toBe(false)
  expect(splitStatements(`SELECT '${'x'.repeat(300_000)}'`, 'postgresql')).toBeNull()
})
