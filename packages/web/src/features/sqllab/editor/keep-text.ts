import { Annotation, Transaction, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { whenIdle } from '../../../ui/when-idle.ts'
import { edit } from '../lab/tab-commands.ts'

/** Marks a change that came from the tab: it is not written back to it. */
const fromTab = Annotation.define<boolean>()

/** A pause this short is not seen, and a text of many thousand lines is not made anew for every key, nor between a key and its letter. */
const writeAfterMs = 100
const mostWaitMs = 50

interface Unwritten {
  readonly tabId: string
  readonly doc: Text
  readonly callOff: () => void
}

function soon(act: () => void): () => void {
  let callOff: () => void
  const timer = setTimeout(() => (callOff = whenIdle(act, mostWaitMs)), writeAfterMs)
  callOff = () => clearTimeout(timer)
  return () => callOff()
}

let unwritten: Unwritten | undefined
/** What the tabs got from here last, by which a change from elsewhere is told. */
const written = new Map<string, string>()

/** What was typed goes to its tab now. Called wherever somebody may read it: before a run, when the editor loses the focus, when the page goes. */
export function writeText(): void {
  if (!unwritten) return
  const { tabId, doc, callOff } = unwritten
  unwritten = undefined
  callOff()
  const sql = doc.toString()
  written.set(tabId, sql)
  edit(tabId, { sql })
}

function note(tabId: string, doc: Text): void {
  if (unwritten && unwritten.tabId !== tabId) writeText()
  unwritten = { tabId, doc, callOff: unwritten?.callOff ?? soon(writeText) }
}

/** Every change of the text reaches the tab. */
export const keepText = (tabId: string) => [
  EditorView.updateListener.of((update) => {
    if (update.docChanged && !update.transactions.every((one) => !one.docChanged || one.annotation(fromTab) === true)) note(tabId, update.state.doc)
  }),
  EditorView.domEventHandlers({
    blur: () => writeText(),
    // Whatever a key with Ctrl or ⌘ does, it does it with what was typed.
    keydown: (event) => {
      if (event.ctrlKey || event.metaKey) writeText()
    },
  }),
]

/** Text that was changed elsewhere comes into the editor; only what differs is replaced, so that the cursor stays and it can be undone. */
export function showText(view: EditorView, tabId: string, sql: string, isUndoable = true): void {
  if (unwritten?.tabId === tabId || written.get(tabId) === sql) return
  written.set(tabId, sql)
  const change = differenceOf(view.state.doc.toString(), sql)
  if (!change) return
  view.dispatch({ changes: change, annotations: [fromTab.of(true), Transaction.addToHistory.of(isUndoable)] })
}

export const forgetText = (tabId: string): void => void written.delete(tabId)

/** The one stretch in which two texts differ. */
export function differenceOf(before: string, after: string): { readonly from: number; readonly to: number; readonly insert: string } | null {
  // CodeMirror knows one kind of line end.
  const text = after.replaceAll(/\r\n?/g, '\n')
  if (before === text) return null
  const most = Math.min(before.length, text.length)
  let start = 0
  while (start < most && before[start] === text[start]) start++
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === text[text.length - 1 - end]) end++
  return { from: start, to: before.length - end, insert: text.slice(start, text.length - end) }
}

/** The page may go at any moment: what was typed is in the tab before those look who write tabs to the disk. */
export function writeTextOnLeave(): () => void {
  const hide = (): void => {
    if (document.visibilityState === 'hidden') writeText()
  }
  addEventListener('pagehide', writeText, { capture: true })
  addEventListener('visibilitychange', hide, { capture: true })
  return () => {
    removeEventListener('pagehide', writeText, { capture: true })
    removeEventListener('visibilitychange', hide, { capture: true })
  }
}
