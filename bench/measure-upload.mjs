// A large CSV file from the client into a table of the embedded engine: what the server's memory does meanwhile.
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf, cpuSeconds, residentMb, watchStalls } from './program.mjs'

const words = ['north', 'south', 'east', 'west', 'harbour', 'valley', 'mountain', 'river']

/** The same numbers on every run. */
function randomFrom(seed) {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % below
  }
}

/** Eight columns: whole and fractional numbers, texts with quotation marks, a day, a moment, a truth. Answers the number of rows. */
async function writeCsv(path, megabytes, seed = 42) {
  const random = randomFrom(seed)
  const file = createWriteStream(path)
  file.write('id,day,seen_at,place,note,amount,weight,is_new\n')
  let rows = 0
  for (let bytes = 0; bytes < megabytes * 2 ** 20;) {
    let text = ''
    for (let line = 0; line < 2000; line++) {
      const day = `202${random(7)}-${String(1 + random(12)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`
      const hour = `${String(random(24)).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}:00`
      const note = `"${words[random(8)]}, ${words[random(8)]} ""${random(1e6)}"""`
      text += `${rows++},${day},${day} ${hour},${words[random(8)]},${note},${random(1e6) / 100},${random(1e9) / 1e6},${random(2) === 0}\n`
    }
    bytes += text.length
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  return rows
}

/** Sends a form with one file, read from disk as the connection takes it. */
async function sendFile(base, headers, path) {
  const boundary = 'sightline-bench'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.csv"\r\nContent-Type: text/csv\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const call = request(`${base}/api/v1/upload/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': head.length + statSync(path).size + tail.length },
  })
  call.write(head)
  createReadStream(path)
    .on('end', () => call.end(tail))
    .pipe(call, { end: false })
  const [reply] = await once(call, 'response')
  let text = ''
  for await (const piece of reply) text += piece
  if (reply.statusCode !== 201) throw new Error(`the file was answered with ${reply.statusCode}: ${text.slice(0, 300)}`)
  return JSON.parse(text).id
}

export async function measureUpload(program, { headers, call }, stallFile, megabytes = 500) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-upload-'))
  try {
    const path = join(folder, 'bench.csv')
    const total = await writeCsv(path, megabytes)
    const place = (await call('GET', '/api/v1/upload/places/')).result.find(({ is_default }) => is_default)
    const before = residentMb(program.pid)
    const peak = { server: before, children: 0 }
    const watch = setInterval(() => {
      peak.server = Math.max(peak.server, residentMb(program.pid))
      for (const child of childrenOf(program.pid)) peak.children = Math.max(peak.children, residentMb(child))
    }, 50)
    const stalls = await watchStalls(program.pid, stallFile)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await stalls.reset()
    const usedBefore = cpuSeconds(program.pid)
    const begun = performance.now()
    const id = await sendFile(program.base, headers, path)
    const sent = performance.now()
    await call('POST', `/api/v1/upload/${id}/load/`, { database_id: place.id, table_name: 'bench_upload', already_exists: 'replace' })
    let state
    do {
      await new Promise((resolve) => setTimeout(resolve, 200))
      state = await call('GET', `/api/v1/upload/${id}`)
    } while (state.status === 'loading')
    const loaded = performance.now()
    clearInterval(watch)
    if (state.status !== 'success' || state.rows !== total) throw new Error(`loading ended with ${JSON.stringify(state)}, expected ${total} rows`)
    const used = cpuSeconds(program.pid) - usedBefore
    const stall = await stalls.row('meanwhile')
    stalls.stop()
    const growth = peak.server - before
    const seconds = (from, to) => `${((to - from) / 1000).toFixed(1)} s`
    return [
      {
        what: `memory growth of the server, CSV of ${megabytes} MB (${total.toLocaleString('en')} rows) into DuckDB`,
        value: `${growth.toFixed(0)} MB`,
        goal: '≤ 150 MB, whatever the size',
        met: growth <= 150,
      },
      { what: 'largest child process meanwhile', value: `${peak.children.toFixed(0)} MB` },
      {
        what: 'the same: sent and previewed, then loaded',
        value: `${seconds(begun, sent)}, ${seconds(sent, loaded)} (${used.toFixed(1)} processor seconds of the server itself)`,
      },
      stall,
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
