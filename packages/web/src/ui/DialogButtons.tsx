import { Button } from './Button.tsx'
import { t } from '../words/words.ts'

export interface DialogButtonsProps {
  /** What the dialog does when it is sent, as the text of its button. */
  readonly action: string
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  readonly onCancel: () => void
}

/** The foot of a dialog that sends something: Cancel, and what it is for. */
export const DialogButtons = ({ action, isBusy = false, isDisabled = false, onCancel }: DialogButtonsProps) => (
  <>
    <Button size="md" onClick={onCancel}>
      {t('ui.cancel')}
    </Button>
    <Button size="md" kind="primary" type="submit" isBusy={isBusy} isDisabled={isDisabled}>
      {action}
    </Button>
  </>
)
