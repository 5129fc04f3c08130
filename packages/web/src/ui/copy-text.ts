import { t } from '../words/words.ts'
import { showToast } from './toasts.ts'

/** Puts a text on the clipboard and says whether that worked. */
export const copyText = async (text: string, success: string = t('ui.copied')): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    showToast('success', success)
  } catch {
    showToast('danger', t('ui.copyFailed'))
  }
}
