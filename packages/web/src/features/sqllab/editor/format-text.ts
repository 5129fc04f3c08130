import type { EditorView } from '@codemirror/view'
import { normaliseError } from '../../../api/normalise-error.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { formatSql } from '../lab/calls.ts'
import { readLab } from '../lab/store.ts'
import { tabOf } from '../state/tabs.ts'
import { differenceOf } from './keep-text.ts'
import { selectedText } from './run-text.ts'

/** Lays out the selection, or everything. What was typed while the server was asked is not overwritten, and a failure changes nothing. */
export async function formatText(view: EditorView, tabId: string): Promise<void> {
  const { doc, selection } = view.state
  const isPart = selectedText(view.state) !== ''
  const [from, to] = isPart ? [selection.main.from, selection.main.to] : [0, doc.length]
  const text = doc.sliceString(from, to)
  if (text.trim() === '') return
  try {
    const laidOut = await formatSql(text, tabOf(readLab().sql, tabId)?.dbId ?? null)
    if (view.state.doc !== doc) return
    const change = differenceOf(text, laidOut)
    if (!change) return
    const length = to - from + change.insert.length - (change.to - change.from)
    view.dispatch({
      changes: { from: from + change.from, to: from + change.to, insert: change.insert },
      ...(isPart ? { selection: { anchor: from, head: from + length } } : {}),
      userEvent: 'input.format',
    })
  } catch (cause) {
    showToast('danger', t('sqlbar.formatFailed', { error: normaliseError(cause).error }))
  }
}
