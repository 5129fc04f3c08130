// `npm run bench`: measures what Sightline costs on this machine and writes bench/results.md. Ratios and rates of one run; nothing here is a test.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { build, install } from '../scripts/prepare.mjs'
import { findServices, startMariadb, startPostgres } from '../scripts/services.mjs'
import { makeTables, measureEditor } from './measure-editor.mjs'
import { measureCacheHits, measureChartStall, measureOverhead, measureSharing, measureStall, rawDuckdb, rawPostgres } from './measure-overhead.mjs'
import { measureImport } from './measure-import.mjs'
import { measurePages } from './measure-pages.mjs'
import { measureRequests } from './measure-requests.mjs'
import { measureRows } from './measure-rows.mjs'
import { measureStart } from './measure-start.mjs'
import { measureStatements } from './measure-statements.mjs'
import { measureUsers } from './measure-users.mjs'
import { measureUpload } from './measure-upload.mjs'
import { root, signIn, startProgram } from './program.mjs'

install({ dev: true })
build()
const wanted = process.argv.slice(2)
const isWanted = (name) => wanted.length === 0 || wanted.includes(name)
const rows = []
const add = async (name, measure) => {
  if (!isWanted(name)) return
  console.log(`measuring ${name} …`)
  rows.push(...(await measure()))
}

await add('start', measureStart)
await add('statements', measureStatements)

const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
const stallFile = join(folder, 'stall')
const services = findServices()
const postgres = await startPostgres(services.postgres)
const program = await startProgram({
  data: join(folder, 'data'),
  command: [process.execPath, '--import', `${root}bench/stall-probe.mjs`, 'packages/server/dist/cli.js', 'serve'],
  env: { SIGHTLINE_STALL_FILE: stallFile, SIGHTLINE_SQL_MAX_ROW: '1000000', SIGHTLINE_SQLLAB_TIMEOUT: '120' },
})
try {
  const { call, headers } = await signIn(program.base)
  const [dashboard] = (await call('GET', '/api/v1/dashboard/?q=(page_size:1)')).result
  const [chart] = (await call('GET', `/api/v1/dashboard/${dashboard.id}/charts`)).result
  const examples = (await call('GET', '/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:examples)))')).result[0]
  const orders = (await call('GET', '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:orders)))')).result[0]

  const contextOf = async (datasetId) => {
    const { result } = await call('GET', `/api/v1/dataset/${datasetId}`)
    const columns = result.columns
      .filter((column) => !column.expression)
      .map((column) => column.column_name)
      .slice(0, 6)
    return {
      datasource: { id: datasetId, type: 'table' },
      force: false,
      result_format: 'json',
      result_type: 'full',
      queries: [{ columns, metrics: [], orderby: [], row_limit: 10_000, filters: [], extras: {} }],
    }
  }
  const registerPostgres = async () => {
    const client = new pg.Client({ connectionString: postgres.address })
    await client.connect()
    await client.query(
      `CREATE TABLE orders AS SELECT i AS order_id, timestamp '2024-01-01' + i * interval '1 minute' AS ordered_at, 'region ' || i % 7 AS region, 'product ' || i % 90 AS product, i % 9 + 1 AS quantity, (i % 4000) / 10.0::float8 AS price FROM generate_series(1, 200000) i`,
    )
    await client.end()
    const { id: database } = await call('POST', '/api/v1/database/', { database_name: 'bench', sqlalchemy_uri: postgres.address })
    return { database, dataset: (await call('POST', '/api/v1/dataset/', { database, schema: 'public', table_name: 'orders' })).id }
  }

  await add('overhead', async () => {
    const { database, dataset } = await registerPostgres()
    const caller = { call, headers }
    return [
      ...(await measureOverhead(program.base, caller, [
        { name: 'DuckDB', context: await contextOf(orders.id), raw: rawDuckdbCopy },
        { name: 'PostgreSQL', context: await contextOf(dataset), raw: rawPostgres(postgres.address) },
      ])),
      ...(await measureCacheHits(program.base, caller, await contextOf(orders.id))),
      ...(await measureSharing(program.base, caller, postgres.address, database)),
      ...(await measureChartStall(program.base, caller, program.pid, stallFile, examples.id)),
    ]
  })
  await add('stall', () => measureStall({ call }, program.pid, stallFile, examples.id))
  await add('upload', () => measureUpload(program, { headers, call }, stallFile))
  await add('import', () => measureImport(program, { headers, call }, stallFile))
  await add('rows', async () => {
    const mariadb = services.mariadb ? await startMariadb(services.mariadb) : null
    try {
      return await measureRows(folder, { postgres: postgres.address, mariadb: mariadb?.address })
    } finally {
      await mariadb?.stop()
    }
  })
  await add('pages', () => measurePages(program.base, `/superset/dashboard/${dashboard.id}/`, `/explore/?slice_id=${chart.id}`))
  await add('editor', async () => {
    await makeTables(postgres.address)
    const { id: manyId } = await call('POST', '/api/v1/database/', { database_name: 'bench of tables', sqlalchemy_uri: postgres.address })
    return measureEditor(program.base, { call, examplesId: examples.id, manyId })
  })
  await add('users', async () => {
    const { id } = await call('POST', '/api/v1/database/', { database_name: 'bench of users', sqlalchemy_uri: postgres.address })
    return measureUsers(program.base, join(folder, 'data'), { call }, [
      {
        id: examples.id,
        small: (index) => `SELECT category, count(*) AS n FROM orders WHERE order_id % 50 <> ${index} GROUP BY 1`,
        heavy: 'SELECT count(*) AS n FROM range(20000) a, range(20000) b WHERE a.range + b.range = 7',
      },
      {
        id,
        small: (index) => `SELECT g % 10 AS bucket, count(*) AS n FROM generate_series(1, 1000 + ${index}) AS g GROUP BY 1`,
        heavy: 'SELECT count(*) AS n FROM (SELECT generate_series(1, 20000000)) AS g',
      },
    ])
  })
  await add('requests', async () => {
    const small = await contextOf(orders.id)
    const queryContext = { ...small, queries: [{ ...small.queries[0], columns: ['category', 'country'], metrics: ['count'], row_limit: 100 }] }
    return measureRequests(program, { headers, call }, { datasetId: orders.id, queryContext })
  })
} finally {
  await program.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The engine process holds the file; the raw driver reads a copy of it, with what the engine has not folded into it yet. */
async function rawDuckdbCopy(sql) {
  const file = join(folder, 'data', 'files', 'examples.duckdb')
  const copy = join(folder, 'copy.duckdb')
  cpSync(file, copy)
  if (existsSync(`${file}.wal`)) cpSync(`${file}.wal`, `${copy}.wal`)
  return rawDuckdb(copy)(sql)
}

const version = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root }).toString().trim()
const table = [
  '| what | measured | goal |',
  '|---|---|---|',
  ...rows.map(({ what, value, goal, met }) => `| ${what} | ${value} | ${goal ? `${goal}${met ? '' : ' **missed**'}` : ''} |`),
].join('\n')
console.log(`\n${table}`)
if (wanted.length === 0) {
  writeFileSync(
    join(root, 'bench', 'results.md'),
    `# What it costs

Made by \`npm run bench\` at ${version} on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpus()[0].model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}. One run; the load comes from the same machine.

${table}

Overhead compares the whole HTTP call (access, planning, running, JSON; not compressed, and not parsed by the client) with the bare driver that reads the same rows and prints them as JSON, taken in turns, medians of nine.
`,
  )
}
