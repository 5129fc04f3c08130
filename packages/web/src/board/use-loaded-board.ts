import { placeMissingCharts, readLayout, type Layout } from '@sightline/core'
import { useMemo } from 'react'
import type { ChartDataset } from '../viz/dataset-names.ts'
import { useBoardDatasets, useDashboard, usePermalink, type BoardChart, type Dashboard } from './queries.ts'
import { readAnchor, type StartPlace } from './use-tabs.ts'

export interface LoadedBoard {
  readonly dashboard: Dashboard
  readonly charts: readonly BoardChart[]
  /** As it is stored, with a place for every chart. */
  readonly layout: Layout
  /** undefined while they are being asked for. */
  readonly datasets: ReadonlyMap<string, ChartDataset> | undefined
  /** Where the address begins. */
  readonly place: StartPlace
}

const noDatasets: ReadonlyMap<string, ChartDataset> = new Map()

/** All that a dashboard is drawn from, and where an address wants it opened. */
export function useLoadedBoard(idOrSlug: string, search: URLSearchParams, hash: string) {
  const { data, error, isFetching, refetch } = useDashboard(idOrSlug)
  const datasets = useBoardDatasets(idOrSlug)
  const link = usePermalink(search.get('permalink_key'))
  const layout = useMemo(() => data && placeMissingCharts(readLayout(data.dashboard.position_json, data.dashboard.dashboard_title), data.charts), [data])
  const loaded: LoadedBoard | undefined =
    data && layout && !link.isLoading
      ? { ...data, layout, datasets: datasets.data ?? (datasets.isError ? noDatasets : undefined), place: { ...link.data, ...readAnchor(hash) } }
      : undefined
  return { loaded, error, isFetching, retry: () => void refetch() }
}
