import type { Place } from './place.ts'
import { standardWrites } from './words.ts'

const words = { integer: 'Int32', text: 'Nullable(String)', timestamp: 'Nullable(DateTime)', decimal: 'Nullable(Decimal(10, 2))' }

export const clickhousePlace: Place = {
  id: 'clickhousedb',
  when: 'own command',
  variable: 'SIGHTLINE_TEST_CLICKHOUSE',
  command: 'npm run test:clickhouse',
  // A library behind a small front, on whatever machine runs the tests.
  patienceMilliseconds: 300_000,
  lacks: { passwords: 'The server of this suite is chdb behind a small HTTP front, and chdb has no users.' },
  reach: async () => {
    const uri = process.env['SIGHTLINE_TEST_CLICKHOUSE']
    if (!uri) return null
    const { host } = new URL(uri)
    return {
      uri,
      running: async (tag) => {
        // chdb lists a statement that was ended until its session is closed.
        const sql = `SELECT count() FROM system.processes WHERE query LIKE '%${tag}%' AND query NOT LIKE '%system.processes%' AND NOT is_cancelled`
        const response = await fetch(`http://${host}/`, { method: 'POST', body: sql })
        return Number(await response.text())
      },
      backend: async () => 'none',
    }
  },
  series: (count) => `SELECT toInt64(number) AS n FROM numbers(${count})`,
  slow: 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1',
  stops: 60,
  asText: (expression) => `toString(${expression})`,
  values: {
    integer: { sql: 'toInt32(42)' },
    'big integer': { sql: 'toInt64(9007199254740993)' },
    'lowest integer': { sql: `toInt64('-9223372036854775808')` },
    decimal: { sql: `toDecimal64('1.50', 2)` },
    'exact decimal': { sql: `toDecimal128('1234567890123456789.000000000000000001', 18)` },
    double: { sql: 'toFloat64(0.1)' },
    boolean: { sql: 'true' },
    date: { sql: `toDate('2021-01-02')` },
    timestamp: { sql: `toDateTime64('2021-01-02 03:04:05.123456', 6)` },
    'timestamp with zone': { sql: `toDateTime('2021-01-02 02:04:05', 'Europe/Berlin')` },
    json: { sql: `'{"a": [1, null]}'::JSON` },
    array: { sql: '[1, 2, NULL]' },
    'text bytes': { sql: `'naïve 🙂'` },
    'other bytes': { sql: `unhex('00ff')` },
    text: { sql: `'it''s 🙂'` },
    uuid: { sql: `toUUID('6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d4')` },
    null: { sql: 'CAST(NULL AS Nullable(Int32))' },
  },
  moment: (text) => `toDateTime('${text}')`,
  schema: { make: (schema) => `CREATE DATABASE ${schema}`, drop: (schema) => `DROP DATABASE ${schema}` },
  table: (table, columns, primaryKey) =>
    `CREATE TABLE ${table} (${columns.map(([name, word]) => `${name} ${words[word]}`).join(', ')}) ENGINE = MergeTree ${primaryKey ? `PRIMARY KEY (${primaryKey})` : 'ORDER BY tuple()'}`,
  view: (view, select) => `CREATE VIEW ${view} AS ${select}`,
  partitions: {
    make: (table) => [
      `CREATE TABLE ${table} (day Date, a Int32) ENGINE = MergeTree PARTITION BY day ORDER BY a`,
      `INSERT INTO ${table} VALUES ('2021-01-01', 1), ('2021-01-02', 2)`,
    ],
    latest: '2021-01-02',
  },
  writes: [
    ...standardWrites,
    'CREATE TABLE another (a Int32) ENGINE = Memory',
    'TRUNCATE TABLE guarded',
    'RENAME TABLE guarded TO another',
    'ALTER TABLE guarded DELETE WHERE 1 = 1',
    'OPTIMIZE TABLE guarded',
    'CREATE DATABASE another',
    `INSERT INTO FUNCTION file('x.csv', 'CSV', 'a Int32') VALUES (1)`,
    // These only read, but from elsewhere than the database.
    `SELECT * FROM url('http://127.0.0.1:9/', 'CSV', 'a String')`,
    `SELECT * FROM file('/etc/passwd', 'LineAsString', 'a String')`,
    'SET readonly = 0',
    'INSERT INTO guarded SETTINGS readonly = 0 VALUES (1)',
  ],
  sessionState: { set: ['CREATE TEMPORARY TABLE noted AS SELECT 5 AS a'], get: 'SELECT a FROM noted', seen: [[5]] },
  says: {
    syntax: { code: 'SYNTAX_ERROR', message: /at or near "/ },
    column: { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "nope" at line 2.` },
    table: { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: /nope/ },
    database: { code: 'CONNECTION_UNKNOWN_DATABASE_ERROR', message: 'Unable to connect to database "nope".' },
  },
  impatient: 'connect_timeout=1',
  refusedAddresses: [
    ...['readonly=0', 'ca_cert=/etc/passwd', 'client_cert=/x', 'http_proxy=x', 'session_id=x', 'secure=maybe', 'settings=x', '__proto__=1'].map(
      (parameter) => `clickhousedb://u@h/d?${parameter}`,
    ),
    'clickhousedb://u@%2Fvar%2Frun/d',
    'clickhousedb://u@h/%ZZ',
  ],
}
