import type { Endpoint } from '@sightline/contract'

const byMethod = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const
const wellKnown: Readonly<Record<string, string>> = { _info: 'info', import: 'import_' }

/** The name of a call in the event log: `ChartRestApi.get_list`, or for calls outside the API the last word of the path. */
export function actionName(endpoint: Endpoint<any, any, any, any>): string {
  if (endpoint.action) return endpoint.action
  const { path, method, access } = endpoint
  const words = path.split('/').filter((part) => part !== '' && !part.startsWith(':') && part !== '*')
  const api = /^\/api\/v1\/([^/]+)(\/.*)?$/.exec(path)
  if (!api) return words.at(-1) ?? 'index'
  const [, resource = '', rest = ''] = api
  const view = typeof access === 'object' ? access.view.replaceAll(/[^A-Za-z0-9]/g, '') : pascal(resource)
  const inner = rest.split('/').filter((part) => part !== '' && !part.startsWith(':'))
  const last = inner.at(-1)
  const isCollection = !/:[^/]+\/?$/.test(rest)
  const name =
    last !== undefined
      ? (wellKnown[last] ?? last)
      : isCollection && method === 'GET'
        ? 'get_list'
        : isCollection && method === 'DELETE'
          ? 'bulk_delete'
          : byMethod[method]
  return `${view}RestApi.${name}`
}

const pascal = (name: string): string => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
