import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from './problem.ts'

/** A file of a multipart form, as the schemas of endpoints see it. */
interface UploadedFile {
  readonly filename: string
  readonly mimetype: string
  readonly bytes: Buffer
}

/** JSON, urlencoded forms and multipart forms. Anything else is refused where a body is expected. */
export async function readBodies(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(formbody)
  await app.register(multipart, {
    // Files of forms are in memory, so they are limited like everything else; `receive-files.ts` takes the large ones.
    limits: { fileSize: config.bodyLimitMb * 1024 * 1024, fieldSize: config.bodyLimitMb * 1024 * 1024, files: 20, fields: 200 },
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  // Clients label a DELETE without a body as JSON; that is no body, not a broken one.
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parseJson(request, body, done)
  })
}

/** What the parser of forms throws about a form that breaks off or is malformed has no code, or that of a stream that ended early. */
export function formFault(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  const isFormsOwn = error instanceof Error && !(error instanceof Refusal) && (code === undefined || code === 'ERR_STREAM_PREMATURE_CLOSE')
  return isFormsOwn ? new Refusal(400, 'The form is malformed') : error
}

/** Fields by name, files as `UploadedFile`; of a repeated name the last one counts. */
export async function readMultipart(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') body[part.fieldname] = part.value
      else {
        const bytes = await part.toBuffer()
        body[part.fieldname] = { filename: part.filename, mimetype: part.mimetype, bytes } satisfies UploadedFile
      }
    }
  } catch (error) {
    throw formFault(error)
  }
  request.body = { ...body }
}
