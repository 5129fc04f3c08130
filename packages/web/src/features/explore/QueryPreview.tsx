import { Copy, SquareTerminal } from 'lucide-react'
import { may } from '../../api/bootstrap.ts'
import type { Dataset } from '../../controls/dataset.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SqlText } from '../../ui/SqlText.tsx'
import { t } from '../../words/words.ts'
import styles from './QueryPreview.module.css'

/** The SQL a chart over a query reads from. */
export const QueryPreview = ({ dataset, sqlAddress, onClose }: { readonly dataset: Dataset; readonly sqlAddress: string; readonly onClose: () => void }) => {
  const sql = dataset.sql ?? ''
  return (
    <Dialog
      isOpen
      width={720}
      title={t('explore.queryPreview')}
      onClose={onClose}
      footer={
        <>
          {may('menu_access', 'SQL Lab') && (
            <ButtonLink size="md" icon={<SquareTerminal size={14} aria-hidden />} to={sqlAddress}>
              {t('explore.openInSql')}
            </ButtonLink>
          )}
          <Button size="md" icon={<Copy size={14} />} onClick={() => void copyText(sql)}>
            {t('preview.copy')}
          </Button>
          <Button size="md" kind="primary" data-autofocus onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {/* Reached by keyboard too, to be scrolled. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.sql} tabIndex={0}>
        <SqlText sql={sql} />
      </pre>
    </Dialog>
  )
}
