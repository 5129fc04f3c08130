import { StateEffect, StateField, type EditorState } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'

const outline = StateEffect.define<{ readonly from: number; readonly to: number } | null>()
const line = Decoration.line({ class: 'cm-ran-statement' })

/** The lines of the statement that has just been run stand out for a moment, so that it is seen which one it was. */
export const outlinedStatement = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    const told = transaction.effects.findLast((effect) => effect.is(outline))
    if (told) return told.value === null ? Decoration.none : linesOf(transaction.state, told.value.from, told.value.to)
    return transaction.docChanged ? Decoration.none : shown
  },
  provide: (field) => EditorView.decorations.from(field),
})

function linesOf(state: EditorState, from: number, to: number): DecorationSet {
  const last = state.doc.lineAt(to).number
  const marks = []
  for (let number = state.doc.lineAt(from).number; number <= last; number++) marks.push(line.range(state.doc.line(number).from))
  return Decoration.set(marks)
}

const shownForMs = 900
const timers = new WeakMap<EditorView, ReturnType<typeof setTimeout>>()

export function outlineStatement(view: EditorView, from: number, to: number): void {
  clearTimeout(timers.get(view))
  view.dispatch({ effects: outline.of({ from, to }) })
  timers.set(
    view,
    setTimeout(() => view.dispatch({ effects: outline.of(null) }), shownForMs),
  )
}

export const clearOutline = outline.of(null)
