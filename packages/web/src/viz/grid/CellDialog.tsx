import { Copy } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { t } from '../../words/words.ts'
import type { GridColumn } from '../DataGrid.tsx'
import styles from '../DataGrid.module.css'
import { plainCell } from './cell-text.ts'
import { indentJson } from './indent-json.ts'

/** All of one cell: JSON in lines, any other text as it is. */
export const CellDialog = ({ column, value, onClose }: { readonly column: GridColumn; readonly value: unknown; readonly onClose: () => void }) => {
  const plain = plainCell(value, column.kind)
  const text = indentJson(plain) ?? plain
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={column.label}
      width={720}
      footer={
        <Button size="md" icon={<Copy size={14} />} onClick={() => void copyText(text)}>
          {t('grid.copyCell')}
        </Button>
      }
    >
      {/* A long text scrolls inside, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.whole} tabIndex={0} data-autofocus aria-label={t('grid.wholeValue', { name: column.label })}>
        {text}
      </pre>
    </Dialog>
  )
}
