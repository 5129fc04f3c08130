// A million rows of eight columns from each database through the interface, as Arrow and as JSON, against the bare driver package that reads the same
// rows into JavaScript values; and an export of five million rows as CSV. The server has its row caps and time limits raised by its settings.
import { DuckDBInstance } from '@duckdb/node-api'
import Libsql from 'libsql'
import mysql from 'mysql2/promise'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { childrenOf, cpuSeconds, residentMb, root, signIn, startProgram, watchStalls } from './program.mjs'

const rowCount = Number(process.env.BENCH_ROWS ?? 1_000_000)
const exportCount = Number(process.env.BENCH_EXPORT_ROWS ?? 5_000_000)
const turns = Number(process.env.BENCH_TURNS ?? 3)
const table = 'wide_rows'
const query = `SELECT * FROM ${table}`
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const perSecond = (count, ms) => `${(Math.round(count / ms) * 1000).toLocaleString('en')} rows/s`

/** Each makes the rows once and answers the address for the server and a function that reads all rows with the driver package alone. */
const targets = {
  DuckDB: async ({ files }) => {
    const file = join(files, 'rows.duckdb')
    const instance = await DuckDBInstance.create(file)
    const connection = await instance.connect()
    await connection.run(
      `CREATE TABLE ${table} AS SELECT i::INTEGER AS id, i * 3000000001::BIGINT AS big, i / 7.0::DOUBLE AS ratio, 'customer name ' || (i % 5000) AS name, 'region ' || (i % 7) AS region, i % 3 = 0 AS flag, TIMESTAMP '2020-01-01' + to_seconds(i) AS at_time, ((i % 100000) / 100.0)::DECIMAL(12, 2) AS price FROM range(${rowCount}) t(i)`,
    )
    connection.closeSync()
    instance.closeSync()
    const copy = join(files, 'rows-copy.duckdb')
    return {
      uri: 'duckdb:///rows.duckdb',
      raw: async () => {
        copyFileSync(file, copy)
        const own = await DuckDBInstance.create(copy, { access_mode: 'READ_ONLY' })
        const reader = await own.connect()
        const read = async () => {
          const result = await reader.stream(query)
          let count = 0
          for (;;) {
            const chunk = await result.fetchChunk()
            if (!chunk || chunk.rowCount === 0) return count
            count += chunk.getRows().length
          }
        }
        read.close = async () => {
          reader.closeSync()
          own.closeSync()
        }
        return read
      },
    }
  },
  PostgreSQL: async ({ postgres }) => {
    const client = new pg.Client({ connectionString: postgres })
    await client.connect()
    await client.query(
      `CREATE TABLE ${table} AS SELECT i::integer AS id, i * 3000000001::bigint AS big, i / 7.0::float8 AS ratio, 'customer name ' || (i % 5000) AS name, 'region ' || (i % 7) AS region, i % 3 = 0 AS flag, timestamp '2020-01-01' + i * interval '1 second' AS at_time, ((i % 100000) / 100.0)::numeric(12, 2) AS price FROM generate_series(1, ${rowCount}) i`,
    )
    await client.query(`CREATE TABLE many_rows AS SELECT w.* FROM ${table} w, generate_series(1, ${Math.max(1, Math.round(exportCount / rowCount))})`)
    await client.query('VACUUM ANALYZE')
    await client.end()
    return {
      uri: postgres,
      raw: async () => {
        const reader = new pg.Client({ connectionString: postgres })
        await reader.connect()
        const read = async () => (await reader.query({ text: query, rowMode: 'array' })).rows.length
        read.close = () => reader.end()
        return read
      },
    }
  },
  MariaDB: async ({ mariadb }) => {
    const connection = await mysql.createConnection(mariadb)
    await connection.query('CREATE DATABASE IF NOT EXISTS bench_rows')
    await connection.query('USE bench_rows')
    await connection.query(
      `CREATE TABLE ${table} AS SELECT CAST(seq AS INT) AS id, CAST(seq * 3000000001 AS INT) AS big, seq / 7e0 AS ratio, CONCAT('customer name ', seq MOD 5000) AS name, CONCAT('region ', seq MOD 7) AS region, seq MOD 3 = 0 AS flag, TIMESTAMP('2020-01-01') + INTERVAL seq SECOND AS at_time, CAST((seq MOD 100000) / 100 AS DECIMAL(12, 2)) AS price FROM seq_1_to_${rowCount}`,
    )
    await connection.end()
    const address = new URL(mariadb)
    address.pathname = '/bench_rows'
    return {
      uri: address.href,
      raw: async () => {
        const reader = await mysql.createConnection(address.href)
        const read = async () => (await reader.query({ sql: query, rowsAsArray: true }))[0].length
        read.close = () => reader.end()
        return read
      },
    }
  },
  SQLite: async ({ files }) => {
    const file = join(files, 'rows.sqlite')
    const store = new Libsql(file)
    store.exec(
      `CREATE TABLE ${table} (id INTEGER, big BIGINT, ratio DOUBLE, name TEXT, region TEXT, flag BOOLEAN, at_time DATETIME, price DECIMAL(12, 2)); WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM t WHERE i < ${rowCount}) INSERT INTO ${table} SELECT i, i * 3000000001, i / 7.0, 'customer name ' || (i % 5000), 'region ' || (i % 7), i % 3 = 0, datetime('2020-01-01', '+' || i || ' seconds'), (i % 100000) / 100.0 FROM t`,
    )
    store.close()
    return {
      uri: 'sqlite:///rows.sqlite',
      raw: async () => {
        const reader = new Libsql(file, { readonly: true })
        const read = async () => {
          let count = 0
          for (const _ of reader.prepare(query).raw().iterate()) count++
          return count
        }
        read.close = async () => reader.close()
        return read
      },
    }
  },
}

