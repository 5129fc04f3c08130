import { mayFrame } from '@sightline/contract'

/** What a message needs to be looked at; a MessageEvent is one. */
interface Heard {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

/**
 * The port that the page around the frame hands over, or undefined where a message is something else: it must come from that page and no other window,
 * and from a domain that may show the dashboard. The browser has looked at the domain before; this is the second lock.
 */
export function portIn({ source, origin, data, ports }: Heard, parent: unknown, domains: readonly string[]): MessagePort | undefined {
  if (source !== parent || !mayFrame(domains, origin)) return undefined
  const { type, handshake } = (typeof data === 'object' && data !== null ? data : {}) as { readonly type?: unknown; readonly handshake?: unknown }
  return type === '__embedded_comms__' && handshake === 'port transfer' ? ports[0] : undefined
}
