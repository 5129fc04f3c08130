import pg from 'pg'
import type { Place } from './place.ts'
import { standardForeignKey, standardWords, standardWrites, tableOf } from './words.ts'

const account = { username: 'sightline_password', password: 'right "password" 🙂' }

export const postgresqlPlace: Place = {
  id: 'postgresql',
  when: 'always',
  variable: 'SIGHTLINE_TEST_PG',
  reach: async () => {
    const uri = process.env['SIGHTLINE_TEST_PG']
    if (!uri) return null
    const operator = new pg.Client({ connectionString: uri })
    await operator.connect()
    return {
      uri,
      running: async (tag) => {
        const { rows } = await operator.query<{ count: string }>(
          `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%' || $1 || '%' AND pid <> pg_backend_pid()`,
          [tag],
        )
        return Number(rows[0]!.count)
      },
      backend: 'SELECT pg_backend_pid()',
      account: async () => {
        // The server trusts every user but this one, whose line stands first in its list of who may come in.
        await operator.query(`DROP ROLE IF EXISTS ${account.username}; CREATE ROLE ${account.username} LOGIN PASSWORD ${pg.escapeLiteral(account.password)}`)
        const rules = await operator.query(`SELECT 1 FROM pg_hba_file_rules WHERE '${account.username}' = ANY (user_name) AND auth_method = 'scram-sha-256'`)
        if (rules.rowCount === 0) throw new Error(`pg_hba.conf of the test server needs: host all ${account.username} 127.0.0.1/32 scram-sha-256`)
        return account
      },
      leave: async () => {
        await operator.query(`DROP ROLE IF EXISTS ${account.username}`)
        await operator.end()
      },
    }
  },
  series: (count) => `SELECT n FROM generate_series(0, ${count - 1}) AS g(n)`,
  slow: 'SELECT pg_sleep(300)',
  asText: (expression) => `CAST(${expression} AS VARCHAR)`,
  values: {
    integer: { sql: '42::int' },
    'big integer': { sql: '9007199254740993::bigint' },
    'lowest integer': { sql: '(-9223372036854775808)::bigint' },
    decimal: { sql: '1.50::numeric(10,2)' },
    'exact decimal': { sql: '1234567890123456789.000000000000000001::numeric(38,18)' },
    double: { sql: '0.1::float8' },
    boolean: { sql: 'true' },
    date: { sql: `DATE '2021-01-02'` },
    timestamp: { sql: `TIMESTAMP '2021-01-02 03:04:05.123456'` },
    'timestamp with zone': { sql: `TIMESTAMPTZ '2021-01-02 03:04:05+02'` },
    json: { sql: `'{"a": [1, null]}'::jsonb` },
    array: { sql: 'ARRAY[1, 2, NULL]' },
    'text bytes': { sql: `convert_to('naïve 🙂', 'UTF8')` },
    'other bytes': { sql: `'\\x00ff'::bytea` },
    text: { sql: `'it''s 🙂'` },
    uuid: { sql: `'6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d4'::uuid` },
    null: { sql: 'NULL::int' },
  },
  moment: (text) => `TIMESTAMP '${text}'`,
  schema: { make: (schema) => `CREATE SCHEMA ${schema}`, drop: (schema) => `DROP SCHEMA ${schema} CASCADE` },
  table: tableOf(standardWords),
  view: (view, select) => `CREATE VIEW ${view} AS ${select}`,
  foreignKey: standardForeignKey,
  partitions: {
    make: (table) => [
      `CREATE TABLE ${table} (day DATE, a INTEGER) PARTITION BY RANGE (day)`,
      `CREATE TABLE days_1 PARTITION OF ${table} FOR VALUES FROM ('2021-01-01') TO ('2021-01-02')`,
      `CREATE TABLE days_2 PARTITION OF ${table} FOR VALUES FROM ('2021-01-02') TO ('2021-01-03')`,
      `INSERT INTO ${table} VALUES ('2021-01-01', 1), ('2021-01-02', 2)`,
    ],
    latest: Date.UTC(2021, 0, 2),
  },
  analyze: (table) => `ANALYZE ${table}`,
  writes: [
    ...standardWrites,
    'EXPLAIN ANALYZE INSERT INTO guarded VALUES (1)',
    'WITH gone AS (DELETE FROM guarded RETURNING a) SELECT * FROM gone',
    'SELECT a INTO another FROM guarded',
    'TRUNCATE guarded',
    `SELECT set_config('transaction_read_only', 'off', false)`,
    'COMMIT',
  ],
  sessionState: {
    set: ['CREATE TEMPORARY TABLE noted AS SELECT 5 AS a', `SET work_mem = '7MB'`],
    get: `SELECT a, current_setting('work_mem') FROM noted`,
    seen: [[5, '7MB']],
  },
  says: {
    syntax: { code: 'SYNTAX_ERROR', message: /"SELEC"/ },
    column: { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "nope" at line 2.` },
    table: { code: 'GENERIC_DB_ENGINE_ERROR', message: /relation "nope" does not exist/ },
    password: { code: 'CONNECTION_INVALID_PASSWORD_ERROR', message: `The password provided for username "${account.username}" is incorrect.` },
    database: { code: 'CONNECTION_UNKNOWN_DATABASE_ERROR', message: 'Unable to connect to database "nope".' },
  },
  impatient: 'connect_timeout=1',
  refusedAddresses: [
    ...['sslrootcert=/etc/passwd', 'host=/var/run', 'options=-c%20log_statement=all', 'service=x', 'passfile=/x', 'sslmode=none', '__proto__=1'].map(
      (parameter) => `postgresql://u@h/d?${parameter}`,
    ),
    'postgresql://u@%2Fvar%2Frun/d',
  ],
}
