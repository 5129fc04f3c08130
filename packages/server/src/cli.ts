#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importCommand, importHelp, importOptions } from './commands/import.ts'
import { readPassword, withDeps } from './commands/with-deps.ts'
import { ConfigError, loadConfig, type Config } from './config.ts'
import { lockData } from './data-lock.ts'
import { loadExamples } from './examples/load-examples.ts'
import { makeLog, serve } from './main.ts'
import { openDeps } from './open-deps.ts'
import { setAdmin } from './people/set-admin.ts'
import { makeRunJob } from './sqllab/run-job.ts'
import { version } from './version.ts'

const help = `Sightline ${version}: explore data in one self-hosted program.

  sightline serve           start the server (npm start does this)
  sightline work            run background queries beside a server that uses PostgreSQL and Redis
  sightline migrate         bring the metadata store up to date, then end
  sightline create-admin    make an administrator, or give one a new password
      --username NAME         sign-in name
      --password-stdin        read the password from the standard input
      --first-name, --last-name, --email
${importHelp}
  sightline load-examples   load the example data and dashboard (not while the server runs)

Options of every command
  --data FOLDER   folder that holds all state (SIGHTLINE_DATA, ./data)
  --db ADDRESS    metadata store: a file or postgres://… (SIGHTLINE_DB)
  --port NUMBER   port to listen on (PORT, 8088)
  --host ADDRESS  address to listen on (HOST, 127.0.0.1)
  --help, --version

Every setting can be given in the environment; docs/operations.md lists them.`

const options = {
  ...importOptions,
  data: { type: 'string' },
  db: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  username: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  email: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']

const commands: Readonly<Record<string, (config: Config, values: Values, files: readonly string[]) => Promise<void>>> = {
  serve: async (config) => {
    const { close } = await serve(config)
    endOnSignal(close)
  },
  work: async (config) => {
    refuseLoneWorker(config)
    const { deps, close } = await openDeps(config, makeLog(config))
    try {
      await deps.jobs.start('worker', makeRunJob(deps))
    } catch (error) {
      await close()
      throw error
    }
    console.log('Sightline works in the background.')
    endOnSignal(close)
  },
  migrate: (config) => withDeps(config, async () => console.log('The metadata store is up to date.')),
  'create-admin': (config, values) =>
    withDeps(config, async (deps) => {
      const { username } = values
      if (!username || !values['password-stdin']) throw new ConfigError('create-admin needs --username NAME and --password-stdin.')
      const outcome = await setAdmin(deps, {
        username,
        password: await readPassword(),
        firstName: values['first-name'] ?? username,
        lastName: values['last-name'] ?? 'Admin',
        email: values.email ?? `${username}@localhost`,
      })
      console.log(outcome === 'made' ? `The administrator ${username} was made.` : `${username} is an administrator and has the new password.`)
    }),
  import: async (config, values, files) => {
    if (!(await importCommand(config, values, files))) process.exitCode = 1
  },
  'load-examples': async (config) => {
    const lock = lockData(config.dataFolder)
    try {
      await withDeps(config, (deps) => loadExamples(deps, { progress: (line) => console.log(line) }))
    } finally {
      lock.release()
    }
  },
}

/** A worker shares the store, the results and the secrets of its servers. */
function refuseLoneWorker({ store, redis, dataFolder }: Config): void {
  if (!/^postgres(ql)?:/.test(store) || redis === '') {
    throw new ConfigError(
      '`sightline work` needs PostgreSQL as metadata store (SIGHTLINE_DB) and Redis (SIGHTLINE_REDIS), the same as its server. Without them `sightline serve` does its background work itself.',
    )
  }
  if (!existsSync(join(dataFolder, 'secrets.json'))) {
    throw new ConfigError(
      `There is no secrets.json in ${dataFolder}. A worker needs that of its server, which can read the stored passwords: share the folder or copy the file.`,
    )
  }
}

/** A database or a disk that does not answer must not keep a stopped server running. */
const longestEndMs = 10_000

/** The first signal ends cleanly, a second one at once. */
function endOnSignal(close: () => Promise<void>): void {
  let isEnding = false
  const end = () => {
    if (isEnding) process.exit(130)
    isEnding = true
    setTimeout(() => fail(new ConfigError('Something did not end in time; the server ended without it.')), longestEndMs).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

/** An operator reads one line; a bug shows where it is. */
function fail(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

async function run(args: readonly string[]): Promise<void> {
  let parsed
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}\nsightline --help explains the options.`)
  }
  const { values, positionals } = parsed
  if (values.version) return console.log(version)
  if (values.help) return console.log(help)
  const [name = 'serve', ...more] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || (more.length > 0 && name !== 'import')) throw new ConfigError(`There is no command "${positionals.join(' ')}". sightline --help lists them.`)
  const env = { ...process.env }
  if (values.data !== undefined) env['SIGHTLINE_DATA'] = values.data
  if (values.db !== undefined) env['SIGHTLINE_DB'] = values.db
  if (values.port !== undefined) env['SIGHTLINE_PORT'] = values.port
  if (values.host !== undefined) env['SIGHTLINE_HOST'] = values.host
  await command(loadConfig(env), values, more)
}

run(process.argv.slice(2)).catch(fail)
