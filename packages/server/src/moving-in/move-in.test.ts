import type { Caller } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { makeCallers } from '../people/load-caller.ts'
import { dumpStore } from '../testing/dump-store.ts'
import { movingBundle, shopTable } from '../testing/moving-bundle.ts'
import { changeSampleFile } from '../testing/sample-database.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { moveIn } from './move-in.ts'
import { noExtras, type MoveSource } from './source.ts'

let server: TestApp
let deps: Deps
let admin: Caller
let source: MoveSource
const secrets = { passwords: {}, tunnelPasswords: {}, tunnelKeys: {}, tunnelKeyPasswords: {} }
const rule = { name: 'north', description: null, filterType: 'Regular', groupKey: null, clause: "region = 'north'", roles: ['Gamma'] } as const
const dump = () => dumpStore(deps.db, ['runners', 'logs', 'sessions'])

beforeAll(async () => {
  server = await openTestApp()
  ;({ deps } = server)
  await changeSampleFile(server, 'shop', [shopTable])
  admin = (await makeCallers(deps).ofUser(await server.userId('admin')))!
  const archive = await movingBundle()
  const plan = await moveIn(deps, admin, { kind: 'bundle', name: 'b', archive, extras: noExtras, notBrought: [] }, { ...quiet(), isDryRun: true })
  const extras = { ...noExtras, rowRules: [{ ...rule, datasets: [plan.datasets[0]!.uuid] }], cssTemplates: [{ name: 'dark', css: 'a {}' }] }
  source = { kind: 'server', name: 'http://there', archive, extras, notBrought: [{ kind: 'tag', name: 'Tags', why: 'They could not be read.' }] }
})
afterAll(() => server.close())

function quiet() {
  return { isDryRun: false, secrets, signal: new AbortController().signal, onStep: () => {} }
}

test('a move that is stopped while it writes leaves nothing, however far it was', async () => {
  const before = await dump()
  // Later and later, until one comes through that is stopped no more.
  const endings = new Set<unknown>()
  for (let turns = 1; ; turns *= 4) {
    const stop = new AbortController()
    let left = turns
    const countDown = (): void => {
      if (left-- > 0) setImmediate(countDown)
      else stop.abort(new Error('stopped'))
    }
    const onStep = (words: string): void => void (words === 'Writing' && countDown())
    const ended = await moveIn(deps, admin, source, {
      ...quiet(),
      signal: stop.signal,
      onStep,
      onWritten: async () => {
        throw new Error('far enough')
      },
    }).catch((error: Error) => error.message)
    endings.add(ended)
    expect(await dump()).toEqual(before)
    if (ended !== 'stopped') break
  }
  expect([...endings]).toEqual(['stopped', 'far enough'])
})

test('objects, rules and the record of a move are written together or not at all', async () => {
  const before = await dump()
  const failing = moveIn(deps, admin, source, {
    ...quiet(),
    onWritten: async (tx) => {
      // Everything is there by now, for this transaction.
      expect(await tx.selectFrom('row_rules').select('name').execute()).toEqual([{ name: 'north' }])
      expect(await tx.selectFrom('dashboards').select('dashboard_title').execute()).toEqual([{ dashboard_title: 'Board' }])
      throw new Error('the record could not be written')
    },
  })
  await expect(failing).rejects.toThrow('the record could not be written')
  expect(await dump()).toEqual(before)
  const report = await moveIn(deps, admin, source, quiet())
  expect(report.not_brought[0]).toEqual({ kind: 'tag', name: 'Tags', why: 'They could not be read.' })
  expect(report.not_brought.map(({ kind }) => kind)).not.toContain('owner')
  expect(Object.fromEntries(report.extras.map(({ kind, brought }) => [kind, brought]))).toMatchObject({ row_rule: 1, css_template: 1 })
  const bound = await deps.db.selectFrom('row_rule_datasets').select('dataset_id').execute()
  expect(bound).toEqual([{ dataset_id: report.datasets[0]!.id }])
})
