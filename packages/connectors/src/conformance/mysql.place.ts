import mysql from 'mysql2/promise'
import { Exact, type Cell } from '@sightline/core'
import type { Place } from './place.ts'
import { standardForeignKey, standardWords, standardWrites, tableOf } from './words.ts'

const account = { username: 'sightline_password', password: 'right "password" 🙂' }

export const mysqlPlace: Place = {
  id: 'mysql',
  when: 'always',
  variable: 'SIGHTLINE_TEST_MYSQL',
  reach: async () => {
    const address = process.env['SIGHTLINE_TEST_MYSQL']
    if (!address) return null
    const uri = new URL(address)
    const operator = await mysql.createConnection({
      host: uri.hostname,
      port: Number(uri.port),
      user: decodeURIComponent(uri.username),
      password: decodeURIComponent(uri.password),
    })
    // The suite's own database, so that connections have one to come back to.
    const database = `suite_mysql_${process.pid}`
    await operator.query(`CREATE DATABASE IF NOT EXISTS ${database}`)
    uri.pathname = `/${database}`
    return {
      uri: uri.href,
      running: async (tag) => {
        const [rows] = await operator.query(`SELECT count(*) AS c FROM information_schema.processlist WHERE info LIKE ? AND id <> CONNECTION_ID()`, [
          `%${tag}%`,
        ])
        return Number((rows as { c: number }[])[0]!.c)
      },
      backend: 'SELECT CONNECTION_ID()',
      account: async () => {
        // A fresh server knows nameless users of its own machine, who come before users from anywhere.
        for (const host of ['%', 'localhost', '127.0.0.1']) {
          await operator.query(`DROP USER IF EXISTS ${account.username}@'${host}'`)
          await operator.query(`CREATE USER ${account.username}@'${host}' IDENTIFIED BY ?`, [account.password])
          await operator.query(`GRANT ALL ON ${database}.* TO ${account.username}@'${host}'`)
        }
        return account
      },
      leave: async () => {
        for (const host of ['%', 'localhost', '127.0.0.1']) await operator.query(`DROP USER IF EXISTS ${account.username}@'${host}'`)
        await operator.query(`DROP DATABASE IF EXISTS ${database}`)
        await operator.end()
      },
    }
  },
  // The engine SEQUENCE of MariaDB; the tables are made when they are named.
  series: (count) => `SELECT seq AS n FROM seq_0_to_${count - 1}`,
  slow: 'SELECT SLEEP(300)',
  asText: (expression) => `CAST(${expression} AS CHAR)`,
  values: {
    integer: { sql: 'whole' },
    'big integer': { sql: '9007199254740993' },
    'lowest integer': { sql: 'lowest' },
    decimal: { sql: 'CAST(1.50 AS DECIMAL(10,2))' },
    'exact decimal': { sql: 'CAST(1234567890123456789.000000000000000001 AS DECIMAL(38,18))' },
    double: { sql: '1e-1' },
    date: { sql: `DATE '2021-01-02'` },
    timestamp: { sql: `TIMESTAMP '2021-01-02 03:04:05.123456'` },
    json: { sql: 'document' },
    'text bytes': { sql: `CAST('naïve 🙂' AS BINARY)` },
    'other bytes': { sql: `x'00ff'` },
    text: { sql: `'it''s 🙂'` },
    uuid: { sql: 'mark' },
    null: { sql: 'missing' },
  },
  valuesFrom: {
    make: [
      'CREATE TABLE typed (whole INT, lowest BIGINT, document JSON, mark UUID, missing INT)',
      `INSERT INTO typed VALUES (42, -9223372036854775808, '{"a": [1, null]}', '6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d4', NULL)`,
    ],
    from: 'typed',
    drop: ['DROP TABLE typed'],
  },
  moment: (text) => `TIMESTAMP '${text}'`,
  readMoment: (cell: Cell) => (typeof cell === 'number' ? cell : Date.parse(`${String(cell).replace(' ', 'T')}Z`)),
  schema: { make: (schema) => `CREATE DATABASE ${schema}`, drop: (schema) => `DROP DATABASE ${schema}` },
  table: tableOf({ ...standardWords, timestamp: 'DATETIME(6)' }),
  view: (view, select) => `CREATE VIEW ${view} AS ${select}`,
  foreignKey: standardForeignKey,
  partitions: {
    make: (table) => [
      `CREATE TABLE ${table} (day DATE, a INTEGER) PARTITION BY RANGE COLUMNS (day) (PARTITION one VALUES LESS THAN ('2021-01-02'), PARTITION two VALUES LESS THAN ('2021-01-03'), PARTITION later VALUES LESS THAN (MAXVALUE))`,
      `INSERT INTO ${table} VALUES ('2021-01-01', 1), ('2021-01-02', 2)`,
    ],
    latest: Date.UTC(2021, 0, 2),
  },
  analyze: (table) => `ANALYZE TABLE ${table}`,
  writes: [
    ...standardWrites,
    'TRUNCATE guarded',
    'REPLACE INTO guarded VALUES (1)',
    'WITH one AS (SELECT 1 AS a) DELETE FROM guarded',
    '/*! INSERT INTO guarded VALUES (1) */',
    '/*M! INSERT INTO guarded VALUES (1) */',
    `SELECT 1 INTO OUTFILE '/tmp/sightline-suite.txt'`,
    `SELECT 1 /*!INTO DUMPFILE '/tmp/sightline-suite.txt' */`,
    'ANALYZE INSERT INTO guarded VALUES (1)',
    'SET GLOBAL max_connections = 10',
    'SET SESSION TRANSACTION READ WRITE',
    'COMMIT',
    'LOCK TABLES guarded WRITE',
    'FLUSH TABLES',
    'KILL 1',
    `LOAD DATA INFILE '/etc/passwd' INTO TABLE guarded`,
    `LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE guarded`,
  ],
  sessionState: {
    set: ['CREATE TEMPORARY TABLE noted AS SELECT 5 AS a', 'SET @seen = 7'],
    get: 'SELECT a, @seen FROM noted',
    seen: [[5, 7]],
  },
  // Names are kept in three bytes per character.
  nameOf: (name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '*'),
  // Truth is kept as BIT(1), which is read as true or false; decimals are written with all thirty places.
  loaded: { boolean: (cell) => cell, decimal: (cell) => (cell instanceof Exact ? new Exact(cell.text.padEnd(cell.text.indexOf('.') + 31, '0')) : cell) },
  says: {
    syntax: { code: 'SYNTAX_ERROR', message: /"SELEC 1"/ },
    column: { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "nope" at line 2.` },
    table: { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: /nope/ },
    password: { code: 'CONNECTION_ACCESS_DENIED_ERROR', message: `Either the username "${account.username}" or the password is incorrect.` },
    database: { code: 'CONNECTION_UNKNOWN_DATABASE_ERROR', message: 'Unable to connect to database "nope".' },
  },
  impatient: 'connect_timeout=1',
  refusedAddresses: [
    ...[
      'local_infile=1',
      'allowLoadLocalInfile=true',
      'init_command=SET%20GLOBAL%20x=1',
      'unix_socket=/run/mysqld.sock',
      'socketPath=/x',
      'read_default_file=/etc/my.cnf',
      'ssl_ca=/etc/passwd',
      'ssl_mode=none',
      'ssl=%7B%7D',
      'flags=LOCAL_FILES',
      'multipleStatements=true',
      'client_flag=65536',
      'charset=gbk',
      'connect_timeout=0',
      '__proto__=1',
    ].map((parameter) => `mysql://u@h/d?${parameter}`),
    'mysql://u@%2Fvar%2Frun/d',
  ],
}
