import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { constants } from 'node:zlib'
import type { Deps } from './deps.ts'
import { readBodies, readMultipart } from './http/bodies.ts'
import { sessionKeyOf } from './http/cookies.ts'
import { answerErrors, printProblem } from './http/errors.ts'
import { passCsrfField, passGate, passGuestField } from './http/gate.ts'
import { noteCall } from './http/note-call.ts'
import { allowOtherHosts } from './http/other-hosts.ts'
import { methodsAt } from './http/other-methods.ts'
import { parseCall } from './http/parse-call.ts'
import { discardReceived, receiveFiles } from './http/receive-files.ts'
import type { Route } from './http/route.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { sendShell, serveFiles } from './http/shell.ts'
import { makeCallers, type Callers } from './people/load-caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Route['endpoint']
  }
}

export type App = FastifyInstance

const refuseSchemas = (): never => {
  throw new Error('Routes have no schemas of the framework.')
}

/** The whole server without a socket. Every route goes through the same door, so none can escape the access table. */
export async function buildApp(deps: Deps, routes: readonly Route[]): Promise<App> {
  const { config } = deps
  const app: App = fastify({
    logger: false,
    genReqId: () => crypto.randomUUID(),
    trustProxy: config.trustProxy ? (_address, hop) => hop < 1 : false,
    bodyLimit: config.bodyLimitMb * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    // Endpoints are checked by the schemas of the contract; the framework's own validator would only be loaded.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
  })
  app.addHook('onRequest', (request, _reply, done) => {
    request.log = deps.log
    done()
  })
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.endpoint === undefined) throw new Error(`The route ${url} is not in the access table.`)
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('csrfIsDue', false)
  app.decorateRequest('guestIsDue', false)
  app.decorateRequest('received', null)
  sendSecurityHeaders(app, config)
  allowOtherHosts(app, config)
  answerErrors(app)
  await app.register(cookie)
  // The quickest levels: the next ones take twice the time for a tenth less. Bodies of requests are read as they come, never unpacked.
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    globalDecompression: false,
  })
  await readBodies(app, config)
  await serveFiles(app)
  const callers = makeCallers(deps)
  for (const route of routes) register(app, deps, callers, route)
  const methodsOf = methodsAt(routes)
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/static/') && /text\/html/.test(request.headers.accept ?? '')
    if (isPage) {
      const { caller } = await callers.load({ sessionKey: sessionKeyOf(request), bearer: undefined })
      return sendShell(deps, request, reply.code(404), caller)
    }
    const methods = methodsOf(request.url)
    // A route that takes the method has found nothing there itself.
    if (methods.length === 0 || methods.includes(request.method))
      return reply.code(404).send(unexpected('404 Not Found: The requested address was not found on the server.'))
    void reply.header('allow', methods.join(', '))
    if (request.method === 'OPTIONS') return reply.code(200).send()
    return reply.code(405).send(unexpected(`405 Method Not Allowed: This address takes ${methods.join(', ')}, and not ${request.method}.`))
  })
  return app
}

const unexpected = (message: string) => ({ errors: [printProblem({ code: 'GENERIC_BACKEND_ERROR', message })] })

function register(app: App, deps: Deps, callers: Callers, { endpoint, handle }: Route): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    onRequest: (request, reply) => passGate(deps, callers, endpoint, request, reply),
    preValidation: (request) => (endpoint.takesFiles ? receiveFiles(deps, endpoint.takesFiles, request) : readMultipart(request)),
    preHandler: async (request, reply) => {
      await passGuestField(deps, callers, endpoint, request, reply)
      if (!reply.sent) passCsrfField(deps, request, reply)
    },
    handler: async (request, reply) => {
      const answer: unknown = await handle(deps, parseCall(endpoint, request, reply))
      // A client that left in the middle of a stream has its headers already, and nothing more is sent.
      if (answer === reply || reply.sent || reply.raw.headersSent) return reply
      reply.code(endpoint.status ?? 200)
      if (endpoint.produces !== undefined && endpoint.produces !== 'json') return reply.send(answer)
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
    },
    onResponse: async (request, reply) => {
      noteCall(deps, endpoint, request, reply)
      await discardReceived(deps, request)
    },
  })
}
