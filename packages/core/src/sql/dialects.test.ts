import { describe, expect, test } from 'vitest'
import { forbiddenNames } from './forbidden-names.ts'
import { limitOf, limitRows } from './limit-rows.ts'
import { makeFromQuery } from './make-table.ts'
import { readTables } from './read-tables.ts'
import { splitStatements, type SqlStatement } from './split-statements.ts'
import { kindOfStatement } from './statement-kind.ts'

const one = (sql: string, dialect: string): SqlStatement => {
  const [statement, ...more] = splitStatements(sql, dialect) ?? []
  if (!statement || more.length > 0) throw new Error(`not one statement: ${sql}`)
  return statement
}
const all = ['postgresql', 'duckdb', 'sqlite', 'mysql', 'clickhouse', 'trino'] as const

describe('T5 hidden writes', () => {
  const writes: Readonly<Record<(typeof all)[number] | 'everywhere', readonly string[]>> = {
    everywhere: [
      'INSERT INTO x VALUES (1)',
      'UPDATE x SET a = 1',
      'DELETE FROM x',
      'MERGE INTO x USING y ON 1 = 1 WHEN MATCHED THEN DELETE',
      'CREATE TABLE x AS SELECT 1',
      'DROP TABLE x',
      'ALTER TABLE x ADD a INT',
      'TRUNCATE TABLE x',
      'GRANT ALL ON x TO y',
      'CALL p()',
      'SET a = 1',
      'BEGIN',
      'COMMIT',
      'WITH a AS (SELECT 1) DELETE FROM x',
      'WITH a AS (SELECT 1) INSERT INTO x SELECT * FROM a',
      'WITH a AS (DELETE FROM x RETURNING *) SELECT * FROM a',
      '/* SELECT */ DELETE FROM x',
      '-- SELECT\nDELETE FROM x',
      'EXPLAIN DELETE FROM x',
      'frobnicate',
    ],
    postgresql: [
      'WITH RECURSIVE t AS (SELECT 1 AS id UNION SELECT 2) SEARCH DEPTH FIRST BY id SET o DELETE FROM x',
      'WITH RECURSIVE t AS (SELECT 1 AS id UNION SELECT 2) CYCLE id SET c USING by UPDATE x SET a = 1',
      'SELECT * INTO y FROM x',
      'SELECT * FROM x FOR UPDATE',
      'SELECT * FROM x FOR NO KEY UPDATE',
      'EXPLAIN (ANALYZE) DELETE FROM x',
      'EXPLAIN ANALYZE VERBOSE UPDATE x SET a = 1',
      `SELECT setval('s', 1)`,
      `SELECT lo_import('/etc/passwd')`,
      `SELECT lo_unlink(1)`,
      `SELECT pg_terminate_backend(pid) FROM t`,
      `SELECT "pg_catalog"."set_config"('a', 'b', false)`,
      `SELECT dblink_exec('c', 'DELETE FROM x')`,
      `SELECT query_to_xml('DELETE FROM x RETURNING 1', true, true, '')`,
      `COPY x TO PROGRAM 'sh'`,
      'DO $$ BEGIN DELETE FROM x; END $$',
      'PREPARE p AS DELETE FROM x',
      'LISTEN c',
      'REFRESH MATERIALIZED VIEW v',
    ],
    duckdb: [
      'INSTALL httpfs',
      'LOAD httpfs',
      `ATTACH 'x.db'`,
      'DETACH x',
      'PRAGMA database_size',
      `COPY x TO 'f'`,
      `EXPORT DATABASE 'd'`,
      'CHECKPOINT',
      'USE s',
      `SELECT * FROM read_csv('x')`,
      `SELECT nextval('s')`,
      'INSERT OR REPLACE INTO x SELECT 1',
    ],
    sqlite: [
      'PRAGMA writable_schema = 1',
      `ATTACH DATABASE 'x' AS y`,
      'REPLACE INTO x VALUES (1)',
      'VACUUM',
      'REINDEX',
      'WITH a AS (SELECT 1) REPLACE INTO x SELECT * FROM a',
      `SELECT load_extension('x')`,
      `SELECT writefile('x', 'y')`,
      `SELECT sha3_query('DELETE FROM x')`,
      'EXPLAIN DELETE FROM x',
    ],
    mysql: [
      `SELECT * FROM x INTO OUTFILE '/tmp/x'`,
      `SELECT * INTO DUMPFILE '/tmp/x' FROM x`,
      'SELECT 1 INTO @a',
      'TABLE x INTO OUTFILE "f"',
      'HANDLER x OPEN',
      'REPLACE INTO x VALUES (1)',
      'REPLACE x VALUES (1)',
      'DO SLEEP(1)',
      'LOCK TABLES x WRITE',
      'FLUSH TABLES',
      'KILL 3',
      `LOAD DATA INFILE 'x' INTO TABLE y`,
      'SELECT * FROM x FOR UPDATE',
      'SELECT * FROM x LOCK IN SHARE MODE',
      'EXPLAIN ANALYZE DELETE FROM x',
      'ANALYZE DELETE FROM x',
      'DESCRIBE FORMAT = JSON DELETE FROM x',
      'SELECT NEXT VALUE FOR s',
      `SELECT load_file('/etc/passwd')`,
      `SELECT get_lock('a', 1)`,
      'WITH a AS (SELECT 1) UPDATE x SET a = 1',
      `SELECT 1 -- '\nINTO OUTFILE 'x' -- '`,
      'EXPLAIN ANALYZE FORMAT=JSON UPDATE x SET a = 1',
    ],
    clickhouse: [
      'SYSTEM SHUTDOWN',
      'KILL QUERY WHERE 1',
      'OPTIMIZE TABLE x',
      `SELECT * FROM url('http://x', CSV)`,
      `SELECT * FROM file('/etc/passwd')`,
      `SELECT * FROM remote('h', d.t)`,
      `SELECT * FROM s3('http://x')`,
      `SELECT 1 INTO OUTFILE 'x'`,
      'EXCHANGE TABLES a AND b',
      'DETACH TABLE x',
      'RENAME TABLE a TO b',
      'EXPLAIN SYNTAX INSERT INTO x VALUES (1)',
      "SELECT 1 // x\nINTO OUTFILE 'y'",
    ],
    trino: [
      'EXECUTE p',
      'PREPARE p FROM DELETE FROM x',
      'DEALLOCATE PREPARE p',
      'USE c.s',
      'RESET SESSION a',
      `SELECT * FROM TABLE(system.query(query => 'DROP TABLE x'))`,
      'ANALYZE t',
      'EXPLAIN ANALYZE DELETE FROM x',
      'START TRANSACTION',
    ],
  }
  for (const dialect of all) {
    test.each([...writes.everywhere, ...writes[dialect]])(`${dialect}: %s writes`, (sql) => {
      const [statement] = splitStatements(sql, dialect)!
      expect(kindOfStatement(statement!).reads).toBe(false)
      expect(readTables(statement!).isProven).toBe(false)
    })
  }

  const reads: Readonly<Record<(typeof all)[number], readonly string[]>> = {
    postgresql: ['SELECT delete, t.update FROM t', 'SHOW search_path', 'EXPLAIN (FORMAT json) SELECT 1', `SELECT 'INSERT INTO x'`, 'TABLE t'],
    duckdb: ['FROM t', 'DESCRIBE t', 'SUMMARIZE t', 'PIVOT t ON a', 'SELECT * REPLACE (1 AS a) FROM t', 'SHOW TABLES'],
    sqlite: ['EXPLAIN QUERY PLAN SELECT 1', `SELECT replace('a', 'b', 'c')`, 'VALUES (1)', 'SELECT [delete] FROM t'],
    mysql: [
      'DESCRIBE t',
      'DESC s.t',
      'EXPLAIN FORMAT=JSON SELECT 1',
      'SHOW TABLES',
      'SELECT `delete`, insert(a, 1, 1, b), replace(a, b, c) FROM t',
      'SELECT 1 # INTO x',
    ],
    clickhouse: [
      'SHOW TABLES',
      'DESCRIBE TABLE t',
      'EXISTS TABLE t',
      'EXPLAIN PIPELINE SELECT 1',
      'EXPLAIN PLAN indexes = 1, header = 1 SELECT 1',
      'SELECT 1 # INTO x',
    ],
    trino: ['SHOW CATALOGS', 'DESCRIBE t', 'EXPLAIN ANALYZE SELECT 1', 'VALUES 1, 2'],
  }
  for (const dialect of all)
    test.each(['SELECT 1', 'WITH a AS (SELECT 1) SELECT * FROM a', ...reads[dialect]])(`${dialect}: %s reads`, (sql) =>
      expect(kindOfStatement(one(sql, dialect)).reads).toBe(true),
    )
})

