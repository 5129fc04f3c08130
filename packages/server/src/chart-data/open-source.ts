import type { QueryContextDatasource } from '@sightline/contract'
import { rowRuleGroups, type Caller, type RowRuleClauses } from '@sightline/core'
import type { LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { Refusal, unwrap } from '../http/problem.ts'
import { loadRowRules } from '../row-rules/load-row-rules.ts'
import { openQuerySource } from '../sqllab/query-source.ts'
import { mayOpenDataset } from './may-open-dataset.ts'
import { recallDataset } from './recall-dataset.ts'

/** What a chart reads, and the rules that limit what the caller sees of it. */
export interface OpenedSource {
  readonly loaded: LoadedDataset
  readonly rules: RowRuleClauses
}

/** Opens a dataset or a run of the SQL editor for the caller, or refuses. */
export async function openSource(
  deps: Deps,
  caller: Caller,
  source: QueryContextDatasource,
  formData: Readonly<Record<string, unknown>>,
  request: { readonly signal: AbortSignal },
): Promise<OpenedSource> {
  if (source.type === 'query') {
    const opened = await openQuerySource(deps, caller, source.id, request.signal)
    if (!opened) throw new Refusal(404, 'Not found')
    // Its tables' rules are put inside its text when the statement is made.
    return { loaded: unwrap(opened).loaded, rules: [] }
  }
  const isDataset = source.type === undefined || source.type === 'table' || source.type === 'dataset'
  const recalled = isDataset ? await recallDataset(deps, source.id) : undefined
  if (!recalled) throw new Refusal(404, 'Not found')
  unwrap(await mayOpenDataset(deps, caller, recalled.loaded, formData))
  const rules = recalled.hasRowRules ? await loadRowRules(deps, source.id) : []
  return {
    loaded: recalled.loaded,
    rules: rowRuleGroups(rules, caller, { datasetId: source.id, isAsked: true }).map((group) => group.map(({ clause }) => clause)),
  }
}
