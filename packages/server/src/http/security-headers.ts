import { frameAncestorsOf } from '@sightline/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** No script but our own files, no frame around us, nothing loaded from elsewhere. The component kit writes style elements, hence inline styles. */
const policyOf = ({ webserverDomains }: Config, ancestors = "'none'"): string =>
  [
    "default-src 'self'",
    "base-uri 'self'",
    ["connect-src 'self'", ...webserverDomains].join(' '),
    "font-src 'self' data:",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    "img-src 'self' blob: data:",
    "object-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
  ].join('; ')

export function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  const policy = policyOf(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    done()
  })
}

/** The one exception: an answer that pages of these domains may show in a frame. The older header knows no list, so it goes. */
export const openToFrames = (reply: FastifyReply, config: Config, domains: readonly string[]): FastifyReply =>
  reply.removeHeader('x-frame-options').header('content-security-policy', policyOf(config, frameAncestorsOf(domains)))
