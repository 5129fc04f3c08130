import type { RowRuleCheck, RowRuleFault } from '@sightline/contract'
import { mayReadDataset, type Caller, type Query } from '@sightline/core'
import type { Asking } from '../../chart-data/run-chart-data.ts'
import { prepareQuery } from '../../chart-data/run-query.ts'
import { datasetFactsOf, fullNameOf, loadDataset, type LoadedDataset } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { plainQuery } from '../../templates/plain-query.ts'

/** A rule may hang on very many datasets; whoever writes it waits for the first of them. */
const mostDatasets = 50
const atOnce = 4
const patienceMilliseconds = 10_000

const rowCount: Query = { ...plainQuery([], null), metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }] }

/**
 * What the databases say to a clause on each of its datasets, before anybody depends on it: its templates filled in for the asker, and the statement
 * planned, not run. No fault is no promise, because a template may read otherwise for somebody else. Datasets that the asker may not read are left out.
 */
export async function checkClause(deps: Deps, caller: Caller, { clause, tables }: RowRuleCheck, given: AbortSignal): Promise<readonly RowRuleFault[]> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(patienceMilliseconds)])
  const waiting = [...new Set(tables)].slice(0, mostDatasets)
  const faults: RowRuleFault[] = []
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      const loaded = await loadDataset(deps, id)
      if (!loaded || !mayReadDataset(caller, datasetFactsOf(loaded))) continue
      const error = await whatIsWrong(deps, caller, loaded, clause, signal)
      if (error !== null && !signal.aborted) faults.push({ table: id, name: fullNameOf(loaded.row), error })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return faults.toSorted((a, b) => a.table - b.table)
}

async function whatIsWrong(deps: Deps, caller: Caller, loaded: LoadedDataset, clause: string, signal: AbortSignal): Promise<string | null> {
  const asking: Asking = { caller, formData: {}, urlParams: {}, now: deps.now(), signal, force: false, cacheTimeout: -1 }
  const prepared = await prepareQuery(deps, asking, rowCount, loaded, [[clause]])
  if (!prepared.ok) return prepared.problem.message
  const planned = await deps.queries.use(loaded.database.id, (driver) =>
    driver.describe(prepared.value.statement, { signal, schema: loaded.row.schema ?? undefined, readOnly: true }),
  )
  return planned.ok ? null : planned.problem.message
}
