import { useEffect, useMemo, useState } from 'react'
import { orderNow, startOrdering, type OrderWish } from './start-ordering.ts'

/** Rows as they are shown: how many, and which row of the data stands at a place. */
export interface ShownRows {
  readonly count: number
  readonly rowAt: (place: number) => number
  /** A new order is on its way; what is shown is the one before. */
  readonly isBusy: boolean
}

/** So many are ordered while the page is drawn. */
const fewCells = 20_000
const itself = (place: number): number => place

export function useOrder(wish: OrderWish): ShownRows {
  const { cellAt, kinds, rows, search, sorting } = wish
  const isPlain = search.trim() === '' && !sorting
  const isLong = !isPlain && rows * Math.max(1, kinds.length) > fewCells
  const [later, setLater] = useState<{ readonly order: Uint32Array; readonly wish: OrderWish }>()
  const [ordering] = useState(() => startOrdering((order, of) => setLater({ order, wish: of })))
  useEffect(() => {
    if (isLong) ordering.want({ cellAt, kinds, rows, search, sorting })
    else ordering.stop()
  }, [ordering, isLong, cellAt, kinds, rows, search, sorting])
  useEffect(() => () => ordering.stop(), [ordering])

  return useMemo(() => {
    if (isPlain) return { count: rows, rowAt: itself, isBusy: false }
    if (!isLong) return shown(orderNow({ cellAt, kinds, rows, search, sorting }), false)
    if (later?.wish.cellAt !== cellAt) return { count: rows, rowAt: itself, isBusy: true }
    return shown(later.order, later.wish.search !== search || later.wish.sorting !== sorting)
  }, [isPlain, isLong, later, cellAt, kinds, rows, search, sorting])
}

const shown = (order: Uint32Array, isBusy: boolean): ShownRows => ({ count: order.length, rowAt: (place) => order[place] ?? -1, isBusy })
