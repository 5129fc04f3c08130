import { useQueryClient } from '@tanstack/react-query'
import { normaliseError } from '../../api/normalise-error.ts'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import { saveStar, useChartStar } from './queries.ts'

/** The star of a saved chart: it turns at once, and back if the server did not take it. */
export const useStar = (id: number | undefined): { readonly isStarred: boolean; readonly toggle: () => Promise<void> } => {
  const client = useQueryClient()
  const star = useChartStar(id)
  const isStarred = star.data ?? false
  return {
    isStarred,
    toggle: async () => {
      if (id === undefined) return
      client.setQueryData(['chart-favourite', id], !isStarred)
      try {
        await saveStar(id, !isStarred)
      } catch (cause) {
        client.setQueryData(['chart-favourite', id], isStarred)
        showToast('danger', t('error.favouriteSave', { error: normaliseError(cause).error }))
      }
    },
  }
}
