import type { FastifyReply } from 'fastify'
import type { PrintedBundle } from './print-bundle.ts'

/** A page that asked with a token learns from a cookie of that name that its download has come. */
export function sendBundle(reply: FastifyReply, { name, bytes }: PrintedBundle, token: string | undefined): FastifyReply {
  if (token && /^[\w-]{1,64}$/.test(token)) reply.setCookie(token, 'done', { maxAge: 600, path: '/', sameSite: 'lax' })
  return reply.type('application/zip').header('content-disposition', `attachment; filename=${name}`).send(bytes)
}