describe('texts that databases cut differently are run for nobody, or cut as theirs does', () => {
  test.each([
    ['mysql', '/*! DELETE FROM x */ SELECT 1'],
    ['mysql', 'SELECT 1 /*!50000 INTO OUTFILE "x" */'],
    ['mysql', 'SELECT 1 /*M! , 2 */'],
    ['sqlite', `SELECT $x('), 1 --')`],
    ['clickhouse', `SELECT $a b$ ' $a b$`],
    ['postgresql', `SELECT E'a'\n'\\'; DELETE FROM x; --'`],
    ['postgresql', `SELECT E'a' -- c\n '\\'; DELETE FROM x; --'`],
    ['postgresql', 'SELECT\u00a01'],
    ['duckdb', 'SELECT 1 \u200b'],
    ['postgresql', 'SELECT 1 \0'],
    ['mysql', `SELECT 'a\\'`],
  ])('%s: %s', (dialect, sql) => expect(splitStatements(sql, dialect)).toBeNull())

  test.each([
    ['mysql', `SELECT 5--1, '; x'`, 1],
    ['mysql', `SELECT 1 -- ; x`, 1],
    ['mysql', `SELECT 1 --'\n; SELECT ' --`, null],
    ['mysql', `SELECT '\\'; SELECT 2 -- '`, 1],
    ['postgresql', `SELECT '\\'; SELECT 2 -- '`, 2],
    ['postgresql', `SELECT $😀$ ' $😀$; SELECT 2 -- '`, 2],
    ['postgresql', 'SELECT /* /* */ ; */ 1', 1],
    ['mysql', 'SELECT /* /* */ 1; SELECT 2', 2],
    ['sqlite', 'SELECT [a;b], `c;d`', 1],
    ['mysql', '-- x\r; SELECT 1', null],
    ['sqlite', "SELECT 1 -- x\r ' \n; SELECT 2 -- '", 2],
    ['clickhouse', `SELECT 1 // ; x\n; SELECT $h$ ; $h$ # ; y`, 2],
    ['clickhouse', 'SELECT `a\\`;b`', 1],
    ['trino', `SELECT "a;b", '\\'; SELECT 2`, 2],
  ])('%s: %s has %s statements', (dialect, sql, count) => {
    const statements = splitStatements(sql, dialect)
    if (count === null) expect(statements?.length ?? 0).toBeLessThan(2)
    else expect(statements?.length).toBe(count)
  })
})

