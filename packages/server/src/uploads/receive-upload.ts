import { uploadExtensions, uploadTypeOf, type UploadOptions, type UploadPreview, type UploadType } from '@sightline/contract'
import type { Caller, Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { orderOf } from './order-of.ts'
import { previewFile } from './run-reader.ts'
import type { Received, Upload } from './upload-desk.ts'

/** Keeps received files as an upload of the caller, or refuses and removes them. */
export async function keepUpload(deps: Deps, caller: Caller, received: Received | null, type: UploadType | undefined, field = 'file'): Promise<Upload> {
  try {
    return deps.uploads.add({ userId: caller.id, ...describe(received, type, field) })
  } catch (error) {
    if (received) await deps.uploads.discard(received.folder)
    throw error
  }
}

function describe(received: Received | null, asked: UploadType | undefined, field: string): Pick<Upload, 'name' | 'size' | 'type' | 'received'> {
  const [first, ...others] = received?.files ?? []
  if (!received || !first) throw new Refusal(400, { [field]: ['Missing data for required field.'] })
  const type = asked ?? uploadTypeOf(first.name)
  const isAllowed = (name: string): boolean => type !== null && (uploadExtensions[type] as readonly string[]).includes(endingOf(name))
  if (type === null || !received.files.every(({ name }) => isAllowed(name))) throw new Refusal(400, { [field]: ['File extension is not allowed.'] })
  if (others.length > 0 && type !== 'columnar') throw new Refusal(400, { [field]: ['Only one file is allowed.'] })
  if (others.some(({ name }) => endingOf(name) !== endingOf(first.name))) throw new Refusal(400, { [field]: ['All files must have the same extension.'] })
  return { name: first.name, size: received.files.reduce((sum, { bytes }) => sum + bytes, 0), type, received }
}

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** What is in an upload, read in its turn. */
export async function previewUpload(deps: Deps, upload: Upload, options: UploadOptions, signal: AbortSignal): Promise<Result<UploadPreview>> {
  const either = AbortSignal.any([signal, upload.controller.signal])
  const slot = await deps.uploads.previews.enter(String(upload.userId), either, () => ({
    code: 'GENERIC_COMMAND_ERROR',
    message: 'The upload was stopped.',
    status: 422,
  }))
  if (!slot.ok) return slot
  try {
    return await previewFile(orderOf(deps.config, upload, options), either, deps.log)
  } finally {
    slot.value()
  }
}

/** A table name from a file name: what people would type. */
export function tableNameOf(fileName: string): string {
  const base = fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, 60)
  return base === '' ? 'upload' : /^\d/.test(base) ? `t_${base}` : base
}
