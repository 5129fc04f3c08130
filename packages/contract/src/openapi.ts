import { z } from 'zod'
import { endpoints } from './all.ts'
import type { Access, Endpoint } from './endpoint.ts'

type Json = { [key: string]: unknown }

const mediaTypes: Readonly<Record<NonNullable<Endpoint['produces']>, string | undefined>> = {
  json: 'application/json',
  html: 'text/html',
  zip: 'application/zip',
  png: 'image/png',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  text: 'text/plain',
  arrow: 'application/vnd.apache.arrow.stream',
  redirect: undefined,
}

/** The endpoint table as an OpenAPI 3.1 document. Its committed copy is `openapi.json`; its diff is the review of the interface. */
export function printOpenApi(version: string, table: typeof endpoints = endpoints): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of [...table].sort((a, b) => compare(a.path, b.path) || compare(a.method, b.method))) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sightline', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
    },
  }
}

function describe(endpoint: Endpoint): Json {
  const { params, query, body, takesFiles, reply, produces = 'json', status = 200 } = endpoint
  const media = mediaTypes[produces]
  const changesState = endpoint.method !== 'GET' && endpoint.csrf !== false
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [wordsFor(endpoint.access), ...(changesState ? ['Needs the CSRF token in X-CSRFToken.'] : [])].join(' '),
    parameters: [...parameters(params, 'path', endpoint.path), ...parameters(query, 'query', endpoint.path)],
    ...(body ? { requestBody: { required: true, content: takesFiles ? formOf(body, takesFiles) : { 'application/json': { schema: schemaOf(body) } } } } : {}),
    responses: {
      [produces === 'redirect' ? 302 : status]: {
        description: 'Success',
        ...(media ? { content: { [media]: reply && produces === 'json' ? { schema: schemaOf(reply) } : {} } } : {}),
      },
    },
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }, { session: [] }] }),
  }
}

/** Files are fields of a form. */
function formOf(body: z.ZodType, files: readonly string[]): Json {
  const schema = schemaOf(body)
  const binary = Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }]))
  const required = [...((schema['required'] as string[] | undefined) ?? []), ...files]
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...(schema['properties'] as Json | undefined), ...binary }, required } } }
}

const wordsFor = (access: Access): string =>
  access === 'public' ? 'Open to everybody.' : access === 'signed-in' ? 'For anyone signed in.' : `Needs ${access.permission} on ${access.view}.`

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query', path: string): Json[] {
  const described = schema ? schemaOf(schema) : {}
  const properties = (described['properties'] ?? {}) as Record<string, Json>
  const required = (described['required'] ?? []) as string[]
  // A path parameter is there whether or not a schema says more about it.
  const names = place === 'path' ? [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string) : Object.keys(properties)
  return names.map((name) => ({ name, in: place, required: place === 'path' || required.includes(name), schema: properties[name] ?? { type: 'string' } }))
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return rest
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
