import type { Cell } from '@sightline/core'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'
import { standardForeignKey, standardWords, standardWrites, tableOf } from './words.ts'

export const sqlitePlace: Place = {
  id: 'sqlite',
  when: 'always',
  variable: null,
  reach: async (folder) => {
    // An empty file is an empty database; a missing one is refused to those who read, and every row must stand alone.
    await writeFile(join(folder, 'conformance.db'), '')
    return { uri: `sqlite:///${folder}/conformance.db`, backend: `SELECT 'the process of the statement'` }
  },
  // Only columns of tables have a type, so one without rows lends it to the series.
  series: (count) => `SELECT n FROM (SELECT value AS n FROM generate_series(0, ${count - 1}) UNION ALL SELECT rootpage FROM sqlite_schema WHERE 1 = 0) AS g`,
  slow: 'SELECT count(*) FROM generate_series(1, 3000000) a, generate_series(1, 3000000) b WHERE a.value + b.value = 7',
  // Most of them end a process, and the next needs a new one.
  stops: 40,
  asText: (expression) => `CAST(${expression} AS TEXT)`,
  values: {
    integer: { sql: 'whole' },
    'big integer': { sql: '9007199254740993' },
    'lowest integer': { sql: '-9223372036854775807 - 1' },
    decimal: { sql: 'price' },
    double: { sql: '0.1' },
    boolean: { sql: 'truth' },
    date: { sql: 'day' },
    timestamp: { sql: 'seen' },
    'timestamp with zone': { sql: 'seen_there' },
    json: { sql: 'document' },
    'text bytes': { sql: 'bytes' },
    'other bytes': { sql: `x'00ff'` },
    text: { sql: `'it''s 🙂'` },
    null: { sql: 'missing' },
  },
  valuesFrom: {
    make: [
      'CREATE TABLE typed (whole INTEGER, price DECIMAL(10,2), truth BOOLEAN, day DATE, seen DATETIME, seen_there TIMESTAMP WITH TIME ZONE, document JSON, bytes BLOB, missing INTEGER)',
      `INSERT INTO typed VALUES (42, 1.50, 1, '2021-01-02', '2021-01-02 03:04:05.123456', '2021-01-02 03:04:05+02:00', '{"a": [1, null]}', CAST('naïve 🙂' AS BLOB), NULL)`,
    ],
    from: 'typed',
    drop: ['DROP TABLE typed'],
  },
  moment: (text) => `'${text}'`,
  readMoment: (cell: Cell) => Date.parse(`${String(cell).replace(' ', 'T')}Z`),
  table: tableOf(standardWords),
  view: (view, select) => `CREATE VIEW ${view} AS ${select}`,
  foreignKey: standardForeignKey,
  analyze: (table) => `ANALYZE ${table}`,
  writes: [
    ...standardWrites,
    'EXPLAIN INSERT INTO guarded VALUES (1)',
    'WITH one AS (SELECT 1) INSERT INTO guarded SELECT * FROM one',
    'INSERT INTO guarded VALUES (1) RETURNING a',
    'CREATE TEMP TABLE another (a INTEGER)',
    'REPLACE INTO guarded VALUES (1)',
    'PRAGMA query_only = OFF',
    'COMMIT',
    'VACUUM',
  ],
  sessionState: { set: ['CREATE TEMP TABLE noted AS SELECT 5 AS a'], get: 'SELECT a FROM noted', seen: [[5]] },
  // A decimal is kept as a double, and as an integer where that is the same.
  loaded: { decimal: (cell) => wholeOf(Number(String(cell))) },
  says: {
    syntax: { code: 'SYNTAX_ERROR', message: /"SELEC"/ },
    column: { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "nope" at line 2.` },
    table: { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: /nope/ },
  },
  refusedAddresses: [
    'sqlite://host/x',
    'sqlite://u:p@h/x',
    'sqlite:///x?mode=rwc',
    'sqlite:///x?vfs=unix-none',
    'sqlite:///x#y',
    'sqlite:///',
    'sqlite:///%ZZ',
    'sqlite:///:memory:',
    'sqlite:///file:x',
    'sqlite:///FILE:x%3Fmode=memory',
  ],
}

const wholeOf = (value: number): number | bigint => (Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value)
