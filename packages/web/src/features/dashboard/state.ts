import type { Layout } from '@sightline/core'

/** What an edit did, for the list of the history: a word key and the name of the block. */
export interface EditNote {
  readonly kind: 'opened' | 'add' | 'move' | 'resize' | 'remove' | 'rename'
  readonly name: string
}

export interface HistoryEntry {
  readonly layout: Layout
  readonly note: EditNote
  /** Epoch milliseconds, given by whoever edits. */
  readonly at: number
}

/** Undo goes back this far; the two extra entries are the state before the oldest step and the present one. */
export const undoLimit = 50
const kept = undoLimit + 2

/** Editing a dashboard: every state since it was opened, where we stand, and which of them is saved. */
export interface BoardState {
  readonly entries: readonly HistoryEntry[]
  readonly at: number
  /** -1 once the saved state fell out of the history. */
  readonly savedAt: number
}

export type BoardAction =
  | { readonly type: 'opened'; readonly layout: Layout; readonly now: number }
  | { readonly type: 'edited'; readonly layout: Layout; readonly note: EditNote; readonly now: number }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'jump'; readonly to: number }
  | { readonly type: 'saved' }

export const openBoard = (layout: Layout, now: number): BoardState => ({
  entries: [{ layout, note: { kind: 'opened', name: '' }, at: now }],
  at: 0,
  savedAt: 0,
})

export const layoutOf = (state: BoardState): Layout => (state.entries[state.at] ?? state.entries[0])!.layout
export const mayUndo = (state: BoardState): boolean => state.at > 0
export const mayRedo = (state: BoardState): boolean => state.at < state.entries.length - 1
export const hasChanges = (state: BoardState): boolean => state.at !== state.savedAt
/** How many steps lie between what is saved and what is shown. */
export const changeCount = (state: BoardState): number => (state.savedAt < 0 ? state.at : Math.abs(state.at - state.savedAt))
export const isHistoryFull = (state: BoardState): boolean => state.at >= undoLimit

const jump = (state: BoardState, to: number): BoardState => (to >= 0 && to < state.entries.length ? { ...state, at: to } : state)

export function reduceBoard(state: BoardState, action: BoardAction): BoardState {
  switch (action.type) {
    case 'opened':
      return openBoard(action.layout, action.now)
    case 'edited': {
      if (action.layout === layoutOf(state)) return state
      const entries = [...state.entries.slice(0, state.at + 1), { layout: action.layout, note: action.note, at: action.now }]
      const dropped = Math.max(0, entries.length - kept)
      const isSavedLost = state.savedAt > state.at || state.savedAt < dropped
      return { entries: entries.slice(dropped), at: entries.length - 1 - dropped, savedAt: isSavedLost ? -1 : state.savedAt - dropped }
    }
    case 'undo':
      return jump(state, state.at - 1)
    case 'redo':
      return jump(state, state.at + 1)
    case 'jump':
      return jump(state, action.to)
    case 'saved': {
      const present = state.entries[state.at]
      return present ? openBoard(present.layout, present.at) : state
    }
  }
}
