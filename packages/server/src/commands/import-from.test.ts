import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programPath } from '../programs.ts'
import { comparable } from '../testing/bundles.ts'
import { openFurnishedServer, shopTables, withoutLayerIds, type FurnishedServer } from '../testing/furnished-server.ts'
import { makeSampleFile } from '../testing/sample-database.ts'
import { signInTo, startProgram, type RemoteCall, type Started } from '../testing/start-program.ts'
import { testPassword } from '../testing/test-app.ts'
import { makeTestStore } from '../testing/test-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-from-'))
const store = await makeTestStore(folder)
const env = { SIGHTLINE_DATA: folder, SIGHTLINE_DB: store.address, SIGHTLINE_EXAMPLES: 'false', SIGHTLINE_PORT: '0', SIGHTLINE_ADMIN_PASSWORD: testPassword }
let source: FurnishedServer
let server: Started | undefined

const runAs = (input: string, ...args: readonly string[]) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    const child = spawn(process.execPath, [programPath('cli'), ...args], { env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe' })
    let said = ''
    child.stderr.on('data', (part) => (said += String(part)))
    child.stdout.resume()
    child.once('close', (code) => resolve({ code, said }))
    child.stdin.end(input)
  })

beforeAll(async () => {
  source = await openFurnishedServer()
  await makeSampleFile(folder, 'shop', shopTables)
  expect(await runAs(`${testPassword}\n`, 'create-admin', '--username', 'admin', '--password-stdin')).toMatchObject({ code: 0 })
}, 60_000)
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await server?.ended
  await source.server.close()
  await store.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('sightline import --from brings the objects and the rules of a running server', async () => {
  const account = ['import', '--from', source.address, '--username', 'admin', '--password-stdin']
  const wrong = await runAs('not the password\n', ...account)
  expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('Nothing was kept.')])
  expect(wrong.said).not.toContain('not the password')

  const file = join(folder, 'report.json')
  const moved = await runAs(`${testPassword}\n`, ...account, '--report', file)
  expect([moved.code, moved.said]).toEqual([0, expect.stringMatching(/Signing in …[\s\S]*Reading row rules …[\s\S]*Writing …/)])
  const report = JSON.parse(readFileSync(file, 'utf8'))
  expect(report.source).toEqual({ kind: 'server', name: source.address })
  expect(Object.fromEntries(report.extras.map(({ kind, brought }: any) => [kind, brought]))).toMatchObject({ row_rule: 2, css_template: 1, tag: 1 })

  server = startProgram(['serve'], env)
  const here = await signInTo(await server.line(/ready at (http:\S+)/), 'admin', testPassword)
  const rules = (list: any) => list.map(({ name, clause, filter_type, roles }: any) => [name, clause, filter_type, roles.map((role: any) => role.name)])
  expect(rules((await here('GET', '/api/v1/rowlevelsecurity/')).body.result)).toEqual(
    rules((await source.admin('GET', '/api/v1/rowlevelsecurity/')).body.result),
  )
  expect(await objectsIn(await download(here))).toEqual(await objectsIn((await source.admin('GET', '/api/v1/assets/export/')).bytes))
}, 120_000)

/** Everything but ids, and the place for uploads that a server makes for itself. */
async function objectsIn(bundle: Buffer): Promise<unknown> {
  const files = Object.entries(await comparable(bundle)).filter(([path]) => !path.startsWith('databases/Uploads.yaml'))
  expect(files).toHaveLength(8)
  return withoutLayerIds(Object.fromEntries(files))
}

async function download({ address, headers }: RemoteCall): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${address}/api/v1/assets/export/`, { headers })).arrayBuffer())
}
