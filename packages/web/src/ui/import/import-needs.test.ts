import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/failure.ts'
import { hasEverySecret, importForm, joinNeeds, keyOfSecret, nameOfFile, nothingNeeded, readFileFaults, readImportNeeds } from './import-needs.ts'

const refusal = (extra: Record<string, unknown>): ApiFailure =>
  new ApiFailure('http', 422, '', { errors: [{ message: 'Error importing', error_type: 'GENERIC_COMMAND_ERROR', level: 'warning', extra }] })

test('EXP-5.23 a refused import asks for passwords, keys and overwriting by the messages of the server', () => {
  const needs = readImportNeeds(
    refusal({
      'databases/a.yaml': { _schema: ['Must provide a password for the database', 'Must provide a password for the ssh tunnel'] },
      'databases/b.yaml': { _schema: ['Must provide a private key for the ssh tunnel', 'Must provide a private key password for the ssh tunnel'] },
      'queries/a/q.yaml': 'Saved query already exists and `overwrite=true` was not passed',
      issue_codes: [{ code: 1010, message: 'Issue 1010' }],
    }),
  )
  expect(needs).toEqual({
    needsOverwrite: true,
    secrets: [
      { kind: 'passwords', file: 'databases/a.yaml' },
      { kind: 'ssh_tunnel_passwords', file: 'databases/a.yaml' },
      { kind: 'ssh_tunnel_private_keys', file: 'databases/b.yaml' },
      { kind: 'ssh_tunnel_private_key_passwords', file: 'databases/b.yaml' },
    ],
  })
  expect(readImportNeeds(refusal({ 'x.yaml': 'Thing already exists and overwrite=true was not passed' }))?.needsOverwrite).toBe(true)
})

test('EXP-5.23 what no answer would mend is a failure, also beside a question', () => {
  expect(readImportNeeds(refusal({ 'queries/q.yaml': { sql: ['Missing data for required field.'] } }))).toBeUndefined()
  expect(
    readImportNeeds(refusal({ 'databases/a.yaml': { _schema: ['Must provide a password for the database'] }, 'queries/q.yaml': { sql: ['Wrong'] } })),
  ).toBeUndefined()
  expect(readImportNeeds(new ApiFailure('network'))).toBeUndefined()
  expect(readImportNeeds(new ApiFailure('http', 422, '', { message: 'Not a ZIP file' }))).toBeUndefined()
})

test('EXP-7.23 the answers go along as JSON texts by file; overwriting only when it was asked for', () => {
  const file = new File(['x'], 'q.zip')
  const needed = { kind: 'passwords', file: 'databases/a.yaml' } as const
  const needs = { secrets: [needed], needsOverwrite: false }
  expect([hasEverySecret(needs, {}), hasEverySecret(needs, { [keyOfSecret(needed)]: 's"3' })]).toEqual([false, true])
  const form = importForm(file, needs, { [keyOfSecret(needed)]: 's"3' })
  expect(form.get('passwords')).toBe('{"databases/a.yaml":"s\\"3"}')
  expect([form.has('overwrite'), form.has('ssh_tunnel_passwords')]).toEqual([false, false])
  expect(importForm(file, { secrets: [], needsOverwrite: true }, {}).get('overwrite')).toBe('true')
  expect(nameOfFile('databases/My_data.yaml')).toBe('My_data')
})

test('what was asked once is asked still when the server asks for the next thing', () => {
  const first = { secrets: [{ kind: 'passwords', file: 'databases/a.yaml' } as const], needsOverwrite: false }
  const both = joinNeeds(joinNeeds(nothingNeeded, first), { secrets: [...first.secrets], needsOverwrite: true })
  expect(both).toEqual({ secrets: first.secrets, needsOverwrite: true })
})

test('EXP-8.27 everything that is wrong is told for each file, by the place in it', () => {
  const said = refusal({
    'charts/a.yaml': 'Not a valid YAML file',
    'dashboards/b.yaml': { position: { 'ROW-1': ['Wrong'] }, slug: ['Too long', 'Must be unique'], _schema: ['Odd'] },
    issue_codes: [{ code: 1010, message: 'Issue 1010' }],
  })
  const faults = [
    { file: 'charts/a.yaml', said: ['Not a valid YAML file'] },
    { file: 'dashboards/b.yaml', said: ['position, ROW-1: Wrong', 'slug: Too long', 'slug: Must be unique', 'Odd'] },
  ]
  expect(readFileFaults(said)).toEqual(faults)
  // A move keeps the same body.
  expect(readFileFaults(said.body)).toEqual(faults)
  expect(readFileFaults(new ApiFailure('network'))).toEqual([])
})
