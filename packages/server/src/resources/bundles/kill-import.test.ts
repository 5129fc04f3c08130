import Libsql from 'libsql'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '../../db/store.ts'
import { comparable, formOf } from '../../testing/bundles.ts'
import { dumpStore } from '../../testing/dump-store.ts'
import { goldens } from '../../testing/golden-server.ts'
import { signInTo, startServers, type RemoteCall } from '../../testing/start-program.ts'
import { makeTestStore } from '../../testing/test-store.ts'

const { makeVariantsBundle } = (await import(join(goldens, '../scripts/make-variants-bundle.mjs'))) as {
  readonly makeVariantsBundle: (options: { readonly type: string; readonly every: number }) => { readonly bytes: Buffer }
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-kill-import-'))
const store = await makeTestStore(folder)
const watched = openStore(store.address)
const password = 'a long enough password'
const { serve, end } = startServers({
  SIGHTLINE_DATA: folder,
  SIGHTLINE_DB: store.address,
  SIGHTLINE_EVENT_LOG: 'false',
  SIGHTLINE_ADMIN_PASSWORD: password,
})
afterAll(async () => {
  await end()
  await watched.close()
  await store.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything an import writes. */
const tables = [
  'databases',
  'ssh_tunnels',
  'datasets',
  'dataset_columns',
  'dataset_metrics',
  'dataset_owners',
  'charts',
  'chart_owners',
  'dashboards',
  'dashboard_charts',
  'dashboard_owners',
  'dashboard_roles',
  'saved_queries',
  'key_value',
  'permissions',
  'role_permissions',
  'replaced_versions',
]

/** Row by row as it is stored, so that not one byte may differ. */
async function dump(): Promise<Readonly<Record<string, readonly string[]>>> {
  const all = await dumpStore(watched.db, [])
  return Object.fromEntries(tables.map((table) => [table, all[table]!]))
}
const countsOf = (all: Readonly<Record<string, readonly string[]>>) => Object.fromEntries(Object.entries(all).map(([table, rows]) => [table, rows.length]))

/** What must be the same after every complete import: how much there is of everything, what an export says, who owns it, and the pairs of permissions. */
async function whole(call: RemoteCall, all: Readonly<Record<string, readonly string[]>>): Promise<unknown> {
  const { replaced_versions: _kept, ...counts } = countsOf(all)
  const exported = await fetch(`${call.address}/api/v1/assets/export/`, { headers: call.headers })
  const pairs = (await watched.db.selectFrom('permissions').select(['permission_name', 'view_name']).execute()).map(
    ({ permission_name, view_name }) => `${permission_name} ${view_name.replace(/\(id:\d+\)/, '(id)')}`,
  )
  return { counts, files: await comparable(Buffer.from(await exported.arrayBuffer())), pairs: pairs.toSorted() }
}

interface Probe {
  isBeingWritten(): Promise<boolean>
  close(): Promise<void>
}

/** Asks the store whether somebody is in the middle of writing to it. */
async function openProbe(): Promise<Probe> {
  if (watched.store === 'postgres') {
    const client = new pg.Client({ connectionString: store.address })
    await client.connect()
    const isBeingWritten = async () => {
      const { rows } = await client.query(`select 1 from pg_stat_activity where datname = current_database() and backend_xid is not null`)
      return rows.length > 0
    }
    return { isBeingWritten, close: () => client.end() }
  }
  const file = new Libsql(store.address)
  file.pragma('busy_timeout = 0')
  const isBeingWritten = async () => {
    try {
      file.exec('BEGIN IMMEDIATE')
    } catch {
      return true
    }
    file.exec('ROLLBACK')
    return false
  }
  return { isBeingWritten, close: async () => void file.close() }
}

/** PostgreSQL notices after a while that the other end is gone; until then the transaction of the dead is still being undone. */
const untilUndone = (probe: Probe) => expect.poll(probe.isBeingWritten, { timeout: 30_000, interval: 20 }).toBe(false)

/** Numbers from 0 to 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function wipe(): Promise<void> {
  for (const table of ['dashboards', 'charts', 'datasets', 'key_value', 'replaced_versions'] as const) await watched.db.deleteFrom(table).execute()
  await watched.db.deleteFrom('databases').where('database_name', '=', 'variants').execute()
  // Pairs of what is gone, as deleting by hand would take them away.
  await watched.db
    .deleteFrom('permissions')
    .where('permission_name', 'in', ['datasource_access', 'database_access', 'schema_access'])
    .where('view_name', 'like', '[variants]%')
    .execute()
}

/** Waits until the writing begins; false if the import is over before anybody saw it write. */
async function untilWriting(probe: Probe, over: Promise<unknown>): Promise<boolean> {
  let isOver = false
  void over.then(() => (isOver = true))
  while (!isOver) {
    if (await probe.isBeingWritten()) return true
    await pause(1)
  }
  return false
}

const kills = 50

test('kill -9 in the middle of an import, 50 times: all of the bundle is there or nothing, never a part', async () => {
  const { bytes } = makeVariantsBundle({ type: 'assets', every: 4 })
  const { type, body } = formOf('assets', bytes)
  const send = (call: RemoteCall): Promise<number | 'gone'> =>
    fetch(`${call.address}/api/v1/assets/import/`, { method: 'POST', headers: { ...call.headers, 'content-type': type }, body: new Uint8Array(body) }).then(
      (reply) => reply.status,
      () => 'gone',
    )

  let server = await serve()
  const call = await signInTo(server.address, 'admin', password)
  const probe = await openProbe()
  const empty = countsOf(await dump())
  // Twice without a kill: how long it takes when everything has been loaded, how long of that it writes, and what is there afterwards.
  const length = { all: 0, writing: 0 }
  for (let time = 0; time < 2; time++) {
    await wipe()
    const begun = performance.now()
    const sent = send(call)
    await untilWriting(probe, sent)
    const writing = performance.now()
    expect(await sent).toBe(200)
    length.all = performance.now() - begun
    length.writing = performance.now() - writing
  }
  const complete = await whole(call, await dump())
  await wipe()
  expect(countsOf(await dump())).toEqual(empty)

  const random = randomFrom(20_231)
  const tally = { before: 0, after: 0, insideTheWriting: 0 }
  for (let kill = 0; kill < kills; kill++) {
    // Every second import finds an empty store, the others replace what is there.
    if (kill % 2 === 0) await wipe()
    const before = await dump()
    const sent = send(call)
    // One in five at any moment, one as soon as the writing is over, the others anywhere between its first row and its end.
    if (kill % 5 === 0) await pause(length.all * random())
    else {
      await untilWriting(probe, sent)
      const begun = performance.now()
      if (kill % 5 === 1) {
        while (await probe.isBeingWritten()) await pause(1)
        // A machine is not always as quick: the next ones are aimed by what was seen last.
        length.writing = performance.now() - begun
      } else await pause(length.writing * random())
    }
    // First stopped, so that what the store says of it stays true until it is dead.
    server.program.child.kill('SIGSTOP')
    if (await probe.isBeingWritten()) tally.insideTheWriting++
    server.program.child.kill('SIGKILL')
    await server.program.ended
    const answer = await sent
    await untilUndone(probe)

    server = await serve()
    call.address = server.address
    const after = await dump()
    const isBefore = JSON.stringify(after) === JSON.stringify(before)
    if (isBefore) tally.before++
    else {
      tally.after++
      expect(await whole(call, after)).toEqual(complete)
    }
    // What was acknowledged is there.
    if (answer === 200) expect(isBefore).toBe(false)
  }
  await probe.close()
  const lengths = `an import takes ${Math.round(length.all)} ms and writes for ${Math.round(length.writing)} of them`
  process.stdout.write(`${kills} times kill -9 (${watched.store}; ${lengths}): ${JSON.stringify(tally)}\n`)
  expect(tally.before + tally.after).toBe(kills)
  expect(tally.insideTheWriting).toBeGreaterThan(kills / 8)
  expect(tally.before).toBeGreaterThan(0)
  expect(tally.after).toBeGreaterThan(0)
}, 1_800_000)
