import { lintGutter, linter, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Fault } from '../state/model.ts'

/** Where a mistake is drawn: the word at its place, or its whole line where the database told no column. */
export function rangeOf(doc: Text, { line, column }: Fault): { readonly from: number; readonly to: number } {
  const at = doc.line(Math.min(Math.max(1, line), doc.lines))
  const lead = at.text.length - at.text.trimStart().length
  if (column === null) return { from: at.from + lead, to: at.to }
  const from = at.from + Math.min(Math.max(0, column - 1), at.length)
  const word = /^(?:[\p{L}\p{N}_$]+|.)/u.exec(at.text.slice(from - at.from))?.[0].length ?? 0
  // At the end of a line there is nothing to underline: what stands before it is.
  return word === 0 ? { from: Math.max(at.from, from - 1), to: from } : { from, to: from + word }
}

/** The marks in the text and in the margin; the message shows when the mouse rests on one. */
export const faultMarks = [linter(null), lintGutter({ hoverTime: 200 })]

export function drawFaults(view: EditorView, faults: readonly Fault[]): void {
  const diagnostics = faults.map((fault): Diagnostic => ({ ...rangeOf(view.state.doc, fault), severity: 'error', message: fault.message }))
  view.dispatch(setDiagnostics(view.state, diagnostics))
}
