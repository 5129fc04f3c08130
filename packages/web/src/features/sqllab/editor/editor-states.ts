import type { EditorState, StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { readLab } from '../lab/store.ts'
import { forgetText } from './keep-text.ts'

interface Kept {
  readonly state: EditorState
  readonly scroll: StateEffect<unknown>
}

/** What the editor of each tab was like when it was left: text, undo, cursor, folds and where it was scrolled to. */
const states = new Map<string, Kept>()

/** Keeps a tab as it is, and lets go of those that are closed. */
export function keepState(tabId: string, view: EditorView): void {
  states.set(tabId, { state: view.state, scroll: view.scrollSnapshot() })
  const open = new Set(readLab().sql.tabs.map(({ id }) => id))
  for (const id of states.keys())
    if (!open.has(id)) {
      states.delete(id)
      forgetText(id)
    }
}

export const keptState = (tabId: string): Kept | undefined => states.get(tabId)
