// Real services for tests: finds them, installs what is missing where it may (root with apt), starts them on temporary folders and free ports.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isRoot = process.getuid?.() === 0

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

const newestPostgres = () => {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  return (
    versions.map((version) => join(home, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ??
    (onPath('initdb') ? join(onPath('initdb'), '..') : undefined)
  )
}

/** Java 17 or newer, by what it says of itself. */
const newJava = () => {
  const path = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : onPath('java')
  if (!path || !existsSync(path)) return undefined
  const { stderr } = spawnSync(path, ['-version'], { encoding: 'utf8' })
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1]) >= 17 ? path : undefined
}

/** A Python that can make environments. Debian's own comes first: another on the path may have been built without what `venv` needs. */
const pythonWithVenv = () =>
  ['/usr/bin/python3', onPath('python3')].find(
    (path) => path && existsSync(path) && spawnSync(path, ['-c', 'import ensurepip, venv'], { stdio: 'ignore' }).status === 0,
  )

/** Name → Debian packages and a function that finds the installed program. */
const known = {
  chromium: { debian: ['chromium'], find: () => process.env.CHROMIUM ?? onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome') },
  postgres: { debian: ['postgresql'], find: newestPostgres },
  mariadb: { debian: ['mariadb-server'], find: () => onPath('mariadbd') ?? ['/usr/sbin/mariadbd'].find((path) => existsSync(path)) },
  redis: { debian: ['redis-server'], find: () => onPath('redis-server') },
  sshd: { debian: ['openssh-server'], find: () => onPath('sshd') ?? ['/usr/sbin/sshd'].find((path) => existsSync(path)) },
  // Clients written in Python, each in an environment of its own (clients.mjs).
  clients: { debian: ['python3', 'python3-venv'], find: pythonWithVenv },
  // A Trino is built from its parts: only where nothing may be left out.
  trino: { debian: ['openjdk-17-jdk-headless', 'maven'], find: () => newJava() && onPath('mvn') },
}

/** Finds or installs the named ones; → { name: path | undefined }. */
export function findServices(names = ['chromium', 'postgres', 'mariadb', 'redis', 'sshd']) {
  const wanted = names.map((name) => known[name])
  const missing = wanted.filter(({ find }) => !find())
  if (missing.length && isRoot && onPath('apt-get')) {
    const packages = missing.flatMap(({ debian }) => debian)
    console.log(`Installing ${packages.join(', ')} …`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
    // RUNLEVEL: the package's own service must not start; ours run on temporary folders.
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, RUNLEVEL: '1' },
    })
  }
  return Object.fromEntries(names.map((name) => [name, known[name].find()]))
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

/** PostgreSQL refuses root: as root it runs as the user `postgres` that its package made. */
export async function startPostgres(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-pg-'))
  const data = join(folder, 'data')
  const port = await freePort()
  let identity = {}
  if (isRoot) {
    const id = (flag) => Number(execFileSync('id', [flag, 'postgres']).toString())
    identity = { uid: id('-u'), gid: id('-g') }
    chownSync(folder, identity.uid, identity.gid)
  }
  const call = (program, args) =>
    execFileSync(join(bin, program), args, { ...identity, cwd: folder, stdio: 'pipe', env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' } })
  call('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  // Everybody is trusted but one, for the tests about passwords.
  const hba = join(data, 'pg_hba.conf')
  writeFileSync(hba, `host all sightline_password 127.0.0.1/32 scram-sha-256\n${readFileSync(hba, 'utf8')}`)
  // Durability is PostgreSQL's own business: these clusters live for minutes. Statistics gathered at a moment of its choosing would change
  // plans, and with them the order of rows that no statement asked for.
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=300', 'timezone=UTC', 'autovacuum=off']
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])], {
    ...identity,
    cwd: folder,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' },
  })
  const isReady = () => spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' }).status === 0
  for (let tries = 0; !isReady(); tries++) {
    if (tries > 200 || server.exitCode !== null) throw new Error('PostgreSQL did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    address: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = new Promise((resolve) => server.on('exit', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** MariaDB, which as root runs as the user `mysql` that its package made. */
export async function startMariadb(program) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-mariadb-'))
  const data = join(folder, 'data')
  const socket = join(folder, 'socket')
  const port = await freePort()
  const user = isRoot ? ['--user=mysql'] : []
  if (isRoot) {
    const id = (flag) => Number(execFileSync('id', [flag, 'mysql']).toString())
    chownSync(folder, id('-u'), id('-g'))
  }
  execFileSync(
    onPath('mariadb-install-db') ?? '/usr/bin/mariadb-install-db',
    ['--no-defaults', ...user, `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { cwd: folder, stdio: 'pipe' },
  )
  const settings = [
    `--datadir=${data}`,
    `--socket=${socket}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--max-connections=300',
    '--default-time-zone=+00:00',
  ]
  const server = spawn(program, ['--no-defaults', ...user, ...settings, '--skip-log-bin', '--innodb-flush-log-at-trx-commit=0'], {
    cwd: folder,
    stdio: 'ignore',
  })
  await untilOpen(port, server, 'MariaDB')
  return { address: `mysql://root@127.0.0.1:${port}/`, stop: () => end(server, folder) }
}

export async function startRedis(program) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-redis-'))
  const port = await freePort()
  const server = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { cwd: folder, stdio: 'ignore' })
  await untilOpen(port, server, 'Redis')
  return { address: `redis://127.0.0.1:${port}`, stop: () => end(server, folder) }
}

const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

async function untilOpen(port, server, name) {
  for (let tries = 0; !(await isOpen(port)); tries++) {
    if (tries > 400 || server.exitCode !== null) throw new Error(`${name} did not start`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function end(server, folder) {
  if (server.exitCode === null) {
    const ended = new Promise((resolve) => server.on('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}
