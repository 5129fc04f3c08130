import { uploadEndpoints as e, uploadExtensions, uploadOptions, type UploadOptions } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { backendOf } from '../../databases/database-facts.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, unwrap } from '../../http/problem.ts'
import { takeReceived } from '../../http/receive-files.ts'
import { route, type Route } from '../../http/route.ts'
import { readQ } from '../../rest/read-q.ts'
import { defaultPlaceUuid, ensureDefaultPlace } from '../../uploads/default-place.ts'
import { findPlace, uploadDatabases } from '../../uploads/may-upload.ts'
import { keepUpload, previewUpload, tableNameOf } from '../../uploads/receive-upload.ts'
import type { Upload } from '../../uploads/upload-desk.ts'
import { beginLoad } from './begin-load.ts'
import { referenceRoutes } from './reference-routes.ts'

export const routes: readonly Route[] = [
  route(e.places, async (deps, { caller }) => {
    await ensureDefaultPlace(deps)
    const result = (await uploadDatabases(deps, caller)).map((row) => ({
      id: row.id,
      database_name: row.database_name,
      backend: backendOf(row),
      is_default: row.uuid === defaultPlaceUuid,
    }))
    return {
      result,
      limit_mb: deps.config.uploadLimitMb,
      extensions: { csv: [...uploadExtensions.csv], excel: [...uploadExtensions.excel], columnar: [...uploadExtensions.columnar] },
    }
  }),
  route(e.receive, async (deps, { caller, body, request, signal }) => {
    const upload = await keepUpload(deps, caller, takeReceived(request), body?.type)
    const asIs = await previewUpload(deps, upload, {}, signal)
    // Lines above the header are common: then the file is shown raw, and its sender says what to skip.
    const preview = asIs.ok || upload.type === 'columnar' ? asIs : await previewUpload(deps, upload, { header_row: null }, signal)
    if (!preview.ok) {
      await deps.uploads.remove(upload)
      throw new Refusal(preview.problem)
    }
    const { id, name, size, type } = upload
    return { id, result: { id, name, size, type, table_name: tableNameOf(name), problem: asIs.ok ? null : asIs.problem.message, ...preview.value } }
  }),
  route(e.preview, async (deps, { caller, params, query, signal }) => {
    const upload = mustFind(deps, caller, params.id)
    if (upload.status === 'success') throw new Refusal(422, 'The file is in its table already.')
    return { id: upload.id, result: unwrap(await previewUpload(deps, upload, optionsOf(query.q), signal)) }
  }),
  route(e.load, async (deps, { caller, params, body, signal }) => {
    const upload = mustFind(deps, caller, params.id)
    const place = await findPlace(deps, caller, body.database_id, body.schema || null, signal)
    await beginLoad(deps, caller, upload, { ...place, table: body.table_name, ifExists: body.already_exists ?? 'fail' }, body.options ?? {}, signal)
    return { id: upload.id }
  }),
  route(e.state, async (deps, { caller, params }) => {
    const { id, status, rows, totalRows, datasetId, error } = mustFind(deps, caller, params.id)
    return { id, status, rows, total_rows: totalRows, dataset_id: datasetId, error }
  }),
  route(e.cancel, async (deps, { caller, params }) => {
    await deps.uploads.remove(mustFind(deps, caller, params.id))
    return { message: 'OK' }
  }),
  ...referenceRoutes,
]

/** Nobody sees another's file, not even that it is there. */
function mustFind({ uploads }: Deps, caller: Caller, id: string | number): Upload {
  const upload = uploads.find(caller.id, String(id))
  if (!upload) throw new Refusal(404, 'Not found')
  return upload
}

function optionsOf(q: string | undefined): UploadOptions {
  const parsed = uploadOptions.safeParse(readQ(q, { type: 'object', properties: {} }))
  if (!parsed.success) throw new Refusal(400, 'Not a valid rison schema')
  return parsed.data
}
