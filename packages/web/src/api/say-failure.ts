import { t } from '../words/words.ts'
import { ApiFailure } from './failure.ts'
import { normaliseError } from './normalise-error.ts'

/** Why a list or a choice is missing. */
export const sayFetchFailure = (cause: unknown, what: string): string => t('error.fetching', { what, error: normaliseError(cause).error })

/** Why a thing could not be made; `what` in the plural. */
export const sayCreateFailure = (cause: unknown, what: string): string => t('error.creating', { what, error: normaliseError(cause).error })

/** Why things are still there. One is named, several are not. */
export const sayDeleteFailure = (cause: unknown, names: readonly string[]): string => {
  const { error } = normaliseError(cause)
  const [only] = names
  return names.length === 1 && only !== undefined ? t('error.deleting', { what: only, error }) : t('error.deletingMany', { error })
}

/** Why saving a thing failed. The bare word "Forbidden" of the server becomes a sentence. */
export const saySaveFailure = (cause: unknown, what: string): string => {
  const said = normaliseError(cause)
  if (said.error === 'Forbidden' || (cause instanceof ApiFailure && cause.status === 403 && said.errorType === undefined && said.error === 'FORBIDDEN'))
    return t('list.forbidden', { what })
  return t('error.saving', { what, error: said.error })
}
