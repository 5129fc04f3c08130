import { mayFrame } from '@sightline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { openToFrames } from '../../http/security-headers.ts'
import { sendEmbeddedShell } from '../../http/shell.ts'
import { embeddedBootstrapOf } from '../../people/bootstrap.ts'
import { domainsIn, embeddedRow } from './embedded.ts'

const originOf = (address: string | undefined): string => (address !== undefined && URL.canParse(address) ? new URL(address).origin : '')

/**
 * The page a frame of another site shows. The browser refuses the frame to every other site by the header, and whoever comes from elsewhere is refused
 * here already. A refusal may be framed by nobody: it is for people who open the address themselves.
 */
export async function sendEmbeddedPage({ db, config }: Deps, uuid: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const row = await embeddedRow({ db, config }, uuid)
  const domains = row ? domainsIn(row) : []
  const refused = !row ? 'unknown' : mayFrame(domains, originOf(request.headers.referer)) ? undefined : 'domain'
  reply.header('vary', 'Referer')
  if (!row || refused) return sendEmbeddedShell(reply.code(row ? 403 : 404), embeddedBootstrapOf(config, { refused: refused ?? 'unknown' }))
  return sendEmbeddedShell(openToFrames(reply, config, domains), embeddedBootstrapOf(config, { dashboard_id: row.dashboard_id, allowed_domains: domains }))
}
