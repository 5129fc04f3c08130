// Real services for tests: finds them, installs what is missing where it may (root with apt), starts them on temporary folders and free ports.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
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

/** Name → Debian package and a function that finds the installed program. */
const known = {
  chromium: { debian: 'chromium', find: () => process.env.CHROMIUM ?? onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome') },
  postgres: { debian: 'postgresql', find: newestPostgres },
  mariadb: { debian: 'mariadb-server', find: () => onPath('mariadbd') ?? ['/usr/sbin/mariadbd'].find((path) => existsSync(path)) },
  redis: { debian: 'redis-server', find: () => onPath('redis-server') },
}

/** Finds or installs all; → { name: path | undefined }. */
export function findServices() {
  const missing = Object.values(known).filter(({ find }) => !find())
  if (missing.length && isRoot && onPath('apt-get')) {
    const packages = missing.map(({ debian }) => debian)
    console.log(`Installing ${packages.join(', ')} …`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
    // policy-rc.d: the package's own service must not start; ours run on temporary folders.
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, RUNLEVEL: '1' },
    })
  }
  return Object.fromEntries(Object.entries(known).map(([name, { find }]) => [name, find()]))
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
