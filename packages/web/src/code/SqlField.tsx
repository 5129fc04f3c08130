import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { joinClasses } from '../ui/join-classes.ts'
import { dialectOf } from './dialects.ts'
import { editorLook } from './look.ts'
import { markTemplates } from './mark-templates.ts'
import styles from './SqlField.module.css'

export interface SqlFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** The kind of database, for the words that are told by colour. */
  readonly backend: string
  readonly isReadOnly?: boolean
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
  readonly className?: string | undefined
}

/** SQL to be written in a form: colours, line numbers and undo of the editor, but Tab goes on to the next field. */
export const SqlField = ({ label, value, onChange, backend, isReadOnly = false, isInvalid = false, describedBy, className }: SqlFieldProps) => {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const [parts] = useState(() => ({ language: new Compartment(), lock: new Compartment(), names: new Compartment() }))
  const tell = useEffectEvent((text: string) => onChange(text))

  const lockOf = (): Extension => [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)]
  const namesOf = (): Extension =>
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-multiline': 'true',
      ...(isReadOnly ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
      ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    })
  const open = useEffectEvent(
    () =>
      new EditorView({
        parent: place.current!,
        state: EditorState.create({
          doc: value,
          extensions: [
            lineNumbers(),
            highlightActiveLine(),
            history(),
            drawSelection(),
            bracketMatching(),
            closeBrackets(),
            EditorView.lineWrapping,
            keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
            parts.language.of(dialectOf(backend, []).extension),
            parts.lock.of(lockOf()),
            parts.names.of(namesOf()),
            markTemplates,
            editorLook,
            EditorView.updateListener.of((update) => {
              if (update.docChanged) tell(update.state.doc.toString())
            }),
          ],
        }),
      }),
  )
  useLayoutEffect(() => {
    const editor = open()
    view.current = editor
    return () => {
      editor.destroy()
      view.current = undefined
    }
  }, [])
  useEffect(() => {
    const editor = view.current
    if (editor && editor.state.doc.toString() !== value) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  const reconfigure = useEffectEvent(() =>
    view.current?.dispatch({
      effects: [parts.language.reconfigure(dialectOf(backend, []).extension), parts.lock.reconfigure(lockOf()), parts.names.reconfigure(namesOf())],
    }),
  )
  useEffect(() => reconfigure(), [backend, isReadOnly, isInvalid, label, describedBy])
  return <div ref={place} className={joinClasses(styles.field, isReadOnly && styles.readOnly, className)} />
}
