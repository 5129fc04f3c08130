import type { FastifyRequest } from 'fastify'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../deps.ts'
import type { Received, ReceivedFile } from '../uploads/upload-desk.ts'
import { formFault } from './bodies.ts'
import { Refusal } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Files of the form, where the endpoint takes any. Whoever wants to keep them takes them; the rest is removed with the answer. */
    received: Received | null
  }
}

const tooLarge = (): Refusal => new Refusal({ code: 'GENERIC_COMMAND_ERROR', message: 'Database upload file exceeds the maximum allowed size.' }, 413)

/** Writes the files of a form to disk while they come; at no time is one in memory. Fields become the body, as with every other form. */
export async function receiveFiles(deps: Deps, fields: readonly string[], request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return
  try {
    await writeFiles(deps, fields, request)
  } catch (error) {
    // A sender who goes away in the middle gets no answer, after which the rest would be tidied.
    await discardReceived(deps, request)
    throw formFault(error)
  }
}

async function writeFiles({ uploads, config }: Deps, fields: readonly string[], request: FastifyRequest): Promise<void> {
  const most = config.uploadLimitMb * 2 ** 20
  // A sender who says the size beforehand need not send it all to be refused.
  if (Number(request.headers['content-length'] ?? 0) > most + config.bodyLimitMb * 2 ** 20) throw tooLarge()
  const folder = await uploads.makeFolder()
  const files: ReceivedFile[] = []
  request.received = { folder, files }
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let bytes = 0
  for await (const part of request.parts({ limits: { fileSize: most } })) {
    if (part.type === 'field') {
      body[part.fieldname] = part.value
      continue
    }
    if (!fields.includes(part.fieldname)) {
      part.file.destroy()
      throw new Refusal(400, { [part.fieldname]: ['Unknown field.'] })
    }
    const path = join(folder, `file-${files.length}`)
    await pipeline(part.file, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    bytes += part.file.bytesRead
    if (part.file.truncated || bytes > most) throw tooLarge()
    files.push({ field: part.fieldname, name: part.filename, path, bytes: part.file.bytesRead })
  }
  request.body = { ...body }
}

/** The files become the caller's, who removes them. */
export function takeReceived(request: FastifyRequest): Received | null {
  const { received } = request
  request.received = null
  return received
}

/** Whatever nobody took. */
export async function discardReceived({ uploads, log }: Deps, request: FastifyRequest): Promise<void> {
  const received = takeReceived(request)
  if (received) await uploads.discard(received.folder).catch((error: unknown) => log.error({ err: error }, 'an uploaded file could not be removed'))
}
