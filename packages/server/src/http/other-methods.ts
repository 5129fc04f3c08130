import type { Route } from './route.ts'

/** Which methods an address takes. A call with another one is told so: it is a mistake of the caller's, not an address that is missing. */
export function methodsAt(routes: readonly Route[]): (url: string) => readonly string[] {
  const known = routes.map(({ endpoint }) => ({ method: endpoint.method, pattern: patternOf(endpoint.path) }))
  return (url) => {
    const path = url.split('?', 1)[0] as string
    const methods = new Set<string>(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods].sort()
  }
}

/** Addresses are taken with and without the slash at their end. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('/')}/?$`,
  )
