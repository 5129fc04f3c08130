import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isAbort } from '../../api/failure.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import type { ClientError } from '../../api/normalise-error.ts'
import { t } from '../../words/words.ts'
import { findFaults, readFaults, tabOf } from './connection-faults.ts'
import type { DialogTab, Faults } from './connection-faults.ts'
import { isSameForm } from './connection-form.ts'
import type { ConnectionForm } from './connection-form.ts'
import { checkParameters, testConnection } from './queries.ts'
import type { Kind, StoredConnection } from './wire.ts'

export interface Complaint {
  readonly title: string
  readonly error: ClientError
}

export interface ConnectionEditor {
  readonly form: ConnectionForm
  readonly change: (part: Partial<ConnectionForm>, field?: string) => void
  readonly faults: Faults
  readonly tab: DialogTab
  readonly setTab: (tab: DialogTab) => void
  readonly complaint: Complaint | undefined
  /** A field was left: what stands in the form so far is checked by the server. */
  readonly leaveField: () => void
  readonly isChecking: boolean
  readonly test: { readonly run: () => void; readonly isBusy: boolean; readonly isGood: boolean }
  /** Saves, if the form has no mistake. */
  readonly submit: () => void
  readonly isSaving: boolean
  /** Counts up when the first mistake should get the focus. */
  readonly mistakesShown: number
}

export interface EditorOptions {
  readonly initial: ConnectionForm
  readonly kind: Kind | undefined
  readonly stored: StoredConnection | undefined
  readonly save: (form: ConnectionForm) => Promise<unknown>
  readonly failedTitle: string
}

/** Fields that the chosen way of connecting does not show leave their complaint to the box. */
const isShown = (form: ConnectionForm, field: string): boolean =>
  field in form.parameters ? form.method === 'fields' : field === 'sqlalchemy_uri' ? form.method === 'address' : true

/** The form with what the server says about it. A running check or test is called off when the form changes or goes. */
export const useConnectionEditor = ({ initial, kind, stored, save, failedTitle }: EditorOptions): ConnectionEditor => {
  const [form, setForm] = useState(initial)
  const [faults, setFaults] = useState<Faults>({})
  const [complaint, setComplaint] = useState<Complaint>()
  const [tab, setTab] = useState<DialogTab>('connection')
  const [mistakesShown, setMistakesShown] = useState(0)
  const [isChecking, setIsChecking] = useState(false)
  const running = useRef<AbortController>(null)
  const checked = useRef<unknown>(null)
  const stop = (): void => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  const begin = (): AbortSignal => {
    stop()
    running.current = new AbortController()
    return running.current.signal
  }

  const show = (found: Faults): void => {
    setFaults(found)
    const first = Object.keys(found)[0]
    if (first === undefined) return
    if (!Object.keys(found).some((field) => tabOf(field) === tab)) setTab(tabOf(first))
    setMistakesShown((count) => count + 1)
  }

  const refuse = (cause: unknown, title: string): void => {
    if (isAbort(cause)) return
    const { fields, rest } = readFaults(cause, true)
    const shown = Object.fromEntries(Object.entries(fields).filter(([field]) => isShown(form, field)))
    const said = normaliseError(cause)
    if (rest !== undefined || said.hints.length > 0 || Object.keys(shown).length < Object.keys(fields).length) setComplaint({ title, error: rest ?? said })
    show(shown)
  }

  const test = useMutation({
    mutationFn: () => testConnection(form, kind, stored, begin()),
    onError: (cause) => refuse(cause, t('databases.failedTest')),
  })
  const saving = useMutation({ mutationFn: () => save(form), onError: (cause) => refuse(cause, failedTitle) })

  const findOwnFaults = (): boolean => {
    const found = findFaults(form, kind)
    show(found)
    return Object.keys(found).length > 0
  }

  return {
    form,
    change: (part, field) => {
      const next = { ...form, ...part }
      setForm(next)
      if (isChecking) {
        // What the check would say is about what stood there before.
        stop()
        checked.current = undefined
        setIsChecking(false)
      }
      if (test.status !== 'idle') test.reset()
      setComplaint(undefined)
      if (part.method !== undefined) setFaults({})
      else if (field !== undefined && field in faults) setFaults(Object.fromEntries(Object.entries(faults).filter(([name]) => name !== field)))
    },
    faults,
    tab,
    setTab,
    complaint,
    leaveField: () => {
      if (form.method !== 'fields' || kind?.parameters === undefined || form.tunnel.isOn || saving.isPending || test.isPending) return
      const facts = [form.parameters, form.database_name]
      if (isSameForm(facts, checked.current) || (checked.current === null && isSameForm(facts, [initial.parameters, initial.database_name]))) return
      checked.current = facts
      const signal = begin()
      setIsChecking(true)
      checkParameters(form, kind, stored, signal).then(
        () => {
          setIsChecking(false)
          setFaults((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in form.parameters) && field !== 'database_name')))
        },
        (cause: unknown) => {
          if (isAbort(cause) || signal.aborted) return
          setIsChecking(false)
          const { fields, rest } = readFaults(cause, false)
          setFaults(fields)
          setComplaint(rest === undefined ? undefined : { title: t('databases.failedTest'), error: rest })
        },
      )
    },
    isChecking,
    test: {
      run: () => {
        setComplaint(undefined)
        setIsChecking(false)
        if (!findOwnFaults()) test.mutate()
      },
      isBusy: test.isPending,
      isGood: test.isSuccess,
    },
    submit: () => {
      if (saving.isPending) return
      stop()
      setIsChecking(false)
      setComplaint(undefined)
      if (!findOwnFaults()) saving.mutate()
    },
    isSaving: saving.isPending,
    mistakesShown,
  }
}
