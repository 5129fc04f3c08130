import type { Connector, Driver } from '@sightline/connectors'
import { fail, ok, type Result } from '@sightline/core'
import type { DatabasePlan, Planning } from '../../bundles/import-plan.ts'
import { openUri, splitUri, unmaskUri } from '../../databases/connection-uri.ts'
import type { ConnectionExtras } from '../../databases/open-driver.ts'
import type { Deps } from '../../deps.ts'
import { findTunnel, settingsOfRow } from '../../tunnels/stored-tunnel.ts'

export interface OpenDatabase {
  readonly driver: Driver
  readonly connector: Connector<unknown>
}
type Look<Value> = (database: OpenDatabase) => Promise<Result<Value>>

/** What is asked for, in words for people who read a report. */
const needed: Readonly<Record<string, string>> = {
  'Must provide a password for the database': 'It needs its password: enter it in the settings of the database.',
  'Must provide a password for the ssh tunnel': 'Its SSH tunnel needs a password: set the tunnel up in the settings of the database.',
  'Must provide a private key for the ssh tunnel': 'Its SSH tunnel needs a private key: set the tunnel up in the settings of the database.',
  'Must provide a private key password for the ssh tunnel':
    'The private key of its SSH tunnel needs its password: set the tunnel up in the settings of the database.',
}

/** Why a database of the bundle cannot be opened as it comes; null where that has to be tried. */
export function whyClosed({ whyUnusable, needs }: DatabasePlan): string | null {
  if (whyUnusable !== null) return `It cannot be used until it is pointed elsewhere: ${whyUnusable}`
  return needs.length > 0 ? needs.map((text) => needed[text] ?? text).join(' ') : null
}

/** Opens a database as it will be once the move is done, also one that is not registered yet. Nothing is written into it. */
export async function lookInto<Value>({ deps, databases }: Planning, uuid: string, look: Look<Value>): Promise<Result<Value>> {
  const plan = databases.get(uuid)
  const closed = plan ? whyClosed(plan) : null
  if (closed !== null) return fail({ code: 'GENERIC_DB_ENGINE_ERROR', message: closed })
  const stored = await storedOne(deps, plan, uuid)
  const isAsStored = !plan || plan.fate === 'keep' || (stored?.uri === plan.uri && plan.password === null && plan.tunnel === null)
  if (isAsStored) return stored ? lookIntoStored(deps, stored.id, look) : fail({ code: 'DATABASE_NOT_FOUND_ERROR', message: 'The database was not found.' })

  const uri = splitUri(plan.uri)
  const password = plan.keepsPassword && stored?.password ? deps.secrets.decrypt(stored.password) : plan.password
  const opened = uri ? openUri(unmaskUri(uri, password)) : fail({ code: 'GENERIC_DB_ENGINE_ERROR' as const, message: 'Its address cannot be read.' })
  if (!opened.ok) return opened
  const tunnel = stored ? await findTunnel(deps.db, stored.id) : undefined
  const extras: ConnectionExtras = {
    serverCertificate: stored?.server_cert ?? null,
    mayWrite: false,
    tunnel: plan.tunnel ?? (tunnel ? settingsOfRow(tunnel, deps.secrets) : null),
  }
  const { connector, config } = opened.value
  return deps.queries.tryOut(connector, config, (driver) => look({ driver, connector }), extras)
}

const storedOne = (deps: Deps, plan: DatabasePlan | undefined, uuid: string) => {
  const query = deps.db.selectFrom('databases').select(['id', 'uri', 'password', 'server_cert'])
  return (plan?.id ? query.where('id', '=', plan.id) : query.where('uuid', '=', uuid)).executeTakeFirst()
}

async function lookIntoStored<Value>({ queries }: Deps, id: number, look: Look<Value>): Promise<Result<Value>> {
  const connector = await queries.connectorOf(id)
  return connector.ok ? queries.use(id, (driver) => look({ driver, connector: connector.value })) : connector
}

/** Whether it answers at all. */
export async function tryDatabase({ driver }: OpenDatabase, signal: AbortSignal): Promise<Result<void>> {
  const answer = await driver.test(signal)
  return answer.ok ? ok(undefined) : answer
}