export async function measureRows(folder, addresses) {
  const data = join(folder, 'rows-data')
  const files = join(data, 'files')
  mkdirSync(files, { recursive: true })
  const stallFile = join(folder, 'rows-stall')
  const program = await startProgram({
    data,
    command: [process.execPath, '--import', `${root}bench/stall-probe.mjs`, 'packages/server/dist/cli.js', 'serve'],
    env: {
      SIGHTLINE_STALL_FILE: stallFile,
      SIGHTLINE_EXAMPLES: 'false',
      SIGHTLINE_SQL_MAX_ROW: '10000000',
      SIGHTLINE_DISPLAY_MAX_ROW: '10000000',
      SIGHTLINE_SQLLAB_TIMEOUT: '600',
      ...JSON.parse(process.env.BENCH_ENV ?? '{}'),
    },
  })
  const stalls = await watchStalls(program.pid, stallFile)
  const rows = []
  try {
    const { call, headers } = await signIn(program.base)
    const ask = await askAs(program, headers)
    for (const [name, prepare] of Object.entries(targets)) {
      if (process.env.BENCH_ONLY && !process.env.BENCH_ONLY.split(',').includes(name)) continue
      if (name === 'PostgreSQL' && !addresses.postgres) continue
      if (name === 'MariaDB' && !addresses.mariadb) continue
      const { uri, raw } = await prepare({ files, ...addresses })
      const { id } = await call('POST', '/api/v1/database/', { database_name: name, sqlalchemy_uri: uri, expose_in_sqllab: true })
      rows.push(...(await measureDatabase(name, id, ask, raw, stalls)))
      if (name === 'PostgreSQL') rows.push(...(await measureExport(program, headers, id, ask, stalls)))
    }
  } finally {
    stalls.stop()
    await program.stop()
  }
  return rows
}