const names = (sql: string, dialect: string) => {
  const { tables, isProven } = readTables(one(sql, dialect))
  return [...(isProven ? [] : ['?']), ...tables.map(({ catalog, schema, table }) => [catalog, schema, table].filter((part) => part !== null).join('.'))]
}

describe('T6 tables', () => {
  test.each([
    ['postgresql', 'SELECT * FROM unnest(ARRAY[1]) WITH ORDINALITY AS u(x, n), secret', ['secret']],
    ['postgresql', 'SELECT DISTINCT ON (a) a FROM t', ['t']],
    ['postgresql', 'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT * FROM t', []],
    ['postgresql', 'WITH RECURSIVE t AS (SELECT * FROM t UNION ALL SELECT * FROM t) SELECT * FROM t', ['t']],
    ['postgresql', 'SELECT pg_catalog.lower(a) FROM "T"', ['T']],
    ['postgresql', 'SELECT a::numeric(10, 2), CAST(b AS varchar(3)) FROM T TABLESAMPLE SYSTEM (10)', ['t']],
    ['duckdb', 'FROM "T" SELECT a, b', ['t']],
    ['duckdb', 'SELECT * EXCLUDE (a) FROM t AS u(x, y), v POSITIONAL JOIN w', ['t', 'v', 'w']],
    ['sqlite', 'SELECT * FROM [A b], `C`, "d" NOT INDEXED', ['a b', 'c', 'd']],
    ['mysql', 'SELECT * FROM `A`.`b` JOIN c USE INDEX FOR ORDER BY (i), d', ['A.b', 'c', 'd']],
    ['mysql', 'SELECT STRAIGHT_JOIN * FROM a STRAIGHT_JOIN b', ['a', 'b']],
    ['mysql', 'SELECT * FROM t1 PARTITION (p0), t2 FOR SYSTEM_TIME AS OF NOW(), t3', ['t1', 't2', 't3']],
    ['mysql', 'SELECT 1 FROM DUAL', []],
    ['mysql', 'SELECT * FROM 2024orders', ['2024orders']],
    ['clickhouse', 'SELECT * FROM Events FINAL ARRAY JOIN xs AS x GLOBAL ANY LEFT JOIN db.Users USING (id) PREWHERE a = 1', ['Events', 'db.Users']],
    ['clickhouse', 'SELECT toStartOfMonth(d), countIf(a > 1), arrayMap(x -> x + 1, xs) FROM t LIMIT 1 BY a, b', ['t']],
    ['clickhouse', 'SELECT * FROM numbers(10) AS n, t', ['t']],
    ['trino', 'SELECT * FROM Cat.Sch.Tab FOR VERSION AS OF 3, other', ['cat.sch.tab', 'other']],
    ['trino', 'SELECT * FROM t CROSS JOIN UNNEST(a) WITH ORDINALITY AS u (x, n), v', ['t', 'v']],
  ])('%s: %s', (dialect, sql, expected) => expect(names(sql, dialect)).toEqual(expected))

  test.each([
    ['postgresql', 'SELECT * FROM t qualify, secret WHERE 1 = 1'],
    ['mysql', 'SELECT * FROM t offset, secret'],
    ['trino', 'SELECT * FROM t limit, secret'],
    ['trino', 'SELECT * FROM t window, secret'],
    ['sqlite', 'SELECT * FROM t offset, secret'],
  ])('%s: a clause that may be a name does not hide a table: %s', (dialect, sql) => {
    const found = names(sql, dialect)
    expect(found.includes('?') || found.includes('secret')).toBe(true)
  })

  test.each([
    ['postgresql', 'SELECT my_function(1) FROM t'],
    ['postgresql', 'SELECT DISTINCT ON (a) leak(b) FROM t'],
    ['postgresql', 'SELECT s.lower(a) FROM t'],
    ['postgresql', 'SELECT 1 OPERATOR(s.+) 2'],
    ['postgresql', `SELECT * FROM ${'a'.repeat(64)}`],
    ['postgresql', 'SELECT * FROM xmltable(1)'],
    ['duckdb', 'SELECT my_macro() FROM t'],
    ['duckdb', 'WITH RECURSIVE s AS (SELECT 1 UNION SELECT 2 EXCEPT SELECT * FROM query($$FROM x$$)) SELECT * FROM s'],
    ['sqlite', 'SELECT 1 WHERE 1 IN secret'],
    ['sqlite', "SELECT * FROM 'secret'"],
    ['sqlite', "SELECT * FROM pragma_table_info('x')"],
    ['mysql', 'SELECT * FROM {OJ a LEFT JOIN secret ON 1 = 1}'],
    ['mysql', 'SELECT * FROM "secret"'],
    ['mysql', 'SELECT db.f(1)'],
    ['clickhouse', 'SELECT 1 IN secret'],
    ['clickhouse', 'SELECT 1 IN (secret)'],
    ['clickhouse', `SELECT joinGet('secret', 'a', 1)`],
    ['clickhouse', `SELECT dictGet('secret', 'a', 1)`],
    ['clickhouse', 'SELECT * FROM view(SELECT * FROM secret)'],
    ['clickhouse', 'SELECT * FROM "se\\x63ret"'],
    ['clickhouse', `SELECT * FROM t SETTINGS additional_table_filters = {'t': '1'}`],
    ['trino', 'SELECT * FROM TABLE(exclude_columns(TABLE(secret), DESCRIPTOR(a)))'],
    ['trino', 'SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS true)'],
    ['trino', 'SHOW TABLES'],
  ])('%s: what %s reads is not proven', (dialect, sql) => expect(names(sql, dialect)[0]).toBe('?'))
})

