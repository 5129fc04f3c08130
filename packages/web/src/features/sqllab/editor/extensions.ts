import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { t } from '../../../words/words.ts'
import { arrange } from '../lab/tab-commands.ts'
import { readLab } from '../lab/store.ts'
import { tabOf } from '../state/tabs.ts'
import { checkText } from './check-text.ts'
import { completeSql } from './completion/complete-sql.ts'
import { offerFoot, offerRows } from './completion/offer-rows.ts'
import { noteCursor } from './cursor-place.ts'
import { dialectOf } from '../../../code/dialects.ts'
import { faultMarks } from './draw-faults.ts'
import { findPanel } from './find-panel.ts'
import { keepText } from './keep-text.ts'
import { editorKeys } from './key-commands.ts'
import { editorLook } from '../../../code/look.ts'
import { markTemplates } from '../../../code/mark-templates.ts'
import { outlinedStatement } from './outline-statement.ts'
import { selectedText } from './run-text.ts'

const language = new Compartment()

/** The language of a tab changes with its database. */
export const speak = (view: EditorView, backend: string, functions: readonly string[]): void =>
  view.dispatch({ effects: language.reconfigure(dialectOf(backend, functions).extension) })

/** The element that says in words how the editor is left. */
export const hintId = 'sql-editor-hint'

/** The status line and the Run button follow the cursor. */
export function noteSelection(tabId: string, state: EditorState): void {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  noteCursor({ line: line.number, column: head - line.from + 1 })
  const text = selectedText(state) || null
  if ((tabOf(readLab().sql, tabId)?.selectedText ?? null) !== text) arrange(tabId, { selectedText: text })
}

const extensionsOf = (tabId: string): Extension => [
  editorKeys(tabId),
  faultMarks,
  lineNumbers(),
  foldGutter({ openText: '⌄', closedText: '›' }),
  codeFolding(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  history(),
  drawSelection(),
  dropCursor(),
  rectangularSelection(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false, override: [completeSql(tabId)], addToOptions: offerRows, activateOnTypingDelay: 30, closeOnBlur: true }),
  offerFoot,
  highlightSelectionMatches(),
  findPanel,
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
  language.of([]),
  markTemplates,
  outlinedStatement,
  editorLook,
  EditorView.contentAttributes.of({ 'aria-label': t('sqllab.editor'), 'aria-describedby': hintId, 'aria-multiline': 'true' }),
  keepText(tabId),
  checkText(tabId),
  EditorView.updateListener.of((update) => {
    if (update.selectionSet || update.docChanged) noteSelection(tabId, update.state)
  }),
]

export const newState = (tabId: string, doc: string): EditorState => EditorState.create({ doc, extensions: extensionsOf(tabId) })
