import { pino } from 'pino'
import { buildApp } from './app.ts'
import { ConfigError, type Config } from './config.ts'
import { lockData } from './data-lock.ts'
import type { Deps } from './deps.ts'
import { loadExamples } from './examples/load-examples.ts'
import { openDeps } from './open-deps.ts'
import { ensureAdmin } from './people/ensure-admin.ts'
import { pairRegistry } from './people/registry.ts'
import { sweepSessions } from './people/sessions.ts'
import { syncRoles } from './people/sync-roles.ts'
import { routes } from './resources/all.ts'
import { ensureDefaultPlace } from './uploads/default-place.ts'
import { makeRunJob } from './sqllab/run-job.ts'

export interface Serving {
  readonly address: string
  close(): Promise<void>
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
export const makeLog = (config: Config) => pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: false }))

/** Config → store → secrets → roles → listen → examples, then one line with the address. */
export async function serve(config: Config): Promise<Serving> {
  const lock = lockData(config.dataFolder)
  const ended: (() => unknown)[] = [() => lock.release()]
  const close = async () => {
    for (const end of ended.splice(0).reverse()) await end()
  }
  try {
    const { deps, close: closeDeps } = await openDeps(config, makeLog(config))
    ended.push(closeDeps)
    await syncRoles(deps, pairRegistry(routes))
    await deps.jobs.start('server', makeRunJob(deps))
    const token = await ensureAdmin(deps)
    const app = await buildApp(deps, routes)
    ended.push(() => app.close())
    const port = await listen(app, config)
    const address = `http://${hostInLinks(config.host)}:${port}`
    await loadFirstExamples(deps)
    await ensureDefaultPlace(deps)
    deps.readiness.isReady = true
    const sweeper = keepTidy(deps)
    ended.push(() => clearInterval(sweeper))
    say(
      token === null
        ? `Sightline is ready at ${address}`
        : `Sightline is ready. This link signs you in once, within a day: ${address}/login/link/?token=${token}`,
    )
    return { address, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new ConfigError(`Port ${port} on ${host} is taken. Set PORT to another one.`)
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') throw new ConfigError(`Port ${port} on ${host} cannot be used (${code}).`)
    throw error
  }
  const bound = app.server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : port
}

/** An address that means "everywhere" cannot be clicked. */
const hostInLinks = (host: string): string => (host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host)

/** Loaded once per installation; a start that was interrupted meanwhile loads them again. */
async function loadFirstExamples(deps: Deps): Promise<void> {
  const name = 'first_examples'
  const done = await deps.db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  if (done || !deps.config.loadExamples) return
  await loadExamples(deps, { progress: say })
  await deps.db
    .insertInto('settings')
    .values({ name, value: 'loaded' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

const hourMs = 3_600_000

/** What expired is removed, now and every hour. */
function keepTidy(deps: Deps): NodeJS.Timeout {
  const sweep = () =>
    Promise.all([
      sweepSessions(deps).catch((error: unknown) => deps.log.error({ err: error }, 'expired sign-ins could not be removed')),
      deps.results.sweep().catch((error: unknown) => deps.log.error({ err: error }, 'expired results could not be removed')),
      deps.uploads.sweep().catch((error: unknown) => deps.log.error({ err: error }, 'old uploads could not be removed')),
    ])
  void sweep()
  return setInterval(() => void sweep(), hourMs)
}
