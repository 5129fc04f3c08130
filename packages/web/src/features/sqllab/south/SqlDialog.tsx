import { Copy } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SqlText } from '../../../ui/SqlText.tsx'
import { t } from '../../../words/words.ts'
import type { Run } from '../state/model.ts'
import styles from './South.module.css'

/** What was written and what the database was asked. */
export const SqlDialog = ({ run, onClose }: { readonly run: Pick<Run, 'sql' | 'executedSql'>; readonly onClose: () => void }) => (
  <Dialog isOpen onClose={onClose} title={t('sqllab.history.sql')} width={760}>
    <Statement title={t('sqllab.sourceSql')} sql={run.sql} />
    {run.executedSql !== null && <Statement title={t('sqllab.executedSql')} sql={run.executedSql} />}
  </Dialog>
)

const Statement = ({ title, sql }: { readonly title: string; readonly sql: string }) => (
  <section className={styles.statement} aria-label={title}>
    <div className={styles.statementHead}>
      <h3 className={styles.statementTitle}>{title}</h3>
      <Button kind="quiet" icon={<Copy size={14} />} onClick={() => void copyText(sql)}>
        {t('sqllab.copySql')}
      </Button>
    </div>
    {/* A long statement scrolls inside, by keyboard too. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <pre className={styles.statementText} tabIndex={0}>
      <SqlText sql={sql} />
    </pre>
  </section>
)
