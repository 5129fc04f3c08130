import { encodeRison } from '@sightline/core'
import { normaliseError } from '../../api/normalise-error.ts'
import { requestFile } from '../../api/client.ts'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'

/** Saved queries, with what is known of their databases, as one zip. */
export const exportQueries = async (ids: readonly number[]): Promise<void> => {
  try {
    const { blob, name } = await requestFile('/api/v1/saved_query/export/', { query: { q: encodeRison(ids) } })
    saveFile(blob, name ?? 'saved_queries.zip')
  } catch (cause) {
    showToast('danger', t('savedQueries.exportFailed', { error: normaliseError(cause).error }))
  }
}
