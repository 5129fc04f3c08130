import { isAdmin } from '@sightline/core'
import { sql } from 'kysely'
import { visibleDatabases } from '../data-permissions/visible.ts'
import { connectorOfEngine, maskUri, openUri, secretMask, splitUri, unmaskUri, type ConnectionUri } from '../databases/connection-uri.ts'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import { mustHavePort, readTunnel, type SentTunnel } from '../tunnels/read-tunnel.ts'
import { findTunnel, settingsOfRow } from '../tunnels/stored-tunnel.ts'
import type { TunnelSettings } from '../tunnels/tunnel.ts'
import type { Document } from './documents.ts'
import { databaseContent, readContent, type DatabaseContent } from './file-schema.ts'
import { fateOf, wordsOfRefusal, type Planning } from './import-plan.ts'

/**
 * The database a file speaks of: the one of its uuid, else of its name, else a new one. A stored password stays with a stored address only:
 * with another one in the bundle it would be sent elsewhere.
 */
export async function planDatabase(planning: Planning, path: string, file: Document): Promise<void> {
  const { faults, databases, notes } = planning
  const read = readContent(databaseContent, file)
  if ('fault' in read) return void (faults[path] = read.fault)
  // The file's own password is used and goes no further: what is planned with is also kept and leaves again.
  const { password: inFile, ...content } = read.content
  const before = await findDatabase(planning, content)
  const fate = fateOf(planning, 'database', before && { mayReplace: await isVisible(planning, before.id) })
  if (typeof fate === 'object') return void (faults[path] = fate.fault)
  const kept = { path, content, id: before?.id ?? null, before }
  const asItIs = { ...kept, fate: 'keep', uri: '', password: null, keepsPassword: true, tunnel: null, needs: [], whyUnusable: null } as const
  if (fate === 'keep') return void databases.set(content.uuid, asItIs)

  const isMove = planning.order.isMove ?? false
  // A move is not held up by one address that nobody can read; as it may hide a secret in its own way, the text itself does not come over.
  const text = isMove && !splitUri(content.sqlalchemy_uri) ? unknownAddress : content.sqlalchemy_uri
  const uri = splitUri(text)
  if (!uri) return void (faults[path] = { sqlalchemy_uri: ['The address of the database cannot be read.'] })
  const given = planning.order.passwords[path] ?? (inFile === secretMask ? null : inFile) ?? null
  const address = addressOf(text, uri)
  const tunnel = await readBundledTunnel(planning, path, content, before, uri)
  const keepsPassword = given === null && uri.password === secretMask && before !== null && before.uri === address && tunnel.isSameWay
  const isAsked = uri.password === secretMask && given === null && !keepsPassword
  const needs = [...(isAsked ? ['Must provide a password for the database'] : []), ...tunnel.needs]
  if (needs.length > 0 && !isMove) return void (faults[path] = { _schema: needs })
  if (tunnel.fault !== null) return void (faults[path] = { ssh_tunnel: [tunnel.fault] })

  const whyUnusable = reasonNotToOpen(uri, given)
  // Somebody may have pointed it elsewhere since it came first: what works is not replaced by what does not.
  if (isMove && before && before.uri !== address && (needs.length > 0 || whyUnusable !== null)) {
    const words = `The database "${before.database_name}" is here already with another address, which was left as it is. Its datasets use that one.`
    notes.push({ kind: 'database', name: before.database_name, words })
    return void databases.set(content.uuid, asItIs)
  }
  const name = content.database_name
  if (needs.length > 0) {
    const words = `The database "${name}" came over without its secrets, because they were not given. It cannot be used until they are entered.`
    notes.push({ kind: 'password', name, words })
  } else if (whyUnusable !== null) {
    notes.push({ kind: 'database', name, words: `The database "${name}" came over but cannot be used until it is pointed elsewhere: ${whyUnusable}` })
  }
  const inAddress = uri.password === null || uri.password === secretMask ? null : maskUri(uri).password
  const connection = { uri: address, password: given ?? inAddress, keepsPassword, tunnel: tunnel.settings }
  databases.set(content.uuid, { ...kept, fate, ...connection, needs, whyUnusable })
}

async function findDatabase({ deps: { db } }: Planning, content: DatabaseContent): Promise<DatabaseRow | null> {
  const rows = await db
    .selectFrom('databases')
    .selectAll()
    .where((where) => where.or([where('uuid', '=', content.uuid), where('database_name', '=', content.database_name)]))
    .execute()
  return rows.find(({ uuid }) => uuid === content.uuid) ?? rows[0] ?? null
}

async function isVisible({ deps, caller }: Planning, id: number): Promise<boolean> {
  const rule = visibleDatabases(caller)
  if (!rule || isAdmin(caller)) return true
  const { rows } = await sql`select 1 from databases where databases.id = ${id} and (${rule})`.execute(deps.db)
  return rows.length > 0
}

const unknownAddress = 'unknown://'

/** As it is stored: the text of the bundle wherever it holds no secret, because other programs know it in that form. */
const addressOf = (text: string, uri: ConnectionUri): string => (uri.password === null || uri.password === secretMask ? text.trim() : maskUri(uri).uri)

/** T17: an address is opened by its connector or not at all; one that nobody would open is told, and waits to be pointed elsewhere. */
function reasonNotToOpen(uri: ConnectionUri, password: string | null): string | null {
  if (uri.engine === 'unknown') return 'its address cannot be read.'
  if (!connectorOfEngine(uri.engine)) return `there is no connector for "${uri.engine}".`
  const opened = openUri(unmaskUri(uri, password ?? 'x'))
  return opened.ok ? null : opened.problem.message
}

interface BundledTunnel {
  readonly settings: TunnelSettings | null
  readonly needs: readonly string[]
  readonly fault: string | null
  /** Whether the database is reached the way it was: through the stored tunnel, or without one as before. */
  readonly isSameWay: boolean
}

async function readBundledTunnel(
  { deps, order }: Planning,
  path: string,
  { ssh_tunnel: sent }: DatabaseContent,
  before: DatabaseRow | null,
  uri: ConnectionUri,
): Promise<BundledTunnel> {
  if (!sent) return { settings: null, needs: [], fault: null, isSameWay: true }
  const row = before ? await findTunnel(deps.db, before.id) : undefined
  const stored = row ? settingsOfRow(row, deps.secrets) : null
  const isSame = stored?.address === sent.server_address && stored.port === sent.server_port && stored.username === sent.username
  const secrets = [
    ['password', order.tunnelPasswords[path], 'Must provide a password for the ssh tunnel'],
    ['private_key', order.tunnelKeys[path], 'Must provide a private key for the ssh tunnel'],
    ['private_key_password', order.tunnelKeyPasswords[path], 'Must provide a private key password for the ssh tunnel'],
  ] as const
  const needs = secrets.flatMap(([name, given, words]) => (sent[name] === secretMask && given === undefined && !isSame ? [words] : []))
  if (needs.length > 0) return { settings: null, needs, fault: null, isSameWay: isSame }
  const whole: SentTunnel = {
    server_address: sent.server_address,
    server_port: sent.server_port,
    username: sent.username,
    ...Object.fromEntries(secrets.map(([name, given]) => [name, given ?? sent[name] ?? null])),
  }
  let settings: TunnelSettings | null = null
  const fault = await wordsOfRefusal(async () => {
    settings = readTunnel(deps, whole, stored)
    mustHavePort(uri)
  })
  return { settings, needs: [], fault, isSameWay: isSame }
}
