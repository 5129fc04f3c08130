import type { DatabasePut } from '@sightline/contract'
import { connectorOfEngine, secretMask, type ConnectionUri } from '../databases/connection-uri.ts'
import { hasServer } from '../databases/database-facts.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import type { TunnelSettings } from './tunnel.ts'

export type SentTunnel = NonNullable<DatabasePut['ssh_tunnel']>

/**
 * The tunnel that a body describes. Masks stand for the secrets of the stored one, and only while it goes through the same machine as the same
 * user: otherwise a known secret could be sent elsewhere.
 */
export function readTunnel({ config }: Pick<Deps, 'config'>, sent: SentTunnel, stored: TunnelSettings | null): TunnelSettings {
  mustBeEnabled(config)
  const address = sent.server_address?.trim() ?? ''
  const username = sent.username ?? ''
  const port = sent.server_port ?? 22
  if (address === '') throw new Refusal(400, { ssh_tunnel: { server_address: ['Missing data for required field.'] } })
  if (username === '') throw new Refusal(400, { ssh_tunnel: { username: ['Missing data for required field.'] } })
  const isSame = stored !== null && stored.address === address && stored.port === port && stored.username === username
  const secretOf = (text: string | null | undefined, known: string | null): string | null => (text === secretMask ? (isSame ? known : null) : text || null)
  const password = secretOf(sent.password, stored?.password ?? null)
  const privateKey = secretOf(sent.private_key, stored?.privateKey ?? null)
  const privateKeyPassword = secretOf(sent.private_key_password, stored?.privateKeyPassword ?? null)
  if (password !== null && privateKey !== null) throw new Refusal(400, 'Cannot have multiple credentials for the SSH Tunnel')
  if (password === null && privateKey === null) throw new Refusal(400, 'Must provide credentials for the SSH Tunnel')
  // A key that was given must be the server's; without one, the key seen the first time is kept as long as the machine is the same.
  const isSameMachine = stored !== null && stored.address === address && stored.port === port
  const hostKey = sent.server_host_key === undefined ? (isSameMachine ? stored.hostKey : null) : sent.server_host_key?.trim() || null
  return { address, port, username, password, privateKey, privateKeyPassword, hostKey }
}

export function mustBeEnabled(config: Deps['config']): void {
  if (!config.featureFlags.SSH_TUNNELING) throw new Refusal(400, 'SSH Tunneling is not enabled')
}

/** A tunnel leads to a port of a machine: an address without one, or a database in a file, has nowhere to lead to. */
export function mustHavePort(uri: ConnectionUri): void {
  const connector = connectorOfEngine(uri.engine)
  if (!uri.port || !connector || !hasServer(connector)) throw new Refusal(400, 'A database port is required when connecting via SSH Tunnel.')
}

/** Whether what is asked for goes the way that is stored. */
export const isSameTunnel = (a: TunnelSettings | null, b: TunnelSettings | null): boolean =>
  a === null || b === null ? a === b : a.address === b.address && a.port === b.port && a.username === b.username
