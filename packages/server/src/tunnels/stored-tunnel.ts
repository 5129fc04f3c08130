import { randomUUID } from 'node:crypto'
import type { Caller } from '@sightline/core'
import type { Selectable } from 'kysely'
import { secretMask } from '../databases/connection-uri.ts'
import type { SshTunnels } from '../db/schema.ts'
import type { Db } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { changedNow, createdNow } from '../rest/audit.ts'
import type { Secrets } from '../secrets.ts'
import type { TunnelSettings } from './tunnel.ts'

export type TunnelRow = Selectable<SshTunnels>

export const findTunnel = (db: Db, databaseId: number): Promise<TunnelRow | undefined> =>
  db.selectFrom('ssh_tunnels').selectAll().where('database_id', '=', databaseId).executeTakeFirst()

/** Keeps the key that a server showed the first time. */
export async function pinHostKey(db: Db, databaseId: number, key: string): Promise<void> {
  await db.updateTable('ssh_tunnels').set({ server_host_key: key }).where('database_id', '=', databaseId).where('server_host_key', 'is', null).execute()
}

export function settingsOfRow(row: TunnelRow, secrets: Pick<Secrets, 'decrypt'>): TunnelSettings {
  const plain = (text: string | null): string | null => (text === null ? null : secrets.decrypt(text))
  return {
    address: row.server_address,
    port: row.server_port,
    username: row.username,
    password: plain(row.password),
    privateKey: plain(row.private_key),
    privateKeyPassword: plain(row.private_key_password),
    hostKey: row.server_host_key,
  }
}

/** As it is shown: what is secret is the mask, what is not set is left out. */
export function maskTunnel(row: TunnelRow): Record<string, unknown> {
  const mask = (name: 'password' | 'private_key' | 'private_key_password') => (row[name] === null ? {} : { [name]: secretMask })
  return {
    id: row.id,
    server_address: row.server_address,
    server_port: row.server_port,
    username: row.username,
    ...mask('password'),
    ...mask('private_key'),
    ...mask('private_key_password'),
    ...(row.server_host_key === null ? {} : { server_host_key: row.server_host_key }),
  }
}

/** Keeps the tunnel of a database, one per database; null removes it. */
export async function keepTunnel(tx: Db, deps: Deps, caller: Caller, databaseId: number, settings: TunnelSettings | null): Promise<void> {
  if (settings === null) {
    await tx.deleteFrom('ssh_tunnels').where('database_id', '=', databaseId).execute()
    return
  }
  const hide = (text: string | null): string | null => (text === null ? null : deps.secrets.encrypt(text))
  const values = {
    server_address: settings.address,
    server_port: settings.port,
    username: settings.username,
    password: hide(settings.password),
    private_key: hide(settings.privateKey),
    private_key_password: hide(settings.privateKeyPassword),
    server_host_key: settings.hostKey,
  }
  const before = await findTunnel(tx, databaseId)
  if (before) {
    await tx
      .updateTable('ssh_tunnels')
      .set({ ...values, ...changedNow(deps, caller) })
      .where('id', '=', before.id)
      .execute()
  } else {
    await tx
      .insertInto('ssh_tunnels')
      .values({ uuid: randomUUID(), database_id: databaseId, ...values, ...createdNow(deps, caller) })
      .execute()
  }
}
