import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectors } from '../all.ts'
import type { Driver, Surroundings } from '../connector.ts'
import { engineProgram } from '../engine-for-tests.ts'
import { agreementRows } from './agreement.rows.ts'
import { cancelRows } from './cancel.rows.ts'
import { connectionRows } from './connection.rows.ts'
import { loadingRows } from './loading.rows.ts'
import { metadataRows } from './metadata.rows.ts'
import { places } from './places.ts'
import type { Reached } from './place.ts'
import { sessionRows } from './session.rows.ts'
import { statementRows } from './statement.rows.ts'
import { stopRows } from './stop.rows.ts'
import { streamRows } from './stream.rows.ts'
import { makeSuite } from './suite.ts'
import { typeRows } from './type.rows.ts'

/** Every connector proves the same facts on a real database. Servers are started by the test command, which tells their addresses. */
test('every connector is in the suite', () => expect(places.map(({ id }) => id).toSorted()).toEqual(connectors.map(({ id }) => id).toSorted()))

// The command of one database runs its rows and no others: `npm run test:trino` needs no other server.
const only = process.env['SIGHTLINE_TEST_ONLY']

for (const place of places.filter(({ id }) => only === undefined || id === only)) {
  const connector = connectors.find(({ id }) => id === place.id)
  if (!connector) continue
  const isSet = place.variable === null || Boolean(process.env[place.variable])
  const isNeeded = place.when === 'always' || (place.when === 'ci' && Boolean(process.env['CI']))
  if (!isSet) {
    const words = `${place.variable} is not set${place.command ? `; \`${place.command}\` sets it` : ''}`
    if (isNeeded && process.env['CI']) test(`${place.id} can be reached`, () => expect.fail(words))
    else process.stdout.write(`left out: the suite of ${place.id}, ${words}\n`)
    continue
  }

  describe(place.id, () => {
    let folder: string
    let surroundings: Surroundings
    let reached: Reached
    let driver: Driver
    const suite = makeSuite(
      place,
      connector,
      () => surroundings,
      () => reached,
      () => driver,
    )

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'sightline-conformance-'))
      surroundings = { fileRoots: [folder], program: engineProgram, log: () => undefined }
      reached = (await place.reach(folder))!
      driver = await suite.open(reached.uri)
      if (suite.schema) await suite.rows(place.schema!.make(suite.quoted(suite.schema)), { readOnly: false })
    })
    afterAll(async () => {
      if (suite.schema) await suite.rows(place.schema!.drop(suite.quoted(suite.schema)), { readOnly: false })
      await driver.close()
      await reached.leave?.()
      await rm(folder, { recursive: true, force: true })
    })

    agreementRows(suite)
    typeRows(suite)
    statementRows(suite)
    streamRows(suite)
    cancelRows(suite)
    stopRows(suite)
    connectionRows(suite)
    metadataRows(suite)
    sessionRows(suite)
    loadingRows(suite)
  })
}
