import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { PostgreSQL, sql, SQLDialect, type SQLNamespace } from '@codemirror/lang-sql'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { t } from '../../../words/words.ts'
import { stop as stopRun, runTab } from '../lab/run-commands.ts'
import { arrange, edit } from '../lab/tab-commands.ts'
import { readLab, useLab } from '../lab/store.ts'
import { useTables } from '../schema/queries.ts'
import styles from '../SqlPage.module.css'
import { isInFlight } from '../state/model.ts'
import { tabOf } from '../state/tabs.ts'

const functions =
  'abs array_agg avg ceil ceiling coalesce concat count date_part date_trunc dense_rank exp first_value floor greatest lag last_value lead least length ln lower max median min mod now ntile nullif percentile_cont percentile_disc power rank replace round row_number split_part sqrt stddev strftime string_agg substr substring sum trim unnest upper var_pop var_samp variance'
const functionNames = new Set(functions.split(' '))

/** PostgreSQL's words, but functions are told from keywords, and words nobody writes as one are names. */
const dialect = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: (PostgreSQL.spec.keywords ?? '')
    .split(' ')
    .filter(
      (word) => !functionNames.has(word) && word !== 'nothing' && word !== 'name' && word !== 'value' && word !== 'day' && word !== 'month' && word !== 'year',
    )
    .join(' '),
  builtin: functions,
})

/** Colours are custom properties, so the editor follows the theme without being told. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--sql-keyword)', fontWeight: '600' },
  { tag: [tags.function(tags.variableName), tags.standard(tags.name), tags.typeName], color: 'var(--sql-function)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--sql-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--sql-number)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--sql-comment)', fontStyle: 'italic' },
  { tag: [tags.name, tags.propertyName], color: 'var(--sql-name)' },
])

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--surface)', color: 'var(--sql-name)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '22px', fontVariantLigatures: 'none' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-3)', border: 'none', paddingLeft: '8px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--surface-2)' },
  '.cm-activeLineGutter': { color: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--surface-2) 60%, transparent)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--surface-3)', outline: 'none' },
  '.cm-selectionMatch': { backgroundColor: 'var(--surface-3)' },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    backgroundColor: 'var(--float)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow-pop)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: '12px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '18px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)', fontWeight: '600' },
  '.cm-panels': { backgroundColor: 'var(--surface-2)', color: 'var(--ink)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
})

export interface SqlEditorHandle {
  readonly insert: (text: string) => void
  readonly replace: (text: string) => void
  /** The selection, when it is worth running. */
  readonly selected: () => string
}

export interface SqlEditorProps {
  readonly tabId: string
  readonly ref: Ref<SqlEditorHandle>
}

/** The text of a tab. It is the tab's from the first letter on; nothing waits for a button. */
export const SqlEditor = ({ tabId, ref }: SqlEditorProps) => {
  const dbId = useLab((lab) => tabOf(lab.sql, tabId)?.dbId ?? undefined)
  const schema = useLab((lab) => tabOf(lab.sql, tabId)?.schema ?? undefined)
  const isLoaded = useLab((lab) => tabOf(lab.sql, tabId)?.loaded === true)
  const tables = useTables(dbId, schema)
  const names = useMemo<SQLNamespace>(() => Object.fromEntries((tables.data ?? []).map(({ value }) => [value, []])), [tables.data])
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const language = useRef(new Compartment())
  const changed = useEffectEvent((sql: string) => edit(tabId, { sql }))
  const selectedText = useEffectEvent((text: string) => {
    if (tabOf(readLab().sql, tabId)?.selectedText !== (text || null)) arrange(tabId, { selectedText: text || null })
  })
  const run = useEffectEvent(() => runTab(tabId))
  const stop = useEffectEvent(() => {
    const { sql: state } = readLab()
    const latest = state.runs[tabOf(state, tabId)?.latestQueryId ?? '']
    if (latest && isInFlight(latest.state)) void stopRun(latest.id)
  })
  const start = useEffectEvent(() => tabOf(readLab().sql, tabId)?.sql ?? '')

  useEffect(() => {
    if (!place.current) return
    const command = (action: () => void) => () => {
      action()
      return true
    }
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: start(),
        extensions: [
          Prec.highest(
            keymap.of([
              { key: 'Mod-Enter', run: command(() => run()) },
              { key: 'Ctrl-Enter', run: command(() => run()) },
              { key: 'Ctrl-e', run: command(() => stop()) },
            ]),
          ),
          lineNumbers(),
          highlightActiveLineGutter(),
          highlightActiveLine(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ icons: false }),
          highlightSelectionMatches(),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
          language.current.of(sql({ dialect, upperCaseKeywords: true })),
          syntaxHighlighting(colours),
          look,
          EditorView.contentAttributes.of({ 'aria-label': t('sqllab.editor') }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
            if (update.selectionSet || update.docChanged) selectedText(selectionOf(update.state))
          }),
        ],
      }),
    })
    view.current = made
    return () => made.destroy()
    // A tab of which only the name is known gets its text when it has come.
  }, [isLoaded])

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(sql({ dialect, upperCaseKeywords: true, schema: names })) })
  }, [names])

  useImperativeHandle(
    ref,
    () => ({
      insert: (text) => {
        const editor = view.current
        if (!editor) return
        editor.dispatch(editor.state.replaceSelection(text))
        editor.focus()
      },
      replace: (text) => {
        const editor = view.current
        if (!editor) return
        editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
        editor.focus()
      },
      selected: () => (view.current ? selectionOf(view.current.state) : ''),
    }),
    [],
  )
  return <div ref={place} className={styles.editor} />
}

/** One selected character is a slip of the mouse, not a statement. */
const selectionOf = (state: EditorState): string => {
  const { from, to } = state.selection.main
  return to - from > 1 ? state.sliceDoc(from, to) : ''
}
