// Chart data against the same SQL on the raw driver, as ratios; answers from the cache; what many equal questions cost; and the longest stalls.
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { watchStalls } from './program.mjs'

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const arrow = 'application/vnd.apache.arrow.stream'

async function timeOf(work) {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const counts = [10, 10_000, 100_000]
/** Ten rows take the time of a call, whatever is done with them: only how long is told. */
const goals = { JSON: { 10_000: 1.3, 100_000: 1.3 }, Arrow: { 10_000: 1.1, 100_000: 1.1 } }

// As bytes and not compressed: the raw driver has no network and no reader either.
const asker = (base, headers) => async (context, accept) => {
  const sent = { ...headers, accept, 'accept-encoding': 'identity' }
  const reply = await fetch(`${base}/api/v1/chart/data`, { method: 'POST', headers: sent, body: JSON.stringify(context) })
  if (!reply.ok) throw new Error(`chart data answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
  return (await reply.arrayBuffer()).byteLength
}

export async function measureOverhead(base, { call, headers }, targets) {
  const ask = asker(base, headers)
  const rows = []
  for (const { name, context, raw } of targets) {
    for (const count of counts) {
      const limited = { ...context, force: true, queries: [{ ...context.queries[0], row_limit: count }] }
      const sql = (await call('POST', '/api/v1/chart/data', { ...limited, result_type: 'query' })).result[0].query
      const runRaw = await raw(sql)
      await runRaw()
      for (const [format, accept] of [
        ['JSON', 'application/json'],
        ['Arrow', arrow],
      ]) {
        await ask(limited, accept)
        // Taken in turns, so that both see the same machine.
        const [ours, theirs] = [[], []]
        for (let i = 0; i < 9; i++) {
          theirs.push(await timeOf(runRaw))
          ours.push(await timeOf(() => ask(limited, accept)))
        }
        const ratio = median(ours) / median(theirs)
        const goal = goals[format][count]
        rows.push({
          what: `uncached chart data, ${count.toLocaleString('en')} rows as ${format}, ${name} (call ${median(ours).toFixed(1)} ms, driver ${median(theirs).toFixed(1)} ms)`,
          value: `${ratio.toFixed(2)} × the driver`,
          ...(goal ? { goal: `≤ ${goal} ×`, met: ratio <= goal } : {}),
        })
      }
      await runRaw.close?.()
    }
  }
  return rows
}

/** One caller, one answer after the other. */
export async function measureCacheHits(base, { headers }, context) {
  const ask = asker(base, headers)
  const small = { ...context, force: false, queries: [{ ...context.queries[0], row_limit: 100 }] }
  for (let i = 0; i < 20; i++) await ask(small, 'application/json')
  const taken = []
  for (let i = 0; i < 300; i++) taken.push(await timeOf(() => ask(small, 'application/json')))
  const sorted = taken.toSorted((a, b) => a - b)
  const [half, most] = [sorted[150], sorted[285]]
  return [
    {
      what: 'chart data from the cache, 100 rows, one caller',
      value: `p50 ${half.toFixed(1)} ms, p95 ${most.toFixed(1)} ms`,
      goal: 'p95 ≤ 5 ms',
      met: most <= 5,
    },
  ]
}

/** How often the database read a table while many asked the same at once; its own statistics tell. */
export async function measureSharing(base, { call, headers }, address, databaseId) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query('CREATE TABLE bench_ticks AS SELECT 1 AS one')
  const sql = 'SELECT one, pg_sleep(0.3)::text AS slept FROM bench_ticks'
  const { id } = await call('POST', '/api/v1/dataset/', { database: databaseId, schema: 'public', table_name: 'bench ticks', sql })
  const scans = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    return Number((await client.query("SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'bench_ticks'")).rows[0].seq_scan)
  }
  const before = await scans()
  const context = { datasource: { id, type: 'table' }, queries: [{ columns: ['one'], metrics: [] }] }
  await Promise.all(Array.from({ length: 20 }, () => asker(base, headers)(context, 'application/json')))
  const runs = (await scans()) - before
  await client.end()
  return [{ what: '20 equal questions at once', value: `${runs} ${runs === 1 ? 'query' : 'queries'}`, goal: '1 query', met: runs === 1 }]
}

const shapes = {
  nothing: [],
  cum: [{ operation: 'cum', options: { operator: 'sum', columns: { amount: 'amount' } } }],
  sort: [{ operation: 'sort', options: { by: 'amount', ascending: false } }],
  diff: [{ operation: 'diff', options: { columns: { amount: 'change' } } }],
  rolling: [{ operation: 'rolling', options: { rolling_type: 'mean', window: 30, min_periods: 0, columns: { amount: 'amount' } } }],
  contribution: [{ operation: 'contribution', options: { columns: ['amount'] } }],
  aggregate: [{ operation: 'aggregate', options: { groupby: ['name'], aggregates: { total: { column: 'amount', operator: 'sum' } } } }],
  pivot: [{ operation: 'pivot', options: { index: ['day'], columns: ['name'], aggregates: { amount: { operator: 'sum' } } } }, { operation: 'flatten' }],
}

/** The longest time others waited while a million rows went through each operation. */
export async function measureChartStall(base, { call, headers }, pid, stallFile, databaseId) {
  const sql = "SELECT i AS id, i * 1.5 AS amount, 'name ' || i % 50 AS name, TIMESTAMP '2020-01-01' + to_days((i // 1000)::int) AS day FROM range(1000000) t(i)"
  const { id } = await call('POST', '/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'bench million', sql })
  const stalls = await watchStalls(pid, stallFile)
  const rows = []
  for (const [name, post_processing] of Object.entries(shapes)) {
    await stalls.reset()
    const query = { columns: ['id', 'amount', 'name', 'day'], row_limit: 1_000_000, post_processing }
    await asker(base, headers)({ datasource: { id, type: 'table' }, queries: [query] }, 'application/json')
    rows.push(await stalls.row(`while 1M rows of chart data go through ${name}`))
  }
  stalls.stop()
  return rows
}

/** The raw drivers read all rows as row objects and print them as JSON: what any server would have to do at least. */
export const rawDuckdb = (file) => async (sql) => {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  const run = async () => JSON.stringify((await connection.runAndReadAll(sql)).getRowObjectsJson()).length
  run.close = async () => {
    connection.closeSync()
    instance.closeSync()
  }
  return run
}

export const rawPostgres = (address) => async (sql) => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const run = async () => JSON.stringify((await client.query(sql)).rows).length
  run.close = () => client.end()
  return run
}

export async function measureStall({ call }, pid, stallFile, databaseId) {
  const stalls = await watchStalls(pid, stallFile)
  await stalls.reset()
  await call('POST', '/api/v1/sqllab/execute/', {
    client_id: 'bench1',
    database_id: databaseId,
    sql: "SELECT i AS id, i * 1.5 AS amount, 'name ' || i AS name FROM range(1000000) t(i)",
    queryLimit: 1_000_000,
    runAsync: false,
    schema: 'main',
    tab: '',
    sql_editor_id: '1',
    json: true,
  })
  const row = await stalls.row('during a 1M-row query')
  stalls.stop()
  return [row]
}
