import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isAbort } from '../../api/failure.ts'
import type { Sent } from '../../api/send-form.ts'
import { links } from '../../links.ts'
import { moveFormOf, useDraft } from './draft.ts'
import { startMove } from './queries.ts'

export interface Starting {
  /** What is being sent; undefined when nothing is. */
  readonly sent: Sent | undefined
  readonly isDryRun: boolean
  readonly failure: unknown
  readonly start: (isDryRun: boolean) => void
  readonly stop: () => void
}

/** Sends the draft and goes on at the page of the move that it began. */
export const useStart = (): Starting => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [sent, setSent] = useState<Sent>()
  const [isDryRun, setIsDryRun] = useState(true)
  const [failure, setFailure] = useState<unknown>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const start = async (dryRun: boolean): Promise<void> => {
    if (sent !== undefined) return
    const draft = useDraft.getState()
    const call = new AbortController()
    sending.current = call
    setFailure(undefined)
    setIsDryRun(dryRun)
    setSent({ bytes: 0, total: draft.way === 'bundle' ? (draft.file?.size ?? 0) : 0 })
    try {
      const id = await startMove(moveFormOf(draft, dryRun), call.signal, setSent)
      void client.invalidateQueries({ queryKey: ['moving-in', 'list'] })
      void navigate(links.move(id))
    } catch (cause) {
      if (!isAbort(cause)) setFailure(cause)
    } finally {
      setSent(undefined)
    }
  }
  return { sent, isDryRun, failure, start: (dryRun) => void start(dryRun), stop: () => sending.current?.abort() }
}
