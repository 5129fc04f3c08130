import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { runTab, stop } from '../lab/run-commands.ts'
import { readLab } from '../lab/store.ts'
import { isInFlight } from '../state/model.ts'
import { tabOf } from '../state/tabs.ts'
import { isBlankSql } from './blank-sql.ts'
import { writeText } from './keep-text.ts'
import { outlineStatement } from './outline-statement.ts'
import { statementAt, type StatementRange } from './statement-at.ts'

/** One selected character is a slip of the mouse, not a statement. */
export const selectedText = (state: EditorState): string => {
  const { from, to } = state.selection.main
  return to - from > 1 ? state.sliceDoc(from, to) : ''
}

const latestRun = (tabId: string) => {
  const { sql } = readLab()
  return sql.runs[tabOf(sql, tabId)?.latestQueryId ?? '']
}

/** While a run is under way the tab does not begin another one. */
const isBusy = (tabId: string): boolean => {
  const run = latestRun(tabId)
  return run !== undefined && isInFlight(run.state)
}

/** The selection, or everything. */
export function runText(view: EditorView, tabId: string): void {
  writeText()
  const text = selectedText(view.state) || view.state.doc.toString()
  if (!isBlankSql(text) && !isBusy(tabId)) runTab(tabId, { text })
}

export function statementAtCursor(view: EditorView, tabId: string): StatementRange | null {
  const { sql, databases } = readLab()
  const dbId = tabOf(sql, tabId)?.dbId
  return statementAt(view.state.doc.toString(), view.state.selection.main.head, databases[dbId ?? 0]?.backend ?? '')
}

/** The statement around the cursor alone. The cursor stays where it is; the statement is shown for a moment. */
export function runStatement(view: EditorView, tabId: string): void {
  writeText()
  const statement = statementAtCursor(view, tabId)
  if (!statement || isBlankSql(statement.text) || isBusy(tabId)) return
  outlineStatement(view, statement.from, statement.to)
  runTab(tabId, { text: statement.text })
}

export function stopLatest(tabId: string): void {
  const run = latestRun(tabId)
  if (run && isInFlight(run.state)) void stop(run.id)
}
