import type { UploadOptions } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { checkTarget, loadUpload, type LoadTarget } from '../../uploads/load-upload.ts'
import type { Upload } from '../../uploads/upload-desk.ts'

/** Starts loading and returns; what becomes of it stands in the upload. A failed one can be tried again with other options. */
export async function beginLoad(deps: Deps, caller: Caller, upload: Upload, target: LoadTarget, options: UploadOptions, signal: AbortSignal): Promise<void> {
  await checkTarget(deps, caller, target, signal)
  // Asked last, with nothing to wait for in between: of two calls at once only one begins.
  if (upload.status !== 'ready' && upload.status !== 'failed') throw new Refusal(422, 'The file is being loaded, or was.')
  upload.status = 'loading'
  upload.rows = 0
  upload.totalRows = null
  upload.error = null
  upload.work = finish(deps, caller, upload, target, options)
}

async function finish(deps: Deps, caller: Caller, upload: Upload, target: LoadTarget, options: UploadOptions): Promise<void> {
  try {
    const loaded = await loadUpload(deps, caller, upload, target, options)
    if (loaded.ok) {
      // What is in the table need not lie here too.
      await deps.uploads.discard(upload.received.folder)
      upload.datasetId = loaded.value
      upload.status = 'success'
    } else {
      upload.status = upload.controller.signal.aborted ? 'stopped' : 'failed'
      upload.error = loaded.problem.message
    }
  } catch (error) {
    deps.log.error({ err: error }, 'an upload failed unexpectedly')
    upload.status = 'failed'
    upload.error = 'An unexpected error occurred.'
  }
  upload.touched = deps.now().getTime()
}
