// `npm run test:clickhouse`: the ClickHouse connector on chdb, which is ClickHouse as a library. It is half a gigabyte and is therefore installed
// into a cache folder of its own when this command is first run, never by `npm install`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { runSuite } from './run-suite.mjs'

const release = '3.4.0'

function findChdb() {
  const home = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sightline', `chdb-${release}`)
  if (!existsSync(join(home, 'node_modules', 'chdb'))) {
    console.log(`Installing chdb ${release} into ${home} …`)
    mkdirSync(home, { recursive: true })
    const { status } = spawnSync('npm', ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', `chdb@${release}`], {
      cwd: home,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error('chdb could not be installed')
  }
  return home
}

/** → { address, version, stop() } */
export async function startClickhouse() {
  const home = findChdb()
  const folder = mkdtempSync(join(tmpdir(), 'sightline-clickhouse-'))
  const front = spawn(process.execPath, [join(dirname(fileURLToPath(import.meta.url)), 'clickhouse', 'front.mjs'), home, join(folder, 'data')], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => front.once('exit', resolve))
  const stop = async () => {
    front.stdin.end()
    const late = setTimeout(() => front.kill('SIGKILL'), 5000)
    await ended
    clearTimeout(late)
    rmSync(folder, { recursive: true, force: true })
  }
  const line = await Promise.race([new Promise((resolve) => createInterface({ input: front.stdout }).once('line', resolve)), ended.then(() => null)])
  if (line === null) throw new Error('the front of chdb did not start')
  const { port, version } = JSON.parse(line)
  return { address: `clickhousedb://default@127.0.0.1:${port}/default`, version, stop }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const clickhouse = await startClickhouse()
  console.log(`chdb ${clickhouse.version.chdb}, ClickHouse ${clickhouse.version.libchdb.replaceAll('"', '')}`)
  const paths = ['packages/connectors/src/clickhouse', 'packages/connectors/src/conformance']
  let outcome
  try {
    const command = ['vitest', 'run', '--project', 'connectors', ...paths]
    outcome = await runSuite(
      { name: 'ClickHouse', counts: 'vitest', command },
      { SIGHTLINE_TEST_CLICKHOUSE: clickhouse.address, SIGHTLINE_TEST_ONLY: 'clickhousedb' },
    )
  } finally {
    await clickhouse.stop()
  }
  console.log(`${outcome.passed} passed, ${outcome.failed} failed`)
  process.exit(outcome.failed ? 1 : 0)
}
