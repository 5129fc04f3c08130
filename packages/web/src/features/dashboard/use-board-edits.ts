import {
  addBlock,
  chartBlock,
  mainContainer,
  moveBlock,
  removeBlock,
  renameLayout,
  resizeBlock,
  stepBlock,
  type Edited,
  type LayoutProblem,
  type Place,
} from '@sightline/core'
import { useEffect, useReducer, useRef } from 'react'
import { showToast } from '../../ui/toasts.ts'
import { t, type WordKey } from '../../words/words.ts'
import type { Dragged } from './Board.tsx'
import { hasChanges, isHistoryFull, layoutOf, openBoard, reduceBoard, undoLimit, type BoardAction, type BoardState, type EditNote } from './state.ts'
import type { Layout } from '@sightline/core'

const refusals: Readonly<Record<LayoutProblem, WordKey & ('dashboard.noRoom' | 'dashboard.notAllowed' | 'dashboard.topTab')>> = {
  'no-room': 'dashboard.noRoom',
  'not-allowed': 'dashboard.notAllowed',
  'unknown-block': 'dashboard.notAllowed',
  'top-tab-into-nested': 'dashboard.topTab',
}

const newId = (type: string): string => `${type}-${Math.random().toString(36).slice(2, 12)}`

export interface BoardEdits {
  readonly state: BoardState
  readonly layout: Layout
  readonly dispatch: (action: BoardAction) => void
  readonly rename: (title: string) => void
  readonly step: (id: string, direction: 'left' | 'right' | 'up' | 'down', name: string) => void
  readonly move: (id: string, place: Place, name: string) => void
  readonly resize: (id: string, size: { readonly width?: number; readonly height?: number }, name: string) => void
  readonly remove: (id: string, name: string) => void
  /** The id of the new block. */
  readonly addChart: (chartId: number, name: string, place?: Place) => string
  readonly mayDrop: (dragged: Dragged, place: Place) => boolean
}

/** Every edit of the layout, with its note for the history and its refusal in words. */
export function useBoardEdits(start: Layout): BoardEdits {
  const [state, dispatch] = useReducer(reduceBoard, start, (layout) => openBoard(layout, Date.now()))
  const layout = layoutOf(state)
  const hasWarned = useRef(false)
  const isFull = isHistoryFull(state) && hasChanges(state)
  useEffect(() => {
    if (!isFull || hasWarned.current) return
    hasWarned.current = true
    showToast('warning', t('dashboard.undoFull', { count: undoLimit }))
  }, [isFull])

  const apply = (edited: Edited, note: EditNote): void => {
    if (edited.ok) dispatch({ type: 'edited', layout: edited.value, note, now: Date.now() })
    else showToast('warning', t(refusals[edited.problem]))
  }
  return {
    state,
    layout,
    dispatch,
    rename: (title) => apply({ ok: true, value: renameLayout(layout, title) }, { kind: 'rename', name: title }),
    step: (id, direction, name) => {
      const edited = stepBlock(layout, id, direction, newId('ROW'))
      if (edited.ok) apply(edited, { kind: 'move', name })
    },
    move: (id, place, name) => apply(moveBlock(layout, id, place, newId('ROW')), { kind: 'move', name }),
    resize: (id, size, name) => apply(resizeBlock(layout, id, size), { kind: 'resize', name }),
    remove: (id, name) => apply(removeBlock(layout, id), { kind: 'remove', name }),
    addChart: (chartId, name, place) => {
      const block = chartBlock(newId('CHART'), chartId, name)
      const end = { parent: mainContainer(layout), index: layout[mainContainer(layout)]?.children.length ?? 0 }
      apply(addBlock(layout, block, place ?? end, newId('ROW')), { kind: 'add', name })
      return block.id
    },
    mayDrop: (dragged, place) =>
      dragged.kind === 'block'
        ? moveBlock(layout, dragged.id, place, 'ROW-drop').ok
        : addBlock(layout, chartBlock('CHART-drop', dragged.chartId, dragged.name), place, 'ROW-drop').ok,
  }
}
