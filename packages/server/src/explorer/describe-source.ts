import type { DatasourceType } from '@sightline/contract'
import { datasetRefusal, fail, mayReadDataset, ok, type Caller, type Result } from '@sightline/core'
import { describeDataset } from '../datasets/describe-dataset.ts'
import { datasetFactsOf, loadDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { isId } from '../rest/ids.ts'
import { nameOfQuery, openQuerySource, type QuerySource } from '../sqllab/query-source.ts'

export type SourceDescription = Readonly<Record<string, unknown>>

/** A data source as the explorer gets it; undefined if it is not there, a refusal if it is closed to the caller. */
export async function describeSource(
  deps: Deps,
  caller: Caller,
  source: { readonly id: number; readonly type: DatasourceType },
  signal: AbortSignal,
): Promise<Result<SourceDescription> | undefined> {
  if (source.type === 'query') {
    const opened = await openQuerySource(deps, caller, source.id, signal)
    if (!opened?.ok) return opened
    return ok(await describeQuery(deps, opened.value))
  }
  const dataset = (source.type === 'table' || source.type === 'dataset') && isId(source.id) ? await loadDataset(deps, source.id) : undefined
  if (!dataset) return undefined
  const facts = datasetFactsOf(dataset)
  return mayReadDataset(caller, facts) ? ok(await describeDataset(deps, dataset)) : fail(datasetRefusal(facts))
}

/** The same for a run of the editor: it is called as its tab, shows what its author wrote, and its columns stand in no table of ours. */
async function describeQuery(deps: Deps, { query, loaded }: QuerySource): Promise<SourceDescription> {
  const described = await describeDataset(deps, loaded)
  const owner =
    query.user_id === null
      ? undefined
      : await deps.db.selectFrom('users').select(['id', 'first_name', 'last_name', 'username']).where('id', '=', query.user_id).executeTakeFirst()
  const name = nameOfQuery(query)
  return {
    ...described,
    uid: `${query.id}__query`,
    type: 'query',
    name,
    datasource_name: name,
    sql: query.sql,
    columns: described.columns.map((column) => ({ ...column, id: null, uuid: null })),
    owners: owner ? [owner] : [],
    edit_url: null,
    select_star: null,
  }
}

/** What stands in the place of a dataset that is gone. */
export const missingDataset = (type: string): SourceDescription => ({
  type,
  name: '[Missing Dataset]',
  columns: [],
  metrics: [],
  database: { id: 0, backend: '', parameters: {} },
})
