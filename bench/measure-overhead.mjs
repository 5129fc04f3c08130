// An uncached chart-data call for 10,000 rows against the same SQL on the raw driver, as a ratio; and the longest stall during a 1M-row query.
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { watchStalls } from './program.mjs'

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

async function timeOf(times, work) {
  const taken = []
  for (let i = 0; i < times; i++) {
    const begun = performance.now()
    await work()
    taken.push(performance.now() - begun)
  }
  return median(taken)
}

export async function measureOverhead(base, { call, headers }, targets) {
  // As bytes and not compressed: the raw driver has no network and no reader either.
  const ask = async (context) => {
    const body = JSON.stringify({ ...context, force: true })
    const reply = await fetch(`${base}/api/v1/chart/data`, { method: 'POST', headers: { ...headers, 'accept-encoding': 'identity' }, body })
    if (!reply.ok) throw new Error(`chart data answered ${reply.status}`)
    return (await reply.arrayBuffer()).byteLength
  }
  const rows = []
  for (const { name, context, raw } of targets) {
    const sql = (await call('POST', '/api/v1/chart/data', { ...context, result_type: 'query' })).result[0].query
    await ask(context)
    const runRaw = await raw(sql)
    await runRaw()
    // Taken in turns, so that both see the same machine.
    const [ours, theirs] = [[], []]
    for (let i = 0; i < 9; i++) {
      theirs.push(await timeOf(1, runRaw))
      ours.push(await timeOf(1, () => ask(context)))
    }
    await runRaw.close?.()
    const ratio = median(ours) / median(theirs)
    rows.push({
      what: `uncached chart data, 10,000 rows, ${name} (call ${median(ours).toFixed(0)} ms, driver ${median(theirs).toFixed(0)} ms)`,
      value: `${ratio.toFixed(2)} × the driver`,
      goal: '≤ 1.3 ×',
      met: ratio <= 1.3,
    })
  }
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
