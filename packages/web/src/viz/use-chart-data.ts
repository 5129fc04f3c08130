import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { buildContext, fetchChartData, type ChartData, type ChartForm, type ContextProblem } from './chart-data.ts'

export interface ChartAnswer {
  readonly data: ChartData | undefined
  /** The rows are those of an earlier form or being asked for again. */
  readonly isOld: boolean
  /** The rows belong to an earlier form: `data.form` says which. */
  readonly isOfEarlierForm: boolean
  readonly isFetching: boolean
  readonly failure: unknown
  /** Somebody called it off before the first rows came. */
  readonly isStopped: boolean
  readonly problem: ContextProblem | undefined
  /** Asks the database again, past every cache. */
  readonly refresh: () => void
  readonly retry: () => void
  readonly stop: () => void
}

/** The rows of a form. Asked once per question; called off when nobody shows them any more. */
export function useChartData(form: ChartForm, isWanted: boolean): ChartAnswer {
  const client = useQueryClient()
  const built = useMemo(() => buildContext(form), [form])
  const context = 'context' in built ? built.context : undefined
  const question = useMemo(() => (context ? JSON.stringify([context.datasource, context.queries, context.form_data['url_params'] ?? null]) : ''), [context])
  const isForced = useRef(false)
  const queryKey = useMemo(() => ['chart-data', question], [question])
  const query = useQuery({
    queryKey,
    enabled: isWanted && context !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    queryFn: ({ signal }) => {
      const force = isForced.current
      isForced.current = false
      return fetchChartData({ ...context!, force }, signal)
    },
  })
  const { refetch } = query
  return {
    data: query.data,
    isOld: query.isPlaceholderData || (query.isFetching && query.data !== undefined),
    isOfEarlierForm: query.isPlaceholderData,
    isFetching: query.isFetching,
    failure: query.isFetching ? null : query.error,
    isStopped: isWanted && context !== undefined && !query.isFetching && query.data === undefined && query.error === null,
    problem: 'context' in built ? undefined : built,
    refresh: useCallback(() => {
      isForced.current = true
      void refetch()
    }, [refetch]),
    retry: useCallback(() => void refetch(), [refetch]),
    stop: useCallback(() => void client.cancelQueries({ queryKey }), [client, queryKey]),
  }
}
