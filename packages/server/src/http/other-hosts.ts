import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** The one call that pages of one host name make to another. */
const shared = /^\/api\/v1\/chart\/data\/?(\?|$)/

/** Whether an address is of a host name that the operator has listed. */
const isListedHost = ({ webserverDomains }: Config, address: string): boolean =>
  URL.canParse(address) && webserverDomains.some((host) => host.toLowerCase() === new URL(address).host)

/** Pages under any listed host name may ask for chart data under any other, as whoever is signed in; nobody else may, and nothing else. */
export function allowOtherHosts(app: FastifyInstance, config: Config): void {
  if (config.webserverDomains.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!shared.test(request.url)) return
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !isListedHost(config, origin)) return
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' })
    if (isPreflight(request))
      return reply
        .headers({ 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type, x-csrftoken', 'access-control-max-age': '600' })
        .code(204)
        .send()
  })
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean => method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
