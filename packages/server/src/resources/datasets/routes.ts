import { datasetEndpoints, oldCallEndpoints, sourceColumnEndpoints, versionTable, type DatasetPost } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { affectedCharts } from '../../datasets/affected-charts.ts'
import { createDataset, findPlace } from '../../datasets/create-dataset.ts'
import { describeDataset } from '../../datasets/describe-dataset.ts'
import { loadDataset } from '../../datasets/load-dataset.ts'
import { refreshColumns } from '../../datasets/refresh-columns.ts'
import { relatedObjects } from '../../datasets/related-objects.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { changedNow } from '../../rest/audit.ts'
import { savingOf } from '../../rest/guarded-save.ts'
import { idOf } from '../../rest/ids.ts'
import { ownersForCreate, ownersForUpdate } from '../../rest/owners.ts'
import { collectRefusals } from '../../rest/refusals.ts'
import { remove, removeMany } from '../../rest/remove.ts'
import { askedBy, readRoutes } from '../../rest/routes.ts'
import { versionRoutes } from '../../rest/version-routes.ts'
import { datasets } from './datasets.ts'
import { duplicateDataset } from './duplicate.ts'
import { findOwn, findReadable } from './find-dataset.ts'
import { getOrCreateDataset } from './get-or-create.ts'
import { openClosedDataset } from './open-closed.ts'
import { putBackDataset } from './put-back.ts'
import { saveSource } from './save-source.ts'
import { sourceColumnsNamed, sourceColumnsOf } from './source-columns.ts'
import { readPut, updateDataset } from './update.ts'
import { warmUpOld } from './warm-up-old.ts'
import { warmUpDataset } from './warm-up.ts'

const e = datasetEndpoints

export const routes: readonly Route[] = [
  ...readRoutes(datasets, e),
  route(e.create, async (deps, { caller, body, signal }) => {
    const { columns: _columns, owners: _owners, ...rest } = body as DatasetPost
    const [owners] = await collectRefusals(ownersForCreate(deps, caller, body.owners), findPlace(deps.db, body))
    const id = await createDataset(deps, caller, rest, owners, signal)
    const made = await loadDataset(deps, id)
    if (!made) throw new Refusal(404, 'Not found')
    const { columns: _sent, ...echo } = body
    return { id, result: { always_filter_main_dttm: false, normalize_columns: false, ...echo }, data: await describeDataset(deps, made) }
  }),
  route(e.update, async (deps, { caller, params, query, body, signal, request, reply }) => {
    const put = readPut(body)
    const dataset = await findOwn(deps, caller, params.id)
    const owners = await ownersForUpdate(deps, caller, put.owners)
    const overrideColumns = /^(true|1|t|yes)$/i.test(query.override_columns ?? '')
    await updateDataset(deps, caller, dataset, put, { owners, overrideColumns, signal, saving: savingOf(request, reply) })
    return { id: dataset.row.id, result: { always_filter_main_dttm: false, ...put } }
  }),
  ...versionRoutes(datasets, versionTable.dataset, putBackDataset),
  route(e.remove, (deps, call) => remove(datasets, askedBy(deps, call), call.params.id)),
  route(e.removeMany, (deps, call) => removeMany(datasets, askedBy(deps, call), call.query.q)),
  route(e.refresh, async (deps, { caller, params, signal }) => ({
    message: 'OK',
    result: await refreshColumns(deps, caller, await findOwn(deps, caller, params.id), signal),
  })),
  route(e.removeColumn, (deps, { caller, params }) => removePart(deps, caller, params.id, 'dataset_columns', params.columnId)),
  route(e.removeMetric, (deps, { caller, params }) => removePart(deps, caller, params.id, 'dataset_metrics', params.metricId)),
  route(e.relatedObjects, async (deps, { caller, params }) =>
    relatedObjects(deps, caller, 'datasets.id', (await findReadable(deps, caller, params.id)).row.id),
  ),
  route(e.affectedCharts, async (deps, { caller, params, body, signal }) =>
    affectedCharts(deps, caller, await findReadable(deps, caller, params.id), body, signal),
  ),
  route(e.duplicate, async (deps, { caller, body }) => ({
    id: await duplicateDataset(deps, caller, body.base_model_id, body.table_name),
    result: body,
  })),
  route(e.getOrCreate, async (deps, { caller, body, signal }) => ({ result: { table_id: await getOrCreateDataset(deps, caller, body, signal) } })),
  route(sourceColumnEndpoints.ofDataset, (deps, { caller, params, signal }) => sourceColumnsOf(deps, caller, params.type, params.id, signal)),
  route(sourceColumnEndpoints.ofName, (deps, { caller, query, signal }) => sourceColumnsNamed(deps, caller, query.q, signal)),
  route(e.open, (deps, { caller, params }) => openClosedDataset(deps, caller, params.id)),
  route(e.warmUp, async (deps, { caller, body, signal }) => ({ result: await warmUpDataset(deps, caller, body, signal) })),
  route(oldCallEndpoints.saveSource, (deps, { caller, body, signal }) => saveSource(deps, caller, body?.data, signal)),
  route(oldCallEndpoints.warmUp, (deps, { caller, query, signal }) => warmUpOld(deps, caller, query, signal)),
]

async function removePart(deps: Deps, caller: Caller, datasetId: string, table: 'dataset_columns' | 'dataset_metrics', partId: string) {
  const { row } = await findOwn(deps, caller, datasetId)
  await deps.db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom(table).where('id', '=', idOf(partId)).where('dataset_id', '=', row.id).executeTakeFirst()
    if (Number(gone.numDeletedRows) === 0) throw new Refusal(404, 'Not found')
    await tx.updateTable('datasets').set(changedNow(deps, caller)).where('id', '=', row.id).execute()
  })
  return { message: 'OK' }
}
