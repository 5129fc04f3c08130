// The checks must be able to fail: a violation is planted in a copy of the tree, and the check that should find it is run there.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'sightline-planted-'))

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '--', ':(exclude,glob)goldens/*/**'], { cwd: root })
    .toString()
    .split('\0')
    .filter(Boolean)
  for (const file of files) {
    if (!existsSync(join(root, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  mkdirSync(join(copy, 'node_modules', '@sightline'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@sightline') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(root, 'packages'))) symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules', '@sightline', name))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const run = (command, ...args) => {
  const { status, stdout, stderr } = spawnSync(command === 'node' ? process.execPath : join(root, 'node_modules', '.bin', command), args, {
    cwd: copy,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

function plant(file, text) {
  writeFileSync(join(copy, file), text)
  return () => rmSync(join(copy, file))
}

const checks = [
  {
    what: 'an import against the law',
    check: ['node', 'scripts/check-imports.mjs'],
    file: 'packages/core/src/planted.ts',
    text: "export * from '@sightline/server'\n",
  },
  {
    what: 'an import of a neighbour in a sealed folder',
    check: ['node', 'scripts/check-imports.mjs'],
    file: 'packages/charts/src/pie/planted.ts',
    text: "import { table } from '../table/table.ts'\nvoid table\n",
  },
  { what: 'a dead export', check: ['knip'], file: 'packages/core/src/planted.ts', text: 'export const nobodyWantsMe = 1\n' },
  { what: 'a type error', check: ['tsc', '-b', 'packages/core'], file: 'packages/core/src/planted.ts', text: "export const wrong: number = 'text'\n" },
]

test.for(checks)('$what fails its check, and the tree without it passes', ({ check, file, text }) => {
  const [command, ...args] = check
  const clean = run(command, ...args)
  expect(clean, clean.output).toMatchObject({ status: 0 })
  const remove = plant(file, text)
  const planted = run(command, ...args)
  remove()
  expect(planted.status).not.toBe(0)
  expect(planted.output).toContain('planted')
})

test('the import check refuses to pass when it finds no file', () => {
  const empty = mkdtempSync(join(tmpdir(), 'sightline-empty-'))
  expect(run('node', 'scripts/check-imports.mjs', empty).status).not.toBe(0)
  rmSync(empty, { recursive: true })
})
