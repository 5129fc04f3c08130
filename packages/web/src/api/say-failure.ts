import { t } from '../words/words.ts'
import { ApiFailure } from './failure.ts'
import { normaliseError } from './normalise-error.ts'

/** Why saving a thing failed. The bare word "Forbidden" of the server becomes a sentence. */
export const saySaveFailure = (cause: unknown, what: string): string => {
  const said = normaliseError(cause)
  if (said.error === 'Forbidden' || (cause instanceof ApiFailure && cause.status === 403 && said.errorType === undefined && said.error === 'FORBIDDEN'))
    return t('list.forbidden', { what })
  return t('error.saving', { what, error: said.error })
}
