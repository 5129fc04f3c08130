import type { Block, Layout } from '@sightline/core'
import { createContext, useContext, type ReactNode } from 'react'
import type { ChartDataset } from '../viz/dataset-names.ts'
import type { BoardChart } from './queries.ts'
import type { TabChoices } from './use-tabs.ts'

/** What every block of a dashboard may need. */
export interface BoardContextValue {
  readonly dashboardId: number
  readonly layout: Layout
  readonly charts: ReadonlyMap<number, BoardChart>
  /** undefined while they are being asked for. */
  readonly datasets: ReadonlyMap<string, ChartDataset> | undefined
  readonly urlParams: Readonly<Record<string, string>>
  /** Changes when all charts are to be asked for again. */
  readonly refreshes: number
  readonly nameOf: (id: string) => string
  readonly tabs: TabChoices
  /** The whole dashboard is divided into tabs, but whoever shows it has their own way between them. */
  readonly hidesTopTabs?: boolean
  /** What may be done with a chart: nothing, what needs no account, or everything. */
  readonly chartActions: 'none' | 'guest' | 'all'
  /** Given while the dashboard is edited: what stands around a block, and how one is taken away. */
  readonly editing?: { readonly frame: (block: Block, content: ReactNode) => ReactNode; readonly remove: (id: string) => void } | undefined
}

const context = createContext<BoardContextValue | undefined>(undefined)
export const BoardProvider = context.Provider

export const useBoard = (): BoardContextValue => {
  const value = useContext(context)
  if (!value) throw new Error('A block stands outside a dashboard')
  return value
}
