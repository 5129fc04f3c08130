import type { Size, Surroundings } from '@sightline/charts'
import { Exact, type Cell, type Frame } from '@sightline/core'

/** One chart to draw: everything its picture depends on, as plain data that can cross to a worker. */
export interface ChartDrawing {
  readonly vizType: string
  readonly form: Readonly<Record<string, unknown>>
  readonly frames: readonly Frame[]
  readonly dataset: Surroundings['dataset']
  readonly timeZone: string
  readonly labelColors?: Readonly<Record<string, string>>
  readonly title?: string
  /** Shown in place of the picture when there can be none. */
  readonly refusal?: string
}

export interface Place {
  readonly x: number
  readonly y: number
  readonly size: Size
}

export interface DrawRequest {
  /** One chart, a page of charts as readers see it, or the same page without words for a card in a list. */
  readonly kind: 'chart' | 'page' | 'mini-page'
  readonly theme: 'light' | 'dark'
  readonly size: Size
  /** Pixels per unit. */
  readonly scale: number
  readonly as: 'png' | 'svg'
  /** One for a chart; any number for a page, each with its place. */
  readonly charts: readonly (ChartDrawing & { readonly place?: Place })[]
}

export type DrawReply =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly svg: string }
  | { readonly id: number; readonly failure: string }

const plainCell = (cell: Cell): Cell => (cell instanceof Exact ? Number(cell.text) : cell)

/** Classes do not survive the way to a worker; for drawing, a double holds enough digits. */
export const plainFrame = (frame: Frame): Frame => ({
  columns: frame.columns,
  values: frame.values.map((values) => (values.some((cell) => cell instanceof Exact) ? values.map(plainCell) : values)),
  length: frame.length,
})
