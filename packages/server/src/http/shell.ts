import fastifyStatic from '@fastify/static'
import type { EmbeddedBootstrap } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Deps } from '../deps.ts'
import { bootstrapOf } from '../people/bootstrap.ts'
import { makeCsrfToken } from '../people/csrf.ts'
import { ensureSessionKey, takeFlashes } from './cookies.ts'

const here = dirname(fileURLToPath(import.meta.url))
/** The built pages, seen from the sources and from the bundle. */
const webFolder = import.meta.url.endsWith('.ts') ? join(here, '../../../web/dist') : join(here, '../../web/dist')

const withoutPages = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Sightline</title></head>
  <body>
    <input type="hidden" id="csrf_token" name="csrf_token" value="__CSRF_TOKEN__">
    <div id="app" data-bootstrap="__BOOTSTRAP__">The pages are not built yet: run <code>npm run build</code>.</div>
  </body>
</html>
`

/** Makes `reply.sendFile` known; the endpoint of `/static/` uses it, so that files stand in the access table like everything else. */
export async function serveFiles(app: FastifyInstance): Promise<void> {
  if (!existsSync(webFolder)) return
  await app.register(fastifyStatic, { root: webFolder, serve: false, preCompressed: true, dotfiles: 'deny', index: false, cacheControl: false })
}

/** A built file. Those with a hash in their name never change. */
export function sendFile(reply: FastifyReply, path: string): FastifyReply {
  const isPage = path.endsWith('.html') || path.startsWith('types/')
  if (isPage || typeof reply.sendFile !== 'function') return reply.callNotFound() as unknown as FastifyReply
  reply.header('cache-control', path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
  // The same address answers with other bytes to another browser; caches on the way must know.
  reply.header('vary', 'accept-encoding')
  return reply.sendFile(path)
}

const templates = new Map<string, string>()
function templateOf(name: 'index.html' | 'embedded.html'): string {
  const there = templates.get(name)
  if (there !== undefined) return there
  const page = join(webFolder, name)
  const template = existsSync(page) ? readFileSync(page, 'utf8') : withoutPages
  templates.set(name, template)
  return template
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!)

/** The one HTML page: the browser draws everything else from its bootstrap. `more` is added to the bootstrap by a page that needs it. */
export async function sendShell(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  more: Readonly<Record<string, unknown>> = {},
): Promise<FastifyReply> {
  const key = ensureSessionKey(request, reply, deps.config)
  const bootstrap = { ...(await bootstrapOf(deps, caller, takeFlashes(request, reply))), ...more }
  return sendPage(reply, 'index.html', { __CSRF_TOKEN__: makeCsrfToken(deps, key), __BOOTSTRAP__: JSON.stringify(bootstrap) })
}

/** The page of embedded dashboards. It sets no cookie and looks at none: in a frame of another site there is none, and it needs none. */
export const sendEmbeddedShell = (reply: FastifyReply, bootstrap: EmbeddedBootstrap): FastifyReply =>
  sendPage(reply, 'embedded.html', { __BOOTSTRAP__: JSON.stringify(bootstrap) })

function sendPage(reply: FastifyReply, name: Parameters<typeof templateOf>[0], values: Readonly<Record<string, string>>): FastifyReply {
  const page = templateOf(name).replaceAll(/__CSRF_TOKEN__|__BOOTSTRAP__/g, (place) => escaped(values[place] ?? ''))
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
}
