import fastifyStatic from '@fastify/static'
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

let template: string | undefined
const readTemplate = (): string => {
  const page = join(webFolder, 'index.html')
  return existsSync(page) ? readFileSync(page, 'utf8') : withoutPages
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
  template ??= readTemplate()
  const key = ensureSessionKey(request, reply, deps.config)
  const bootstrap = { ...(await bootstrapOf(deps, caller, takeFlashes(request, reply))), ...more }
  const values: Readonly<Record<string, string>> = { __CSRF_TOKEN__: makeCsrfToken(deps, key), __BOOTSTRAP__: JSON.stringify(bootstrap) }
  const page = template.replaceAll(/__CSRF_TOKEN__|__BOOTSTRAP__/g, (name) => escaped(values[name] ?? ''))
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
}