/** Bytes are counted and not parsed: the raw driver has no second reader either. */
async function askAs({ base }, headers) {
  return async (databaseId, sql, accept, limit = 10_000_000) => {
    const reply = await fetch(`${base}/api/v1/sqllab/execute/`, {
      method: 'POST',
      headers: { ...headers, accept, 'accept-encoding': 'identity' },
      body: JSON.stringify({ database_id: databaseId, sql, queryLimit: limit, runAsync: false }),
    })
    if (!reply.ok) throw new Error(`execute answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    let size = 0
    let last = Buffer.alloc(0)
    for await (const chunk of reply.body) {
      size += chunk.length
      last = Buffer.concat([last, chunk]).subarray(-20_000)
    }
    const tail = last.toString('latin1')
    if (/failed/.test(tail) && !/success/.test(tail)) throw new Error(`the rows broke off: ${tail.slice(-500)}`)
    return { size, tail }
  }
}

async function measureDatabase(name, id, ask, raw, stalls) {
  const forms = { Arrow: 'application/vnd.apache.arrow.stream', JSON: 'application/json' }
  const goals = { Arrow: 1.25, JSON: 2 }
  const read = await raw()
  await ask(id, `${query} LIMIT 20000`, forms.Arrow)
  await ask(id, `${query} LIMIT 20000`, forms.JSON)
  const taken = { raw: [], Arrow: [], JSON: [] }
  await stalls.reset()
  for (let turn = 0; turn < turns; turn++) {
    // Taken in turns, so that all see the same machine.
    taken.raw.push(await timeOf(async () => expectRows(await read())))
    for (const form of Object.keys(forms)) taken[form].push(await timeOf(() => ask(id, query, forms[form])))
  }
  const stall = await stalls.row(`meanwhile, ${name}`)
  await read.close()
  const driver = median(taken.raw)
  return [
    ...Object.keys(forms).map((form) => {
      const ratio = median(taken[form]) / driver
      return {
        what: `1M rows × 8 as ${form} from ${name}: ${perSecond(rowCount, median(taken[form]))} (driver alone ${perSecond(rowCount, driver)})`,
        value: `${ratio.toFixed(2)} × the driver`,
        goal: `≤ ${goals[form]} ×`,
        met: ratio <= goals[form],
      }
    }),
    stall,
  ]
}

function expectRows(count) {
  if (count !== rowCount) throw new Error(`the driver read ${count} rows`)
}

async function timeOf(work) {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function measureExport({ base, pid }, headers, id, ask, stalls) {
  const { tail } = await ask(id, 'SELECT * FROM many_rows', 'application/json', 5)
  const clientId = /"query":\{.*?"id":"([^"]+)"/.exec(tail)?.[1]
  const pids = () => [pid, ...childrenOf(pid)]
  const memory = () => pids().reduce((sum, one) => sum + residentMb(one), 0)
  const download = async (most) => {
    const leaving = new AbortController()
    const reply = await fetch(`${base}/api/v1/sqllab/export/${clientId}/`, { headers: { ...headers, 'accept-encoding': 'identity' }, signal: leaving.signal })
    let lines = 0
    for await (const chunk of reply.body) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
      if (lines > most) {
        leaving.abort()
        break
      }
    }
    return lines - 1
  }
  await download(200_000).catch(() => 0)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const before = memory()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memory())), 100)
  await stalls.reset()
  let count = 0
  const usedBefore = cpuSeconds(pid)
  const ms = await timeOf(async () => (count = await download(Number.POSITIVE_INFINITY)))
  clearInterval(watch)
  const used = cpuSeconds(pid) - usedBefore
  const stall = await stalls.row('during that export')
  const rate = (count / ms) * 1000
  return [
    {
      what: `CSV export of ${count.toLocaleString('en')} rows × 8 from PostgreSQL`,
      value: `${Math.round(rate).toLocaleString('en')} rows/s (${Math.round(count / used).toLocaleString('en')} per processor second of the server)`,
      goal: '≥ 150,000 rows/s',
      met: rate >= 150_000,
    },
    { what: 'memory growth during that export', value: `${(most - before).toFixed(0)} MB`, goal: '≤ 50 MB', met: most - before <= 50 },
    stall,
  ]
}
