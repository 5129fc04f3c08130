import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { t } from '../../../../words/words.ts'
import { platformOf, shortcuts } from '../../editor/shortcuts.ts'
import styles from '../toolbar.module.css'

/** Every key of the editor, by what it does. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog
    isOpen
    title={t('sqlbar.shortcuts')}
    width={480}
    onClose={onClose}
    footer={
      <Button size="md" data-autofocus onClick={onClose}>
        {t('ui.close')}
      </Button>
    }
  >
    <dl className={styles.keys}>
      {shortcuts(platformOf(navigator.userAgent)).map(({ action, chords }) => (
        <Line key={action} action={action} chords={chords} />
      ))}
    </dl>
  </Dialog>
)

const Line = ({ action, chords }: { readonly action: string; readonly chords: readonly (readonly string[])[] }) => (
  <>
    <dt>{action}</dt>
    <dd>
      {chords.map((keys) => (
        <span key={keys.join(' ')} className={styles.chord}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ))}
    </dd>
  </>
)
