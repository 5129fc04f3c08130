import { execFileSync } from 'node:child_process'
import type { Place } from './place.ts'
import { standardForeignKey, standardWords, standardWrites, tableOf } from './words.ts'

export const duckdbPlace: Place = {
  id: 'duckdb',
  when: 'always',
  variable: null,
  reach: async (folder) => ({ uri: `duckdb:///${folder}/conformance.duckdb`, backend: async () => enginesOfThisProcess() }),
  series: (count) => `SELECT range AS n FROM range(${count})`,
  slow: 'SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range + b.range = 7',
  asText: (expression) => `CAST(${expression} AS VARCHAR)`,
  values: {
    integer: { sql: '42::INTEGER' },
    'big integer': { sql: '9007199254740993::BIGINT' },
    'lowest integer': { sql: '(-9223372036854775808)::BIGINT' },
    decimal: { sql: '1.50::DECIMAL(10,2)' },
    'exact decimal': { sql: '1234567890123456789.000000000000000001::DECIMAL(38,18)' },
    double: { sql: '0.1::DOUBLE' },
    boolean: { sql: 'TRUE' },
    date: { sql: `DATE '2021-01-02'` },
    timestamp: { sql: `TIMESTAMP '2021-01-02 03:04:05.123456'` },
    'timestamp with zone': { sql: `TIMESTAMPTZ '2021-01-02 03:04:05+02'` },
    json: { sql: `'{"a": [1, null]}'::JSON` },
    array: { sql: '[1, 2, NULL]' },
    'text bytes': { sql: `encode('naïve 🙂')` },
    'other bytes': { sql: `'\\x00\\xFF'::BLOB` },
    text: { sql: `'it''s 🙂'` },
    uuid: { sql: `'6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d4'::UUID` },
    null: { sql: 'NULL::INTEGER' },
  },
  moment: (text) => `TIMESTAMP '${text}'`,
  schema: { make: (schema) => `CREATE SCHEMA ${schema}`, drop: (schema) => `DROP SCHEMA ${schema} CASCADE` },
  table: tableOf(standardWords),
  view: (view, select) => `CREATE VIEW ${view} AS ${select}`,
  foreignKey: standardForeignKey,
  writes: [...standardWrites, 'EXPLAIN ANALYZE INSERT INTO guarded VALUES (1)', 'CREATE TEMP TABLE another (a INTEGER)'],
  sessionState: { set: ['CREATE TEMP TABLE noted AS SELECT 5 AS a'], get: 'SELECT a FROM noted', seen: [[5]] },
  says: {
    syntax: { code: 'SYNTAX_ERROR', message: /"SELEC"/ },
    column: { code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "nope" at line 2.` },
    table: { code: 'TABLE_DOES_NOT_EXIST_ERROR', message: /nope/ },
  },
  refusedAddresses: ['duckdb://host/x', 'duckdb://u:p@h/x', 'duckdb:///x?access_mode=read_write', 'duckdb:///x#y', 'duckdb:///', 'duckdb:///%ZZ'],
}

/** The engine runs the statements in a process of its own; as long as that is the same one, no statement was ended by ending it. */
function enginesOfThisProcess(): string {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString()
  return children
    .split('\n')
    .filter((line) => line.includes('duckdb-engine'))
    .map((line) => Number.parseInt(line.trim(), 10))
    .join()
}
