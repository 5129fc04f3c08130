import type { EditorView } from '@codemirror/view'
import { readLab, useLab } from '../lab/store.ts'
import type { Tab } from '../state/model.ts'
import { tabOf } from '../state/tabs.ts'
import { callOffQuestions, knownFunctions } from './completion/known-catalogue.ts'
import { drawFaults } from './draw-faults.ts'
import { keepState, keptState } from './editor-states.ts'
import { newState, noteSelection, speak } from './extensions.ts'
import { showText, writeText } from './keep-text.ts'
import { clearOutline } from './outline-statement.ts'

/** The focus was in the text when its tab was left by a key: it goes along. */
let isFocusGoingAlong = false

/** Shows a tab in the editor, and follows it until the answer is called: text that came from elsewhere, its database, its mistakes. */
export function attachTab(view: EditorView, tabId: string): () => void {
  const first = tabOf(readLab().sql, tabId)
  const kept = keptState(tabId)
  view.setState(kept?.state ?? newState(tabId, first?.sql ?? ''))
  if (kept) view.dispatch({ effects: [kept.scroll, clearOutline] })
  noteSelection(tabId, view.state)
  if (isFocusGoingAlong) view.focus()
  isFocusGoingAlong = false
  let isAttached = true
  let shown: Tab | undefined

  const speakOf = ({ dbId }: Tab): void => {
    const functions = dbId === null ? [] : knownFunctions(dbId, () => isAttached && follow(true))
    speak(view, dbId === null ? '' : (readLab().databases[dbId]?.backend ?? ''), functions)
  }
  const follow = (isNews = false): void => {
    const tab = tabOf(readLab().sql, tabId)
    if (!tab) return
    const before = shown
    shown = tab
    if (isNews || before?.dbId !== tab.dbId) {
      if (before && before.dbId !== tab.dbId) callOffQuestions()
      speakOf(tab)
    }
    // A tab of which only the name was known gets its text: that is no edit that could be undone.
    if (before?.sql !== tab.sql) showText(view, tabId, tab.sql, before ? before.loaded : kept !== undefined)
    if (before?.validationResult !== tab.validationResult) drawFaults(view, tab.validationResult)
  }
  follow()
  const stop = useLab.subscribe((lab, before) => {
    if (lab.sql !== before.sql) follow()
  })
  return () => {
    isAttached = false
    isFocusGoingAlong = view.hasFocus
    stop()
    writeText()
    callOffQuestions()
    keepState(tabId, view)
  }
}