describe('SQL-6.03 limits', () => {
  test.each([
    ['mysql', 'SELECT * FROM t LIMIT 5, 5000', 'SELECT * FROM t LIMIT 5, 11'],
    ['mysql', 'SELECT * FROM t LIMIT 5000 OFFSET 5', 'SELECT * FROM t LIMIT 11 OFFSET 5'],
    ['mysql', 'SELECT * FROM t # all', 'SELECT * FROM t\nLIMIT 11 # all'],
    ['sqlite', 'VALUES (1), (2)', 'VALUES (1), (2)'],
    ['postgresql', 'SELECT * FROM t OFFSET 5', 'SELECT * FROM t OFFSET 5\nLIMIT 11'],
    ['postgresql', 'SELECT * FROM t OFFSET 5 LIMIT 5000', 'SELECT * FROM t OFFSET 5 LIMIT 11'],
    ['postgresql', 'SELECT * FROM t FETCH FIRST 5000 ROWS ONLY', 'SELECT * FROM t FETCH FIRST 11 ROWS ONLY'],
    ['postgresql', 'SELECT * FROM t FETCH FIRST 5000 ROWS WITH TIES', 'SELECT * FROM t FETCH FIRST 5000 ROWS WITH TIES'],
    ['postgresql', 'SELECT t.limit FROM t', 'SELECT t.limit FROM t\nLIMIT 11'],
    ['postgresql', '(SELECT 1 LIMIT 5000) UNION (SELECT 2 LIMIT 6000)', '(SELECT 1 LIMIT 5000) UNION (SELECT 2 LIMIT 6000)\nLIMIT 11'],
    ['trino', 'SELECT * FROM t OFFSET 5 ROWS FETCH NEXT 5000 ROWS ONLY', 'SELECT * FROM t OFFSET 5 ROWS FETCH NEXT 11 ROWS ONLY'],
    ['trino', 'SELECT * FROM t OFFSET 5 LIMIT 5000', 'SELECT * FROM t OFFSET 5 LIMIT 11'],
    ['duckdb', 'SELECT * FROM t LIMIT 10%', 'SELECT * FROM t LIMIT 10%'],
    ['duckdb', 'SELECT * FROM t USING SAMPLE 50', 'SELECT * FROM t USING SAMPLE 50'],
    ['duckdb', 'FROM t', 'FROM t\nLIMIT 11'],
    ['clickhouse', 'SELECT * FROM t LIMIT 2 BY a', 'SELECT * FROM t LIMIT 2 BY a\nLIMIT 11'],
    ['clickhouse', 'SELECT * FROM t LIMIT 2 BY a LIMIT 5000', 'SELECT * FROM t LIMIT 2 BY a LIMIT 11'],
    ['clickhouse', 'SELECT * FROM t SETTINGS max_threads = 1', 'SELECT * FROM t\nLIMIT 11 SETTINGS max_threads = 1'],
    ['clickhouse', 'SELECT * FROM t LIMIT 5000 SETTINGS a = 1 FORMAT JSON', 'SELECT * FROM t LIMIT 11 SETTINGS a = 1 FORMAT JSON'],
    ['clickhouse', 'SELECT TOP 5000 * FROM t', 'SELECT TOP 11 * FROM t'],
    ['clickhouse', 'SELECT * FROM t LIMIT 5 WITH TIES', 'SELECT * FROM t LIMIT 5 WITH TIES'],
  ])('%s: %s', (dialect, sql, expected) => expect(limitRows(one(sql, dialect), 11)).toBe(expected))

  test('the number is read from every form', () => {
    expect(limitOf(one('SELECT * FROM t LIMIT 3, 7', 'mysql'))).toBe(7)
    expect(limitOf(one('SELECT * FROM t LIMIT 3, 7', 'postgresql'))).toBeNull()
    expect(limitOf(one('SELECT * FROM t FETCH FIRST 7 ROWS ONLY', 'trino'))).toBe(7)
    expect(limitOf(one('SELECT * FROM t LIMIT 7 BY a', 'clickhouse'))).toBeNull()
  })
})

