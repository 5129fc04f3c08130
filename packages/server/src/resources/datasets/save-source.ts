import { datasetColumnPut, datasetMetricPut, datasetPut, describeIssues, type DatasetPut } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { describeDataset, type DatasetDescription } from '../../datasets/describe-dataset.ts'
import { datasetFactsOf, loadDataset, type LoadedDataset } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { isId } from '../../rest/ids.ts'
import { mustOwn, ownersForUpdate } from '../../rest/owners.ts'
import { mayReadDataset } from '@sightline/core'
import { datasets } from './datasets.ts'
import { updateDataset } from './update.ts'

type Fields = Readonly<Record<string, unknown>>

/** This old view answers `{error}`. */
const viewError = (status: number, error: string): Refusal => Refusal.raw(status, { error })

/**
 * Changes a dataset by its whole description, such as `/datasource/get/` answers. Columns and metrics are the ones of that name; those that
 * the description leaves out go. What it says nothing about stays.
 */
export async function saveSource(deps: Deps, caller: Caller, text: unknown, signal: AbortSignal): Promise<DatasetDescription> {
  const sent = readDescription(text)
  const id = sent['id']
  const before = sent['type'] === 'table' && typeof id === 'number' && isId(id) ? await loadDataset(deps, id) : undefined
  if (!before || !mayReadDataset(caller, datasetFactsOf(before))) throw viewError(404, 'Datasource does not exist')
  try {
    await mustOwn(deps, datasets, caller, [before.row.id])
    const put = readPut(sent, before)
    await updateDataset(deps, caller, before, put, { owners: await ownersForUpdate(deps, caller, put.owners), overrideColumns: false, signal })
  } catch (error) {
    throw inWordsOfView(error)
  }
  const after = await loadDataset(deps, before.row.id)
  if (!after) throw viewError(404, 'Datasource does not exist')
  return describeDataset(deps, after)
}

function readDescription(text: unknown): Fields {
  if (typeof text !== 'string') throw viewError(400, 'Request missing data field.')
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Told below: a text that is no JSON and one that is no object are the same mistake.
  }
  throw viewError(400, 'data is not valid JSON.')
}

function readPut(sent: Fields, before: LoadedDataset): DatasetPut {
  const columns = partsOf(sent['columns'], 'column_name', before.columns)
  const doubled = columns?.map(({ column_name: name }) => name).filter((name, at, all) => all.indexOf(name) < at) ?? []
  if (doubled.length > 0) throw viewError(409, `Duplicate column name(s): ${[...new Set(doubled)].join(',')}`)
  const metrics = partsOf(sent['metrics'], 'metric_name', before.metrics)
  const database = isRecord(sent['database']) ? sent['database']['id'] : undefined
  const read = datasetPut.safeParse({
    ...knownOf(sent, Object.keys(datasetPut.shape)),
    ...(database === undefined ? {} : { database_id: database }),
    ...(Array.isArray(sent['owners']) ? { owners: sent['owners'].map(idOfOwner) } : { owners: undefined }),
    columns: columns?.map((column) => knownOf(column, Object.keys(datasetColumnPut.shape))),
    metrics: metrics?.map((metric) => knownOf(metric, Object.keys(datasetMetricPut.shape))),
  })
  if (read.success) return read.data
  throw viewError(400, describeIssues(read.error.issues))
}

/** The parts that were sent, each with the id of the known one of its name. */
function partsOf<Key extends string>(
  sent: unknown,
  key: Key,
  known: readonly ({ readonly id: number } & Readonly<Record<Key, string>>)[],
): Fields[] | undefined {
  if (sent === undefined || sent === null) return undefined
  if (!Array.isArray(sent) || !sent.every(isRecord)) throw viewError(400, `${key === 'column_name' ? 'columns' : 'metrics'}: Not a valid list.`)
  const ids = new Map(known.map((part) => [part[key] as unknown, part.id]))
  return sent.map(({ id: _id, uuid: _uuid, ...part }) => ({ ...part, id: ids.get(part[key]) }))
}

/** People are named by their ids, or by what the description says about them. */
const idOfOwner = (owner: unknown): unknown => (isRecord(owner) ? (owner['id'] ?? owner['value']) : owner)

const knownOf = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])))

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the newer call refuses, in the shape of this one. */
function inWordsOfView(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const { body, status } = error
  if ('problems' in body) return viewError(status, body.problems.map(({ message }) => message).join(' '))
  if (status === 403) return viewError(403, 'Changing this dataset is forbidden')
  const said = 'message' in body ? body.message : undefined
  if (typeof said === 'string') return viewError(status, said)
  return isRecord(said) ? viewError(status, Object.values(said).flat().join(' ')) : error
}
