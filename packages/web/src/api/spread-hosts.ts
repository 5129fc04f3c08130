/**
 * Browsers make few calls to one host at a time, and a dashboard makes many. An operator may list more host names of the same server; calls for chart
 * data then take turns among them, and the page's own host stays free for everything else.
 */
export function hostForTurn(own: string, listed: unknown, search: string, turn: number): string | undefined {
  if (!Array.isArray(listed) || new URLSearchParams(search).get('disableDomainSharding') === '1') return undefined
  const hosts = [...new Set(listed.filter((host): host is string => typeof host === 'string').map((host) => host.toLowerCase()))]
  // A host that is not listed would not be let in by the others.
  if (!hosts.includes(own)) return undefined
  const others = hosts.filter((host) => host !== own)
  return others[turn % others.length]
}
