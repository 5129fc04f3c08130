import { Check } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { t } from '../../words/words.ts'
import styles from './Databases.module.css'
import type { ConnectionEditor } from './use-connection-editor.ts'

/** Tries the connection; what came of it stands beside the button, where it cannot be scrolled away. */
export const TestButton = ({ editor }: { readonly editor: ConnectionEditor }) => (
  <div className={styles.test}>
    <Button size="md" isBusy={editor.test.isBusy} isDisabled={editor.isSaving} onClick={editor.test.run}>
      {t('databases.test')}
    </Button>
    <span role="status">
      {editor.test.isGood ? (
        <Badge tone="success" icon={<Check size={12} aria-hidden />}>
          {t('databases.looksGood')}
        </Badge>
      ) : (
        editor.isChecking && (
          <span className={styles.checking}>
            <Spinner size={12} />
            {t('databases.checking')}
          </span>
        )
      )}
    </span>
  </div>
)
