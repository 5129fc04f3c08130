/** Who may show a page in a frame: an origin (`https://a.example:8443`), a host of either protocol (`a.example`), all hosts below one (`https://*.a.example`). */
interface FrameDomain {
  readonly scheme: string | undefined
  readonly isWildcard: boolean
  readonly host: string
  readonly port: string | undefined
}

/** A path may follow, as it does when somebody copies an address; it says nothing about who may. Anything that could end a header's rule is refused. */
const shape = /^(?:(https?):\/\/)?(\*\.)?([a-z\d_](?:[a-z\d._-]*[a-z\d])?|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:\/[\w./-]*)?$/i
const standardPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }

function readFrameDomain(text: string): FrameDomain | undefined {
  const [, scheme, star, host, port] = shape.exec(text) ?? []
  return host === undefined ? undefined : { scheme: scheme?.toLowerCase(), isWildcard: star !== undefined, host: host.toLowerCase(), port }
}

export const isFrameDomain = (text: string): boolean => readFrameDomain(text) !== undefined

/** The domains as `frame-ancestors` of a content security policy names them. No domain means any; what is stored but is none opens nothing. */
export function frameAncestorsOf(domains: readonly string[]): string {
  if (domains.length === 0) return '*'
  const sources = domains.flatMap((text) => {
    const domain = readFrameDomain(text)
    if (!domain) return []
    const { scheme, isWildcard, host, port } = domain
    return `${scheme === undefined ? '' : `${scheme}://`}${isWildcard ? '*.' : ''}${host}${port === undefined ? '' : `:${port}`}`
  })
  return sources.length === 0 ? "'none'" : sources.join(' ')
}

/** Whether a page of this origin may show what is open to these domains. */
export function mayFrame(domains: readonly string[], origin: string): boolean {
  if (domains.length === 0) return true
  const asker = readFrameDomain(origin)
  if (asker?.scheme === undefined) return false
  const standardPort = standardPorts[asker.scheme]
  return domains.some((text) => {
    const domain = readFrameDomain(text)
    if (!domain || (domain.scheme ?? asker.scheme) !== asker.scheme) return false
    if ((domain.port ?? standardPort) !== (asker.port ?? standardPort)) return false
    return domain.isWildcard ? asker.host.endsWith(`.${domain.host}`) : asker.host === domain.host
  })
}
