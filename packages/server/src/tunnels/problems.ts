import type { Problem } from '@sightline/contract'
import type { Target } from './tunnel.ts'

interface SshServer {
  readonly address: string
  readonly port: number
}

const extra = (...invalid: string[]) => ({ engine_name: 'SSH Tunnel', ...(invalid.length > 0 ? { invalid } : {}) })

/** What the SSH client or the network says about the machine in the middle. */
export function problemOfSsh(error: Error & { readonly code?: string; readonly level?: string }, { address, port }: SshServer): Problem {
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return { code: 'CONNECTION_INVALID_HOSTNAME_ERROR', message: `The hostname "${address}" cannot be resolved.`, extra: extra('server_address') }
  if (error.code === 'ECONNREFUSED')
    return {
      code: 'CONNECTION_PORT_CLOSED_ERROR',
      message: `Port ${port} on hostname "${address}" refused the connection.`,
      extra: extra('server_address', 'server_port'),
    }
  if (error.level === 'client-timeout' || ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'].includes(error.code ?? ''))
    return {
      code: 'CONNECTION_HOST_DOWN_ERROR',
      message: `The host "${address}" might be down, and can't be reached on port ${port}.`,
      extra: extra('server_address', 'server_port'),
    }
  if (error.level === 'client-authentication')
    return { code: 'CONNECTION_ACCESS_DENIED_ERROR', message: 'The SSH server refused the username or its credentials.', extra: extra('username') }
  if (/privateKey|passphrase|bad decrypt|key/i.test(error.message) && error.level === undefined)
    return { code: 'CONNECTION_ACCESS_DENIED_ERROR', message: 'The private key cannot be read: it or its password is wrong.', extra: extra('private_key') }
  return { code: 'GENERIC_DB_ENGINE_ERROR', message: `SSH tunnel error: ${error.message}`, extra: extra() }
}

export const hostKeyChanged = ({ address }: SshServer): Problem => ({
  code: 'GENERIC_DB_ENGINE_ERROR',
  message: `SSH tunnel error: the key of "${address}" is not the one that is known. Either the server was set up anew, or something answers in its place.`,
  extra: extra('server_address'),
})

/** What the machine in the middle says about the database behind it. */
export const problemOfTarget = (error: Error & { readonly reason?: unknown }, { host, port }: Target): Problem =>
  /resolve|not known|Name or service/i.test(error.message)
    ? { code: 'CONNECTION_INVALID_HOSTNAME_ERROR', message: `The hostname "${host}" cannot be resolved.`, extra: extra('host') }
    : { code: 'CONNECTION_PORT_CLOSED_ERROR', message: `Port ${port} on hostname "${host}" refused the connection.`, extra: extra('host', 'port') }
