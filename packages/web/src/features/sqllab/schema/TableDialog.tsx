import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { t } from '../../../words/words.ts'
import { extraQuery, tableQuery } from './queries.ts'
import styles from './SchemaBar.module.css'
import type { TableTreeRow } from './tree-rows.ts'

export interface TableDialogTarget {
  readonly what: 'keys' | 'view'
  readonly row: TableTreeRow
}

/** Something about a table that is too long for the side: its keys and indexes, or the text of a view. */
export const TableDialog = ({ target, onClose }: { readonly target: TableDialogTarget | null; readonly onClose: () => void }) => {
  const client = useQueryClient()
  if (!target) return null
  const { what, row } = target
  const text =
    what === 'keys'
      ? JSON.stringify(client.getQueryData(tableQuery(row.dbId, row.schema, row.name).queryKey)?.indexes ?? [], null, 2)
      : (client.getQueryData(extraQuery(row).queryKey)?.view ?? '')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={620}
      title={t(what === 'keys' ? 'sqlside.keysTitle' : 'sqlside.viewTitle', { name: row.name })}
      footer={
        <Button size="md" icon={<Copy size={14} />} onClick={() => void copyText(text)}>
          {t('sqllab.copySql')}
        </Button>
      }
    >
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
    </Dialog>
  )
}
