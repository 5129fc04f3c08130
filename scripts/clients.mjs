// `npm run test:clients`: clients written for the reference product, unchanged, against this one. Each Python client lives in an environment of its own,
// made with the machine's own settings of pip when it is first needed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, checkNode, install, root } from './prepare.mjs'
import { runSuite } from './run-suite.mjs'
import { findServices, startPostgres } from './services.mjs'
import { suites } from './suites.mjs'

const names = ['preset-cli', 'superset-api-client']

/** Makes what is missing. → { address, stop() }: where the environments are, as a folder with one of them per client's name. */
export function openClients(python) {
  const lists = names.map((name) => readFileSync(join(root, 'clients', `${name}.txt`)))
  const { stdout: version } = spawnSync(python, ['-VV'], { encoding: 'utf8' })
  const stamp = createHash('sha256').update(python).update(version).update(Buffer.concat(lists)).digest('hex').slice(0, 16)
  const home = join(root, 'node_modules', '.cache', 'sightline-clients', stamp)
  for (const name of names) makeEnvironment(python, name, join(home, name))
  return { address: home, stop: async () => undefined }
}

function makeEnvironment(python, name, folder) {
  const whole = join(folder, 'whole')
  if (existsSync(whole)) return
  console.log(`Installing ${name} …`)
  // An environment knows its own place, so it is made where it stays; one that was left half-made is made anew.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run(python, ['-m', 'venv', folder])
  const list = join(root, 'clients', `${name}.txt`)
  run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input', '--requirement', list])
  writeFileSync(whole, '')
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (error || status !== 0) throw new Error(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  checkNode()
  install({ dev: true })
  build()
  const found = findServices(['postgres', 'clients', 'chromium'])
  const missing = Object.keys(found).filter((name) => !found[name])
  if (missing.length) {
    console.error(`Not found and not installable here: ${missing.join(', ')}`)
    process.exit(1)
  }
  const { address: clients } = openClients(found.clients)
  const postgres = await startPostgres(found.postgres)
  const env = { SIGHTLINE_TEST_CLIENTS: clients, SIGHTLINE_TEST_PG: postgres.address, CHROMIUM: found.chromium }
  const total = { passed: 0, failed: 0 }
  try {
    const browser = suites.find(({ name }) => name === 'browser')
    for (const suite of [suites.find(({ name }) => name === 'clients'), { ...browser, command: [...browser.command, 'embedded'] }]) {
      const outcome = await runSuite(suite, env)
      for (const key of Object.keys(total)) total[key] += outcome[key]
    }
  } finally {
    await postgres.stop()
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed ? 1 : 0)
}
