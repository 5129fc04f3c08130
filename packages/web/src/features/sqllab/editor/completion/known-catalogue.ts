import { encodeRison } from '@sightline/core'
import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { isFeatureOn } from '../../../../api/bootstrap.ts'
import { request } from '../../../../api/client.ts'
import { isAbort } from '../../../../api/failure.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { t } from '../../../../words/words.ts'
import { readLab } from '../../lab/store.ts'
import { schemasQuery, tableQuery, tablesQuery } from '../../schema/queries.ts'
import { schemaShown } from '../../schema/schema-shown.ts'
import type { Tab } from '../../state/model.ts'
import type { Catalogue } from './collect-offers.ts'
import { indexNames, type NameIndex } from './name-index.ts'

const minute = 60_000

const functionsQuery = (databaseId: number) =>
  queryOptions({
    queryKey: ['sqllab', 'functions', databaseId],
    retry: false,
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await request<{ function_names: readonly string[] }>(`/api/v1/database/${String(databaseId)}/function_names/`, { signal })).function_names,
  })

const savedQueriesQuery = (databaseId: number) =>
  queryOptions({
    queryKey: ['sqllab', 'saved-queries', databaseId],
    retry: false,
    staleTime: minute,
    queryFn: async ({ signal }) => {
      const q = encodeRison({
        columns: ['label', 'sql'],
        filters: [{ col: 'database', opr: 'rel_o_m', value: databaseId }],
        order_column: 'changed_on_delta_humanized',
        order_direction: 'desc',
        page_size: 100,
      })
      return (await request<{ result: readonly { label: string; sql: string }[] }>('/api/v1/saved_query/', { query: { q }, signal })).result
    },
  })

/** Questions under way for the completion, by the text of their key, and who wants to hear of the answer. */
const underWay = new Map<string, { readonly queryKey: QueryKey; readonly listeners: Set<() => void> }>()
const askAgainAfterMs = minute

/** What is known; what is not is asked for, and `onNews` is called when it has come. */
function known<Answer>(options: { readonly queryKey: QueryKey }, onNews: () => void, onFailure?: () => void): Answer | undefined {
  const { queryKey } = options
  const state = queryClient.getQueryState<Answer>(queryKey)
  if (state?.data !== undefined) return state.data
  const name = JSON.stringify(queryKey)
  const waiting = underWay.get(name)
  waiting?.listeners.add(onNews)
  const hasFailed = state?.status === 'error' && Date.now() - state.errorUpdatedAt < askAgainAfterMs
  if (hasFailed || waiting) return undefined
  const listeners = new Set([onNews])
  underWay.set(name, { queryKey, listeners })
  const finish = (): void => void underWay.delete(name)
  void queryClient.fetchQuery(options).then(
    () => {
      finish()
      for (const tell of listeners) tell()
    },
    (cause: unknown) => {
      finish()
      if (!isAbort(cause)) onFailure?.()
    },
  )
  return undefined
}

/** Questions that only the completion waits for are called off, as when the tab asks another database now. */
export function callOffQuestions(): void {
  for (const { queryKey } of underWay.values())
    if (queryClient.getQueryCache().find({ queryKey })?.getObserversCount() === 0) void queryClient.cancelQueries({ queryKey, exact: true })
}

const indexes = new WeakMap<readonly unknown[], NameIndex>()

function indexOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string): NameIndex {
  const made = indexes.get(rows) ?? indexNames(rows.map(nameOf))
  indexes.set(rows, made)
  return made
}

const nothing = indexNames([])
const noNames: readonly string[] = []

export const knownFunctions = (databaseId: number, onNews: () => void): readonly string[] =>
  known<readonly string[]>(functionsQuery(databaseId), onNews, () => showToast('danger', t('sqled.functionsFailed'))) ?? noNames

/** What a tab can name. Nothing here waits: what is not known yet comes with the next key, or with the news. */
export function catalogueOf(tab: Tab, onNews: () => void): Catalogue | null {
  const { dbId } = tab
  if (dbId === null) return null
  const schemas = known<readonly string[]>(schemasQuery(dbId), onNews)
  return {
    backend: readLab().databases[dbId]?.backend ?? '',
    schema: schemaShown(tab.schema, schemas) ?? null,
    functions: knownFunctions(dbId, onNews),
    schemas: schemas ? indexOf(schemas, (name) => name) : nothing,
    tablesOf: (name) => {
      if (name === null) return null
      const tables = known<readonly { readonly value: string }[]>(tablesQuery(dbId, name), onNews)
      return tables ? indexOf(tables, ({ value }) => value) : null
    },
    columnsOf: (name, table) =>
      known<{ readonly columns: readonly { readonly name: string; readonly type: string }[] }>(tableQuery(dbId, name, table), onNews)?.columns ?? null,
    savedQueries: known<readonly { label: string; sql: string }[]>(savedQueriesQuery(dbId), onNews) ?? [],
    parameters: isFeatureOn('ENABLE_TEMPLATE_PROCESSING') ? parameterNames(tab.templateParams) : [],
  }
}

function parameterNames(text: string | null): readonly string[] {
  try {
    const read: unknown = JSON.parse(text ?? '{}')
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? Object.keys(read) : []
  } catch {
    return []
  }
}
