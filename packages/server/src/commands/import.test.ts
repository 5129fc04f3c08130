import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../db/store.ts'
import { programPath } from '../programs.ts'
import { dumpStore } from '../testing/dump-store.ts'
import { movingBundle, movingFiles, movingReport, shopTable } from '../testing/moving-bundle.ts'
import { makeSampleFile } from '../testing/sample-database.ts'
import { startProgram, type Started } from '../testing/start-program.ts'
import { makeTestStore } from '../testing/test-store.ts'

// The built program, as an operator uses it.

const folder = mkdtempSync(join(tmpdir(), 'sightline-import-'))
const bundle = join(folder, 'bundle.zip')
const store = await makeTestStore(folder)
const env = { SIGHTLINE_DATA: folder, SIGHTLINE_DB: store.address, SIGHTLINE_EXAMPLES: 'false', SIGHTLINE_PORT: '0' }
let server: Started | undefined

interface Ended {
  readonly code: number
  readonly out: string
  readonly said: string
}
/** Runs to its end. */
const sightline = (...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [programPath('cli'), ...args], { env: { PATH: process.env['PATH'], ...env } }, (error, out, said) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, said })
    })
    child.stdin?.end('a long enough password\n')
  })
const dump = async () => {
  const opened = openStore(store.address)
  try {
    return await dumpStore(opened.db, [])
  } finally {
    await opened.close()
  }
}

beforeAll(async () => {
  writeFileSync(bundle, await movingBundle())
  await makeSampleFile(folder, 'shop', [shopTable])
  expect(await sightline('create-admin', '--username', 'boss', '--password-stdin')).toMatchObject({ code: 0 })
}, 60_000)
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await server?.ended
  await store.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('--dry-run tells what would come, what is lost first, and leaves every table of the store as it was', async () => {
  const before = await dump()
  const { code, out, said } = await sightline('import', bundle, '--dry-run', '--report', join(folder, 'dry.json'))
  expect([code, said], said).toEqual([0, expect.stringContaining('Asking the databases … 1 of 1')])
  expect(await dump()).toEqual(before)
  const report = JSON.parse(readFileSync(join(folder, 'dry.json'), 'utf8'))
  expect(report).toEqual(movingReport(report))
  expect(report).toMatchObject({ is_dry_run: true, source: { kind: 'bundle', name: 'bundle.zip' } })
  expect(out).toMatch(/^Nothing was written\. This is what would come over from bundle\.zip:\n\nNot brought\n {2}Row rules: /)
  expect(out).toContain('\nDatasets: 1 made (1 missing)\n  main.orders: columns that are missing: gone\n')
  expect(out).toContain(
    '  strange control (pie): spin_speed: This chart type has no such control here.\n  1 of the type hologram: kept, but not yet drawable\n',
  )
}, 60_000)

test('a bundle that is wrong is refused with what is wrong in which file, and nothing is kept', async () => {
  const before = await dump()
  const broken = join(folder, 'broken.zip')
  writeFileSync(broken, await movingBundle({ 'charts/plain.yaml': { ...movingFiles['charts/plain.yaml'], slice_name: null } }))
  const { code, out, said } = await sightline('import', broken, '--json')
  expect(code).toBe(1)
  expect(said).toContain('Error importing assets\n  charts/plain.yaml: slice_name: Field may not be null.\nNothing was kept.')
  expect(JSON.parse(out).errors[0].extra['charts/plain.yaml']).toEqual({ slice_name: ['Field may not be null.'] })
  expect(await dump()).toEqual(before)
}, 60_000)

test('wrong orders are explained', async () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /either one FILE\.zip or --from/],
    [[bundle, '--from', 'http://x'], /either one FILE\.zip or --from/],
    [[join(folder, 'none.zip')], /none\.zip cannot be read/],
    [['--from', 'far', '--username', 'a', '--password-stdin'], /is no address of a server/],
    [['--from', 'http://far.invalid'], /needs --username NAME and --password-stdin/],
    [[bundle, '--as', 'nobody'], /nobody with the sign-in name nobody/],
    [[bundle, '--secrets', bundle], /bundle\.zip cannot be read/],
    [[bundle, '--report', join(folder, 'no', 'where.json')], /The report cannot be written to/],
  ]
  for (const [args, words] of cases) {
    const { code, said } = await sightline('import', ...args)
    expect([args, code, said]).toEqual([args, 1, expect.stringMatching(words)])
  }
}, 120_000)

test('everything comes over with one command, and the page of the server tells the same report', async () => {
  const { code, out, said } = await sightline('import', bundle, '--json')
  expect([code, said]).toEqual([0, expect.stringContaining('Writing …')])
  const report = JSON.parse(out)
  expect(report).toEqual(movingReport(report))

  server = startProgram(['serve'], env)
  const address = await server.line(/ready at (http:\S+)/)
  const sent = JSON.stringify({ username: 'boss', password: 'a long enough password', provider: 'db' })
  const signIn = await fetch(`${address}/api/v1/security/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent })
  const { access_token: token } = (await signIn.json()) as { access_token: string }
  const get = async (path: string) => (await (await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as any
  const [known] = (await get('/api/v1/moving_in/')).result
  expect([known.status, known.source]).toEqual(['done', report.source])
  expect((await get(`/api/v1/moving_in/${known.id}`)).result.report).toEqual(report)
  expect((await get(`/api/v1/dashboard/${report.dashboards[0].id}`)).result.dashboard_title).toBe('Board')

  const refused = await sightline('import', bundle)
  expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/already runs on [^\n]*\nA running server moves in through its page \/moving-in\/\./)])
}, 120_000)

test('a move may be the first thing that happens in a new folder; the first start says how to sign in', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'sightline-first-'))
  const place = ['--data', fresh, '--db', join(fresh, 'store.db')]
  try {
    expect(await sightline('import', bundle, ...place)).toMatchObject({ code: 0 })
    const first = startProgram(['serve', ...place], env)
    expect(await first.line(/signs you in once, within a day: http:\S+token=(\S+)/)).toMatch(/^\S{20,}$/)
    first.child.kill('SIGKILL')
    await first.ended
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}, 120_000)
