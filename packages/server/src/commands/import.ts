import type { FidelityReport } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ConfigError, type Config } from '../config.ts'
import { lockData } from '../data-lock.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { errorsOf } from '../moving-in/begin-move.ts'
import { moveEndings } from '../moving-in/move-desk.ts'
import type { MoveOrder } from '../moving-in/move-form.ts'
import { moveIn, type OnStep } from '../moving-in/move-in.ts'
import { addDone } from '../moving-in/moves.ts'
import { readSource } from '../moving-in/read-source.ts'
import { ensureAdmin } from '../people/ensure-admin.ts'
import { makeCallers } from '../people/load-caller.ts'
import { printErrors, printReport } from './print-report.ts'
import { readSecretsFile } from './secrets-file.ts'
import { readPassword, withDeps } from './with-deps.ts'

export const importHelp = `  sightline import FILE.zip take in a bundle, and say how faithfully it came (not while the server runs)
  sightline import --from http://HOST --username NAME --password-stdin
                            bring everything from a running server
      --provider db|ldap      how the account signs in there (db)
      --dry-run               only the report, nothing is written
      --report FILE.json      the report as JSON, into a file
      --json                  the report as JSON instead of the summary
      --as USERNAME           whose everything becomes (the first administrator)
      --secrets FILE.json     passwords of the databases, {"databases/Name.yaml": "password"}`

export const importOptions = {
  from: { type: 'string' },
  provider: { type: 'string' },
  'dry-run': { type: 'boolean' },
  report: { type: 'string' },
  json: { type: 'boolean' },
  as: { type: 'string' },
  secrets: { type: 'string' },
} as const

interface Values {
  readonly from?: string | undefined
  readonly provider?: string | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly report?: string | undefined
  readonly json?: boolean | undefined
  readonly as?: string | undefined
  readonly secrets?: string | undefined
  readonly username?: string | undefined
  readonly 'password-stdin'?: boolean | undefined
}

const mostMegabytes = 512
const say = (line: string): void => void process.stderr.write(`${line}\n`)
const tell = (text: string): void => void process.stdout.write(`${text}\n`)

/** One command moves a team in; answers whether it did. */
export async function importCommand(config: Config, values: Values, files: readonly string[]): Promise<boolean> {
  const order = await readOrder(values, files)
  refuseStrangeSecrets(config)
  if (values.report !== undefined) await mustBeWritable(values.report)
  const lock = lockOrSayWhere(config)
  const stop = new AbortController()
  const onSignal = (): void => stop.abort(moveEndings.stopped)
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  try {
    return await withDeps(config, (deps) => runImport(deps, order, values, stop.signal))
  } finally {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    lock.release()
  }
}

async function runImport(deps: Deps, order: MoveOrder, values: Values, signal: AbortSignal): Promise<boolean> {
  const caller = await findCaller(deps, values.as)
  const startedOn = deps.now()
  const onStep = sayingSteps()
  let report: FidelityReport
  try {
    const allowedHosts = 'server' in order.from ? placesOf(order.from.server.address) : []
    const source = await readSource(deps, order.from, { signal, onStep, allowedHosts })
    report = await moveIn(deps, caller, source, {
      ...order,
      signal,
      onStep,
      onWritten: (tx, made) => addDone(tx, deps, caller, startedOn, { run: randomUUID(), source, isDryRun: false }, made),
    })
  } catch (error) {
    const isStopped = signal.reason === moveEndings.stopped
    if (!isStopped && !(error instanceof Refusal)) throw error
    const errors = isStopped ? [{ message: moveEndings.stopped.message }] : errorsOf(error)
    if (values.json) tell(JSON.stringify({ errors }, null, 2))
    say(`${printErrors(errors)}\nNothing was kept.`)
    return false
  }
  const json = JSON.stringify(report, null, 2)
  if (values.report !== undefined) await writeFile(values.report, `${json}\n`)
  tell(values.json ? json : printReport(report))
  return true
}

async function readOrder(values: Values, files: readonly string[]): Promise<MoveOrder> {
  const { from, username, provider = 'db', secrets } = values
  const [file, ...more] = files
  if ((file === undefined) === (from === undefined) || more.length > 0)
    throw new ConfigError('import takes either one FILE.zip or --from ADDRESS. sightline --help explains both.')
  const common = { isDryRun: values['dry-run'] ?? false, secrets: await readSecretsFile(secrets) }
  if (file !== undefined) return { ...common, from: { bundle: { name: basename(file), archive: await readArchive(file) } } }
  if (!username || !values['password-stdin']) throw new ConfigError('import --from needs --username NAME and --password-stdin: an account of that server.')
  const address = from!.trim()
  placesOf(address)
  const password = await readPassword()
  if (password === '') throw new ConfigError('There is no password on the standard input.')
  return { ...common, from: { server: { address, username, password, provider } } }
}

async function readArchive(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path)
    if (size > mostMegabytes * 2 ** 20) throw new ConfigError(`${path} is larger than ${mostMegabytes} MB.`)
    return await readFile(path)
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Known before anything comes over, not after. */
async function mustBeWritable(path: string): Promise<void> {
  try {
    await (await open(path, 'a')).close()
  } catch (error) {
    throw new ConfigError(`The report cannot be written to ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The place that whoever has this machine's command line typed may be reached, wherever it lies. */
function placesOf(address: string): readonly string[] {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`${JSON.stringify(address)} is no address of a server; it begins with http:// or https://.`)
  return [`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`]
}

/** Stored passwords can be read with the secrets of the server only, and those lie in its data folder. */
function refuseStrangeSecrets({ store, dataFolder }: Config): void {
  if (!/^postgres(ql)?:/.test(store) || existsSync(join(dataFolder, 'secrets.json'))) return
  throw new ConfigError(
    `There is no secrets.json in ${dataFolder}. The metadata store is shared, so what is written into it needs the secrets of its server: give its folder with --data, or start the server once.`,
  )
}

function lockOrSayWhere({ dataFolder }: Config): { release(): void } {
  try {
    return lockData(dataFolder)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(`${error.message}\nA running server moves in through its page /moving-in/.`)
  }
}

async function findCaller(deps: Deps, username: string | undefined): Promise<Caller> {
  // A move may be the first thing that happens here: it begins as a first start does, and the server says how to sign in.
  const isNew = (await deps.db.selectFrom('users').select('id').limit(1).execute()).length === 0
  if (isNew && username === undefined) await ensureAdmin(deps)
  const admins = deps.db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('roles.name', '=', 'Admin')
    .where('users.active', '=', true)
    .select('users.id')
    .orderBy('users.id')
  const named = deps.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username ?? '')
  const found = await (username === undefined ? admins : named).executeTakeFirst()
  const caller = found ? await makeCallers(deps).ofUser(found.id) : null
  if (caller) return caller
  throw new ConfigError(
    username === undefined
      ? 'There is no active administrator, and somebody has to own what comes over: sightline create-admin makes one.'
      : `There is nobody with the sign-in name ${username}, or the account is switched off.`,
  )
}

/** A line per step, and one now and then about how far it is. */
function sayingSteps(): OnStep {
  let last = ''
  let lastAt = 0
  return (words, done = 0, total = null) => {
    const isNew = words !== last
    if (!isNew && (total === null || (done < total && performance.now() - lastAt < 1000))) return
    last = words
    lastAt = performance.now()
    say(total === null || total === 0 ? `${words} …` : `${words} … ${done} of ${total}`)
  }
}
