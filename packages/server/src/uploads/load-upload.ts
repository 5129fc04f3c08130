import { ProblemError, type Driver, type LoadBatch } from '@sightline/connectors'
import type { AlreadyExists, Problem, UploadOptions } from '@sightline/contract'
import { fail, ok, type Caller, type Result } from '@sightline/core'
import { createDataset } from '../datasets/create-dataset.ts'
import { refreshColumns } from '../datasets/refresh-columns.ts'
import type { Deps } from '../deps.ts'
import { Refusal, unwrap } from '../http/problem.ts'
import { datasetOfTable, tableExists, type UploadPlace } from './may-upload.ts'
import { orderOf } from './order-of.ts'
import { ReadFailure, readFile } from './run-reader.ts'
import type { Upload } from './upload-desk.ts'

export interface LoadTarget extends UploadPlace {
  readonly table: string
  readonly ifExists: AlreadyExists
}

/** Everything that can be refused before a row is read. */
export async function checkTarget(deps: Deps, caller: Caller, target: LoadTarget, signal: AbortSignal): Promise<void> {
  await datasetOfTable(deps, caller, target, target.table)
  if (target.ifExists !== 'fail') return
  const tables = unwrap(await deps.queries.use(target.database.id, (driver) => driver.tables(target.schema, signal)))
  if (tables.some(({ name }) => name === target.table)) throw tableExists()
}

/** Reads the file into the table and makes or refreshes the dataset over it: all of it or nothing. Keeps the upload's progress. */
export async function loadUpload(deps: Deps, caller: Caller, upload: Upload, target: LoadTarget, options: UploadOptions): Promise<Result<number>> {
  const { signal } = upload.controller
  const slot = await deps.uploads.loads.enter(String(upload.userId), signal, () => stopped)
  if (!slot.ok) return slot
  try {
    const file = await readFile(orderOf(deps.config, upload, options), signal, deps.log)
    if (!file.ok) return file
    upload.totalRows = file.value.totalRows
    const { batches, failure } = watched(file.value.batches, upload)
    const loaded = await deps.queries
      .use(target.database.id, (driver) => load(driver, target, file.value.columns, batches, signal))
      .catch((error: unknown): Result<number> => {
        if (failure() !== null) return fail(failure()!)
        if (error instanceof ProblemError) return fail(error.problem)
        throw error
      })
    if (failure() !== null) return fail(failure()!)
    if (!loaded.ok) return signal.aborted ? fail(stopped) : loaded
    upload.rows = loaded.value
    return await bindDataset(deps, caller, target)
  } finally {
    slot.value()
  }
}

const stopped: Problem = { code: 'GENERIC_COMMAND_ERROR', message: 'The upload was stopped.', status: 422 }

async function load(
  driver: Driver,
  target: LoadTarget,
  columns: Parameters<NonNullable<Driver['load']>>[1],
  batches: AsyncIterable<LoadBatch>,
  signal: AbortSignal,
) {
  if (!driver.load) return fail<Problem>({ code: 'GENERIC_COMMAND_ERROR', message: 'Database type does not support file uploads.', status: 422 })
  return driver.load(target.table, columns, batches, { signal, schema: target.schema, ifExists: target.ifExists })
}

/** Counts rows as the database takes them, and remembers if it was the file that failed. */
function watched(batches: AsyncIterable<LoadBatch>, upload: Upload): { batches: AsyncIterable<LoadBatch>; failure: () => Problem | null } {
  let failure: Problem | null = null
  async function* pass(): AsyncGenerator<LoadBatch> {
    try {
      for await (const frame of batches) {
        yield frame
        upload.rows += frame.length
      }
    } catch (error) {
      if (error instanceof ReadFailure) failure = error.problem
      throw error
    }
  }
  return { batches: pass(), failure: () => failure }
}

/** What was written stays, so this is not stopped with the upload. */
async function bindDataset(deps: Deps, caller: Caller, target: LoadTarget): Promise<Result<number>> {
  const signal = AbortSignal.timeout(60_000)
  try {
    const known = await datasetOfTable(deps, caller, target, target.table)
    if (known) {
      await refreshColumns(deps, caller, known, signal)
      return ok(known.row.id)
    }
    const owners = caller.id === null ? [] : [caller.id]
    return ok(await createDataset(deps, caller, { database: target.database.id, schema: target.schema, table_name: target.table }, owners, signal))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    deps.log.warn({ err: error }, 'a loaded table got no dataset')
    return fail(unsaved)
  }
}

const unsaved: Problem = {
  code: 'GENERIC_COMMAND_ERROR',
  message: 'The rows are in the table, but no dataset could be made over it.',
  status: 422,
}
