// Brings a clone to a state that runs: packages installed from the lock file, programs built. Does only what is not done already.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const oldest = [20, 19]

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  console.error(`Sightline needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Everything the build reads: when none of it changed, neither did the result. */
const stampOf = (paths) => {
  const hash = createHash('sha256')
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) return
    if (!stat.isDirectory()) return void hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
    for (const name of readdirSync(path).sort()) if (name !== 'node_modules' && name !== 'dist') visit(join(path, name))
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest('hex')
}

const marker = (name) => join(root, 'node_modules', '.sightline', name)
const isMarked = (name, stamp) => existsSync(marker(name)) && readFileSync(marker(name), 'utf8') === stamp
const mark = (name, stamp) => {
  mkdirSync(join(root, 'node_modules', '.sightline'), { recursive: true })
  writeFileSync(marker(name), stamp)
}

/** With `dev` also what only tests and checks need. */
export function install({ dev }) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (isMarked('installed-dev', lock) || (!dev && isMarked('installed', lock))) return
  // A tree installed by hand is left alone as long as it is at least as new as the lock file.
  const byHand = statSync(join(root, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false })
  const hasDev = existsSync(join(root, 'node_modules', 'vitest')) && existsSync(join(root, 'node_modules', '@playwright', 'test'))
  if (byHand && hasDev && byHand.mtimeMs + 5000 >= statSync(join(root, 'package-lock.json')).mtimeMs) return mark('installed-dev', lock)
  console.log('Installing packages …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(dev ? ['--include=dev'] : ['--omit=dev'])])
  mark(dev ? 'installed-dev' : 'installed', lock)
}

const parts = () => {
  const shared = ['package-lock.json', 'packages/contract/src', 'packages/core/src', 'packages/charts/src']
  return [
    {
      name: 'built-server',
      says: 'Building the server …',
      script: 'scripts/build-server.mjs',
      result: 'packages/server/dist/cli.js',
      paths: [...shared, 'scripts/build-server.mjs', 'packages/connectors/src', 'packages/server/src'],
    },
    {
      name: 'built-web',
      says: 'Building the pages …',
      script: 'scripts/build-web.mjs',
      result: 'packages/web/dist/index.html',
      paths: [...shared, 'scripts/build-web.mjs', 'packages/web'],
    },
  ]
}

/** In processes of their own: the memory a bundler takes must not stay with the server that is started next. */
export function build() {
  for (const { name, says, script, result, paths } of parts()) {
    const stamp = stampOf(paths)
    if (isMarked(name, stamp) && existsSync(join(root, result))) continue
    console.log(says)
    run(process.execPath, [join(root, script)])
    mark(name, stamp)
  }
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
