// A real Trino in one JVM, for tests. `npm run test:trino` starts it and runs on it what needs one.
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './prepare.mjs'
import { runSuite } from './run-suite.mjs'

const home = join(dirname(fileURLToPath(import.meta.url)), 'trino')
const user = 'sightline'

/** The jars of the project, which Maven keeps in its own cache; the list of them is kept in ours. The first download takes minutes. */
function findJars() {
  const pom = readFileSync(join(home, 'pom.xml'))
  const list = join(root, 'node_modules', '.cache', 'sightline-trino', `${createHash('sha256').update(pom).digest('hex').slice(0, 16)}.txt`)
  const isWhole = () =>
    existsSync(list) &&
    readFileSync(list, 'utf8')
      .split(':')
      .every((jar) => existsSync(jar))
  if (!isWhole()) {
    mkdirSync(dirname(list), { recursive: true })
    console.log('Fetching the parts of Trino with Maven …')
    const fetching = `${list}.${process.pid}`
    const { status, error, stdout } = spawnSync(
      'mvn',
      ['-q', '-B', '-f', join(home, 'pom.xml'), 'dependency:build-classpath', `-Dmdep.outputFile=${fetching}`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        encoding: 'utf8',
      },
    )
    if (error) throw new Error('Trino needs Maven: `mvn` cannot be run')
    if (status !== 0) throw new Error(`Maven could not fetch the parts of Trino:\n${stdout.slice(-2000)}`)
    renameSync(fetching, list)
  }
  return readFileSync(list, 'utf8')
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** → { address, stop() }. The address ends with the catalog `memory`; beside it there is `tpch`. */
export async function startTrino() {
  const jars = findJars()
  const folder = mkdtempSync(join(tmpdir(), 'sightline-trino-'))
  const [port, password, keys] = [await freePort(), randomBytes(12).toString('hex'), join(folder, 'keys.p12')]
  const log = join(folder, 'trino.log')
  const made = spawnSync(
    'keytool',
    ['-genkeypair', '-alias', 'trino', '-keyalg', 'RSA', '-dname', 'CN=localhost', '-ext', 'SAN=dns:localhost,ip:127.0.0.1', '-validity', '30'].concat([
      '-storetype',
      'PKCS12',
      '-keystore',
      keys,
      '-storepass',
      password,
    ]),
    { encoding: 'utf8' },
  )
  if (made.error) throw new Error('Trino needs Java 17 with its compiler (a JDK): `keytool` cannot be run')
  if (made.status !== 0) throw new Error(`keytool made no certificate: ${made.stdout}`)
  const out = openSync(log, 'w')
  const opens = ['java.base/java.nio=ALL-UNNAMED', 'java.base/java.lang=ALL-UNNAMED'].flatMap((place) => ['--add-opens', place])
  const server = spawn('java', ['-Xmx1g', '-XX:+UseSerialGC', ...opens, '-cp', jars, join(home, 'TrinoForTests.java'), String(port), keys, password], {
    cwd: folder,
    stdio: ['pipe', out, out],
  })
  let ending = null
  const ended = new Promise((resolve) => {
    server.on('error', (error) => resolve((ending = error.message)))
    server.on('exit', (code, signal) => resolve((ending = `it ended with ${code ?? signal}`)))
  })
  const stop = async () => {
    // The server ends when its input does; if it hangs, its process is ended.
    server.stdin.end()
    const late = setTimeout(() => server.kill('SIGKILL'), 10_000)
    await ended
    clearTimeout(late)
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !readFileSync(log, 'utf8').includes('Trino is ready'); tries++) {
    if (tries > 480 || ending !== null) {
      const said = existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => /ERROR|Exception|error:/.test(line))
        : []
      await stop()
      throw new Error(`Trino did not start: ${ending ?? 'it was not ready within four minutes'}\n${said.slice(0, 10).join('\n')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return { address: `trino://${user}:${password}@127.0.0.1:${port}/memory?verify=false`, stop }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const runs = [
    ['connectors', 'packages/connectors/src/trino', 'packages/connectors/src/conformance'],
    ['server', 'packages/server/src/examples/on-trino.test.ts'],
  ]
  const total = { passed: 0, failed: 0 }
  const trino = await startTrino()
  try {
    for (const [project, ...more] of runs) {
      const suite = { name: project, counts: 'vitest', command: ['vitest', 'run', '--project', project, ...more] }
      const outcome = await runSuite(suite, { SIGHTLINE_TEST_TRINO: trino.address, SIGHTLINE_TEST_ONLY: 'trino' })
      for (const key of Object.keys(total)) total[key] += outcome[key]
    }
  } finally {
    await trino.stop()
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed ? 1 : 0)
}
