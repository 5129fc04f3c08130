import type { Layout, Place } from '@sightline/core'
import { createContext, useContext } from 'react'
import type { ChartDataset } from '../../viz/dataset-names.ts'
import type { BoardChart } from './queries.ts'

/** What every block of a dashboard may need. */
export interface BoardContextValue {
  readonly dashboardId: number
  readonly layout: Layout
  readonly charts: ReadonlyMap<number, BoardChart>
  /** undefined while they are being asked for. */
  readonly datasets: ReadonlyMap<string, ChartDataset> | undefined
  readonly urlParams: Readonly<Record<string, string>>
  readonly isEditing: boolean
  /** Changes when all charts are to be asked for again. */
  readonly refreshes: number
  readonly selected: string | undefined
  readonly select: (id: string | undefined) => void
  readonly step: (id: string, direction: 'left' | 'right' | 'up' | 'down') => void
  readonly resize: (id: string, size: { readonly width?: number; readonly height?: number }) => void
  readonly remove: (id: string) => void
  readonly move: (id: string, place: Place) => void
  readonly nameOf: (id: string) => string
}

const context = createContext<BoardContextValue | undefined>(undefined)
export const BoardProvider = context.Provider

export const useBoard = (): BoardContextValue => {
  const value = useContext(context)
  if (!value) throw new Error('A block stands outside a dashboard')
  return value
}