test('SQL-6.05 a query becomes a table or a view, its text kept to the letter', () => {
  expect(makeFromQuery('SELECT 1 -- x', 'postgresql', 'TABLE', '"t"')).toBe('CREATE TABLE "t" AS\nSELECT 1 -- x')
  expect(makeFromQuery('SELECT 1', 'clickhouse', 'TABLE', '"t"')).toBe('CREATE TABLE "t" ENGINE = MergeTree ORDER BY tuple() AS\nSELECT 1')
  expect(makeFromQuery('WITH a AS (SELECT 1) SELECT * FROM a', 'mysql', 'VIEW', '`s`.`t`')).toBe('CREATE VIEW `s`.`t` AS\nWITH a AS (SELECT 1) SELECT * FROM a')
  expect(makeFromQuery('SELECT 1; SELECT 2', 'postgresql', 'TABLE', '"t"')).toBeNull()
  expect(makeFromQuery('DELETE FROM x', 'postgresql', 'TABLE', '"t"')).toBeNull()
  expect(makeFromQuery('SELECT 1', 'postgresql', 'TABLE', `t AS SELECT 1; DROP TABLE x; --`)).toBeNull()
})

test.each([
  ['postgresql', `SELECT pg_read_file('x')`, ['pg_read_file']],
  ['postgresql', 'SELECT * FROM pg_catalog.pg_authid', ['pg_catalog.pg_authid']],
  ['postgresql', 'SELECT "PG_SHADOW".usename FROM pg_shadow', ['pg_shadow']],
  ['postgresql', 'SELECT version(), current_user FROM information_schema.tables', []],
  ['mysql', 'SELECT * FROM `mysql`.`user`', ['mysql.user']],
  ['mysql', 'SHOW FULL PROCESSLIST', ['SHOW FULL']],
  ['mysql', 'SHOW FULL TABLES', []],
  ['clickhouse', 'SELECT * FROM system.query_log', ['system.query_log']],
  ['clickhouse', 'SELECT * FROM system.tables', []],
  ['clickhouse', `SELECT * FROM url('http://x')`, ['url']],
  ['sqlite', `ATTACH 'x' AS y`, ['ATTACH']],
  ['trino', 'SELECT * FROM system.runtime.queries', ['runtime.queries']],
  ['duckdb', `SELECT * FROM read_parquet('x')`, ['read_parquet']],
])('T5 refused to everybody, %s: %s', (dialect, sql, expected) => expect(forbiddenNames(one(sql, dialect))).toEqual(expected))
