import { Exact } from '@sightline/core'
import type { Place } from './place.ts'
import { openTrinoForTests } from './trino-for-tests.ts'
import { standardWords, standardWrites, tableOf } from './words.ts'

export const trinoPlace: Place = {
  id: 'trino',
  when: 'ci',
  variable: 'SIGHTLINE_TEST_TRINO',
  command: 'npm run test:trino',
  reach: async () => {
    const uri = process.env['SIGHTLINE_TEST_TRINO']
    if (!uri) return null
    const operator = openTrinoForTests(uri)
    const { username, password } = new URL(uri)
    return {
      uri,
      running: async (tag) => {
        const rows = await operator.rows(
          `SELECT count(*) FROM system.runtime.queries WHERE state = 'RUNNING' AND query LIKE '%${tag}%' AND query NOT LIKE '%system.runtime.queries%'`,
        )
        return Number(rows[0]![0])
      },
      backend: async () => 'none',
      account: async () => ({ username, password }),
      leave: async () => operator.close(),
    }
  },
  // Lists are made of at most ten thousand numbers.
  series: (count) =>
    `SELECT CAST(b.n AS INTEGER) AS n FROM UNNEST(sequence(0, ${Math.ceil(count / 1000) - 1})) AS a(n) CROSS JOIN UNNEST(sequence(a.n * 1000, a.n * 1000 + 999)) AS b(n) WHERE b.n < ${count}`,
  slow: 'SELECT count(*) FROM tpch.sf1000.lineitem WHERE length(comment) > 1000',
  stops: 60,
  patienceMilliseconds: 300_000,
  asText: (expression) => `CAST(${expression} AS VARCHAR)`,
  values: {
    integer: { sql: '42' },
    'big integer': { sql: '9007199254740993' },
    'lowest integer': { sql: `CAST('-9223372036854775808' AS BIGINT)` },
    decimal: { sql: 'CAST(1.50 AS DECIMAL(10,2))' },
    'exact decimal': { sql: `DECIMAL '1234567890123456789.000000000000000001'` },
    double: { sql: '1E-1' },
    boolean: { sql: 'TRUE' },
    date: { sql: `DATE '2021-01-02'` },
    timestamp: { sql: `TIMESTAMP '2021-01-02 03:04:05.123456'` },
    'timestamp with zone': { sql: `TIMESTAMP '2021-01-02 03:04:05 +02:00'` },
    json: { sql: `JSON '{"a": [1, null]}'` },
    array: { sql: 'ARRAY[1, 2, NULL]' },
    'text bytes': { sql: `to_utf8('naïve 🙂')` },
    'other bytes': { sql: `X'00FF'` },
    text: { sql: `'it''s 🙂'` },
    uuid: { sql: `UUID '6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d4'` },
    null: { sql: 'CAST(NULL AS INTEGER)' },
  },
  moment: (text) => `TIMESTAMP '${text}'`,
  schema: { make: (schema) => `CREATE SCHEMA ${schema}`, drop: (schema) => `DROP SCHEMA ${schema} CASCADE` },
  table: tableOf(standardWords),
  view: (view, select) => `CREATE VIEW ${view} AS ${select}`,
  // The catalog in memory divides no tables. Catalogs that do show the partitions of a table as a second one, and so does this.
  partitions: {
    make: (table) => [
      `CREATE TABLE ${table} (day DATE, a INTEGER)`,
      `CREATE TABLE IF NOT EXISTS "${table}$partitions" AS SELECT * FROM (VALUES DATE '2021-01-01', DATE '2021-01-02') AS t(day)`,
    ],
    latest: Date.UTC(2021, 0, 2),
  },
  writes: [
    ...standardWrites,
    'EXPLAIN ANALYZE INSERT INTO guarded VALUES (1)',
    'CREATE TABLE another AS SELECT 1 AS a',
    'TRUNCATE TABLE guarded',
    'ALTER TABLE guarded RENAME TO another',
    `COMMENT ON TABLE guarded IS 'x'`,
    'CREATE SCHEMA another',
    `CALL system.runtime.kill_query('x', 'y')`,
    `EXECUTE IMMEDIATE 'INSERT INTO guarded VALUES (1)'`,
    'START TRANSACTION',
  ],
  sessionState: { set: ['PREPARE noted FROM SELECT 5 AS a'], get: 'EXECUTE noted', seen: [[5]] },
  loaded: { decimal: (cell) => (cell instanceof Exact ? new Exact(`${cell.text}0000000000000000`) : cell) },
  says: {
    syntax: { code: 'SYNTAX_ERROR', message: /"SELEC"/ },
    column: { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "nope" at line 2.` },
    table: { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: /nope/ },
    password: { code: 'CONNECTION_ACCESS_DENIED_ERROR', message: 'Either the username "sightline" or the password is incorrect.' },
    database: { code: 'CONNECTION_UNKNOWN_DATABASE_ERROR', message: 'Unable to connect to catalog named "nope".' },
  },
  impatient: 'connect_timeout=1',
  refusedAddresses: [
    ...['session_properties=x', 'http_headers=x', 'access_token=x', 'cert=/etc/passwd', 'http_scheme=file', 'verify=/etc/passwd', 'roles=x', '__proto__=1'].map(
      (parameter) => `trino://u@h/c?${parameter}`,
    ),
    'trino://u:p@h/c?http_scheme=http',
    'trino://u@%2Fvar%2Frun/c',
    'trino://h/c',
    'trino://u@h/',
    'trino://u@h/%ZZ',
  ],
}
