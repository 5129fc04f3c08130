import type { Layout } from '@sightline/core'
import { useState } from 'react'
import { normaliseError } from '../../api/normalise-error.ts'
import { fetchDashboard, type Dashboard } from '../../board/queries.ts'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import { fullness, saveDashboard } from './save-dashboard.ts'

export interface Saving {
  readonly isSaving: boolean
  readonly failure: string | undefined
  /** Who saved in the meantime. */
  readonly conflict: string | undefined
  readonly start: () => void
  readonly overwrite: () => void
  readonly clear: () => void
}

/** Saves unless somebody else did since `base`, the version the edits started from; then it asks. Nothing on the screen is lost either way. */
export function useSave(dashboard: Dashboard, base: string, layout: Layout, onSaved: () => Promise<void>): Saving {
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [conflict, setConflict] = useState<string>()

  const run = async (mayOverwrite: boolean): Promise<void> => {
    setFailure(undefined)
    const full = fullness(layout)
    if (full >= 1) return setFailure(t('dashboard.tooLarge'))
    setIsSaving(true)
    try {
      const stored = await fetchDashboard(dashboard.id)
      if (!mayOverwrite && stored.changed_on !== base) return setConflict(stored.changed_by_name ?? '')
      await saveDashboard(stored, layout)
      setConflict(undefined)
      showToast('success', t('dashboard.saved'))
      if (full >= 0.9) showToast('warning', t('dashboard.nearLimit'))
      await onSaved()
    } catch (cause) {
      const { status, error } = normaliseError(cause)
      setConflict(undefined)
      setFailure(status === 403 ? t('dashboard.forbidden') : error)
    } finally {
      setIsSaving(false)
    }
  }
  return {
    isSaving,
    failure,
    conflict,
    start: () => void run(false),
    overwrite: () => void run(true),
    clear: () => {
      setFailure(undefined)
      setConflict(undefined)
    },
  }
}
