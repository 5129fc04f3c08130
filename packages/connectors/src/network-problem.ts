import type { Problem } from '@sightline/contract'

const unreachable = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'])

/** What the network says when a server cannot be reached, as a problem of the interface; null: it is not about the network. */
export function networkProblem(error: unknown, target: { readonly host: string; readonly port: number }, engineName: string): Problem | null {
  const { code } = error as { readonly code?: string }
  const extra = (...invalid: string[]) => ({ engine_name: engineName, invalid })
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { code: 'CONNECTION_INVALID_HOSTNAME_ERROR', message: `The hostname "${target.host}" cannot be resolved.`, extra: extra('host') }
  }
  if (code === 'ECONNREFUSED') {
    return {
      code: 'CONNECTION_PORT_CLOSED_ERROR',
      message: `Port ${target.port} on hostname "${target.host}" refused the connection.`,
      extra: extra('host', 'port'),
    }
  }
  if (code !== undefined && unreachable.has(code)) {
    return {
      code: 'CONNECTION_HOST_DOWN_ERROR',
      message: `The host "${target.host}" might be down, and can't be reached on port ${target.port}.`,
      extra: extra('host', 'port'),
    }
  }
  return null
}
