import { EditorView } from '@codemirror/view'
import { useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react'
import { t } from '../../../words/words.ts'
import { attachTab } from './attach-tab.ts'
import styles from './SqlEditor.module.css'
import { hintId } from './extensions.ts'
import { openFind } from './find-panel.ts'
import { formatText } from './format-text.ts'
import { writeText, writeTextOnLeave } from './keep-text.ts'
import { listenToPageKeys } from './key-commands.ts'
import { runStatement, selectedText, statementAtCursor } from './run-text.ts'

export interface SqlEditorHandle {
  /** In place of the selection. */
  readonly insert: (text: string) => void
  /** In place of everything; it can be undone. */
  readonly replace: (text: string) => void
  /** The selection, when it is worth running. */
  readonly selected: () => string
  /** Everything, as it is this moment. The tab has it too afterwards. */
  readonly text: () => string
  readonly statementAtCursor: () => string
  readonly runStatement: () => void
  readonly focus: () => void
  /** Lays out the selection, or everything. */
  readonly format: () => Promise<void>
  readonly find: () => void
  /** Lines and columns count from one. */
  readonly goTo: (line: number, column?: number | null) => void
}

interface SqlEditorProps {
  readonly tabId: string
  readonly ref: Ref<SqlEditorHandle>
}

/** The text of a tab. It is the tab's from the first letter on; nothing waits for a button. */
export const SqlEditor = ({ tabId, ref }: SqlEditorProps) => {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)

  // Before the page is drawn and before it is taken away: where the text was scrolled to is known only while it is on the screen.
  useLayoutEffect(() => {
    view.current ??= new EditorView({ parent: place.current! })
    return writeTextOnLeave()
  }, [])

  useLayoutEffect(() => {
    const editor = view.current
    if (!editor) return
    const detach = attachTab(editor, tabId)
    const stop = listenToPageKeys(tabId, () => view.current)
    return () => {
      stop()
      detach()
    }
  }, [tabId])

  // Last of all, when the tab has kept what it had.
  useLayoutEffect(
    () => () => {
      view.current?.destroy()
      view.current = undefined
    },
    [],
  )

  useImperativeHandle(
    ref,
    () => ({
      insert: (text) => {
        const editor = view.current
        if (!editor) return
        editor.dispatch(editor.state.replaceSelection(text), { scrollIntoView: true })
        editor.focus()
      },
      replace: (text) => {
        const editor = view.current
        if (!editor) return
        editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
        writeText()
        editor.focus()
      },
      selected: () => (view.current ? selectedText(view.current.state) : ''),
      text: () => {
        writeText()
        return view.current?.state.doc.toString() ?? ''
      },
      statementAtCursor: () => (view.current ? (statementAtCursor(view.current, tabId)?.text ?? '') : ''),
      runStatement: () => {
        if (view.current) runStatement(view.current, tabId)
      },
      focus: () => view.current?.focus(),
      format: async () => {
        if (view.current) await formatText(view.current, tabId)
        writeText()
      },
      find: () => {
        if (view.current) openFind(view.current)
      },
      goTo: (line, column) => {
        const editor = view.current
        if (!editor) return
        const at = editor.state.doc.line(Math.min(Math.max(1, line), editor.state.doc.lines))
        const anchor = at.from + Math.min(Math.max(0, (column ?? 1) - 1), at.length)
        editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
        editor.focus()
      },
    }),
    [tabId],
  )
  return (
    <div ref={place} className={styles.editor}>
      <span id={hintId} className="visually-hidden">
        {t('sqled.hint')}
      </span>
    </div>
  )
}
