import { decodeRison, encodeRison } from '@sightline/core'
import type { Filter, ListQuestion } from '../../api/resources.ts'

type ViewMode = 'table' | 'card'

/** A chosen filter value as the address keeps it: the value, and its label where the two differ. */
export interface Chosen {
  readonly value: string | number | boolean
  /** The end, where the value is the beginning of a range of moments. */
  readonly until?: number
  readonly label?: string
}

export interface ListState {
  readonly filters: Readonly<Record<string, Chosen>>
  readonly page: number
  readonly sortColumn: string
  readonly sortOrder: 'asc' | 'desc'
  readonly viewMode: ViewMode
}

/** What the state needs to know of a filter. */
export interface FilterRule {
  readonly id: string
  readonly col: string
  readonly opr: string
  /** The comparison with the end of a range. */
  readonly untilOpr?: string
}

export interface ListDefaults {
  readonly sortColumn: string
  readonly sortOrder: 'asc' | 'desc'
  readonly viewMode: ViewMode
}

export const pageSize = 25

const isScalar = (value: unknown): value is string | number | boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const readChosen = (value: unknown): Chosen | undefined => {
  if (isScalar(value)) return value === '' ? undefined : { value }
  // Older addresses write a range of moments as a pair.
  if (Array.isArray(value)) {
    const [from, until] = value as readonly unknown[]
    return typeof from === 'number' && typeof until === 'number' ? { value: from, until } : undefined
  }
  if (typeof value !== 'object' || value === null || !('value' in value) || !isScalar(value.value) || value.value === '') return undefined
  const label = 'label' in value && typeof value.label === 'string' ? { label: value.label } : {}
  const until = 'until' in value && typeof value.until === 'number' ? { until: value.until } : {}
  return { value: value.value, ...until, ...label }
}

/** Reads the address of a list page. Whatever cannot be read is left at its default. */
export const parseListState = (search: URLSearchParams, defaults: ListDefaults): ListState => {
  const decoded = decodeRison(search.get('filters') ?? '()')
  const filters: Record<string, Chosen> = {}
  if (decoded.ok && typeof decoded.value === 'object' && decoded.value !== null && !Array.isArray(decoded.value))
    for (const [id, value] of Object.entries(decoded.value)) {
      const chosen = readChosen(value)
      if (chosen !== undefined) filters[id] = chosen
    }
  const page = Number(search.get('pageIndex') ?? 0)
  const order = search.get('sortOrder')
  const mode = search.get('viewMode')
  return {
    filters,
    page: Number.isInteger(page) && page > 0 ? page : 0,
    sortColumn: search.get('sortColumn') ?? defaults.sortColumn,
    sortOrder: order === 'asc' || order === 'desc' ? order : defaults.sortOrder,
    viewMode: mode === 'table' || mode === 'card' ? mode : defaults.viewMode,
  }
}

/** Writes the state into the address; defaults are left out so that plain addresses stay plain. Foreign parameters stay. */
export const printListState = (state: ListState, defaults: ListDefaults, search: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(search)
  const put = (name: string, value: string | undefined): void => {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  const isEmpty = Object.keys(state.filters).length === 0
  const written = Object.fromEntries(
    Object.entries(state.filters).map(([id, { value, until, label }]) => [
      id,
      label === undefined && until === undefined ? value : { ...(label === undefined ? {} : { label }), value, ...(until === undefined ? {} : { until }) },
    ]),
  )
  put('filters', isEmpty ? undefined : encodeRison(written))
  put('pageIndex', state.page === 0 ? undefined : String(state.page))
  const isSorted = state.sortColumn !== defaults.sortColumn || state.sortOrder !== defaults.sortOrder
  put('sortColumn', isSorted ? state.sortColumn : undefined)
  put('sortOrder', isSorted ? state.sortOrder : undefined)
  put('viewMode', state.viewMode === defaults.viewMode ? undefined : state.viewMode)
  return next
}

/** A changed filter begins again at the first page; an empty value takes the filter out. */
export const withFilter = (state: ListState, id: string, chosen: Chosen | undefined): ListState => {
  const { [id]: _, ...others } = state.filters
  return { ...state, page: 0, filters: chosen === undefined || chosen.value === '' ? others : { ...others, [id]: chosen } }
}

/** First click sorts upwards, the next one turns it around. */
export const withSort = (state: ListState, column: string): ListState => ({
  ...state,
  page: 0,
  sortColumn: column,
  sortOrder: state.sortColumn === column && state.sortOrder === 'asc' ? 'desc' : 'asc',
})

/** What is asked of the server. Filters the page does not know are not sent. */
export const toQuestion = (state: ListState, rules: readonly FilterRule[], always: readonly Filter[] = []): ListQuestion => ({
  filters: [
    ...always,
    ...rules.flatMap((rule) => {
      const chosen = state.filters[rule.id]
      if (chosen === undefined) return []
      const isRange = rule.untilOpr !== undefined && chosen.until !== undefined
      return [{ col: rule.col, opr: rule.opr, value: chosen.value }, ...(isRange ? [{ col: rule.col, opr: rule.untilOpr!, value: chosen.until! }] : [])]
    }),
  ],
  order_column: state.sortColumn,
  order_direction: state.sortOrder,
  page: state.page,
  page_size: pageSize,
})

/** Page numbers to show, zero-based; null is a gap. */
export const pagesToShow = (page: number, pageCount: number): readonly (number | null)[] => {
  if (pageCount <= 7) return Array.from({ length: pageCount }, (_, index) => index)
  const near = [page - 1, page, page + 1].filter((index) => index > 0 && index < pageCount - 1)
  const shown = [0, ...near, pageCount - 1]
  return shown.flatMap((index, at) => {
    const previous = shown[at - 1]
    if (previous === undefined || index - previous === 1) return [index]
    return index - previous === 2 ? [index - 1, index] : [null, index]
  })
}
