import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useLab } from '../lab/store.ts'
import { countQuery, estimateQuery, extraQuery, tableQuery, type TableRow } from './queries.ts'
import { buildRows, type TreeRow, type Unfolded } from './tree-rows.ts'

export interface CountState {
  readonly counted: number | null | undefined
  readonly estimate: number | null | undefined
  readonly isCounting: boolean
  readonly hasFailed: boolean
}

export interface Tree {
  readonly rows: readonly TreeRow[]
  /** Tables among them. */
  readonly found: number
  readonly counts: ReadonlyMap<string, CountState>
  readonly sorted: ReadonlySet<string>
  readonly toggleSort: (tableId: string) => void
  readonly count: (tableId: string) => void
  readonly stopCounting: (tableId: string) => void
  readonly reload: (tableId: string) => void
}

const withOrWithout = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Only what the tree reads of an answer, so that it is drawn again only when that changes. */
const answersOf = <Data>(results: readonly { readonly data: Data | undefined; readonly isError: boolean; readonly isFetching: boolean }[]) =>
  results.map(({ data, isError, isFetching }) => ({ data, isError, isFetching }))

/** What the tree shows. Answers about unfolded tables are held here, not in rows, which come and go while the list is scrolled. */
export function useTreeRows(place: {
  readonly dbId: number
  readonly schema: string
  readonly tabId: string
  readonly tables: readonly TableRow[] | undefined
  readonly text: string
}): Tree {
  const { dbId, schema, tabId, tables, text } = place
  const client = useQueryClient()
  const opened = useLab(useShallow((lab) => lab.sql.tables.filter((table) => table.tabId === tabId)))
  const [sorted, setSorted] = useState<ReadonlySet<string>>(new Set())
  const [counting, setCounting] = useState<ReadonlySet<string>>(new Set())
  const unfoldedTables = useMemo(() => opened.filter(({ expanded }) => expanded), [opened])

  const facts = useQueries({ queries: unfoldedTables.map((table) => tableQuery(table.dbId, table.schema, table.name)), combine: answersOf })
  const extras = useQueries({ queries: unfoldedTables.map(extraQuery), combine: answersOf })
  const estimates = useQueries({ queries: unfoldedTables.map(estimateQuery), combine: answersOf })
  const counted = useQueries({ queries: unfoldedTables.map((table) => ({ ...countQuery(table), enabled: counting.has(table.id) })), combine: answersOf })

  const unfolded = useMemo(
    () =>
      new Map<string, Unfolded>(
        unfoldedTables.map(({ id }, index) => [id, { facts: facts[index]?.data, extra: extras[index]?.data, hasFailed: facts[index]?.isError === true }]),
      ),
    [unfoldedTables, facts, extras],
  )
  const counts = new Map<string, CountState>()
  unfoldedTables.forEach(({ id }, index) => {
    const own = counted[index]
    counts.set(id, { counted: own?.data, estimate: estimates[index]?.data, isCounting: own?.isFetching === true, hasFailed: own?.isError === true })
  })
  const rows = useMemo(
    () => buildRows({ dbId, schema, tables: tables ?? [], opened, unfolded, sorted, text }),
    [dbId, schema, tables, opened, unfolded, sorted, text],
  )
  const found = useMemo(() => rows.reduce((sum, row) => sum + (row.kind === 'table' ? 1 : 0), 0), [rows])
  const find = (id: string) => unfoldedTables.find((table) => table.id === id)
  const toggleSort = useCallback((id: string) => setSorted((now) => withOrWithout(now, id)), [])
  return {
    rows,
    found,
    counts,
    sorted,
    toggleSort,
    count: (id) => {
      const table = find(id)
      if (!table) return
      if (counting.has(id)) void client.refetchQueries({ queryKey: countQuery(table).queryKey })
      else setCounting((now) => new Set(now).add(id))
    },
    stopCounting: (id) => {
      const table = find(id)
      setCounting((now) => new Set([...now].filter((one) => one !== id)))
      if (table) void client.cancelQueries({ queryKey: countQuery(table).queryKey })
    },
    reload: (id) => {
      const table = find(id)
      if (!table) return
      void client.invalidateQueries({ queryKey: tableQuery(table.dbId, table.schema, table.name).queryKey })
      void client.invalidateQueries({ queryKey: ['sqllab', 'profile', table.dbId, table.schema, table.name] })
    },
  }
}
