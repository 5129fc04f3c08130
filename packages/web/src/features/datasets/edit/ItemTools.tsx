import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { t } from '../../../words/words.ts'
import styles from './Edit.module.css'

export interface ItemToolsProps {
  readonly label: string
  readonly search: string
  readonly onSearch: (text: string) => void
  /** What can be done to the whole list. */
  readonly children?: ReactNode
}

/** Above a list: a way to find something in it, and what can be done to all of it. */
export const ItemTools = ({ label, search, onSearch, children }: ItemToolsProps) => (
  <div className={styles.tools}>
    <SearchInput label={label} className={styles.search} value={search} onChange={onSearch} />
    <span className={styles.grow} />
    {children}
  </div>
)

export const AddItem = ({ onAdd }: { readonly onAdd: () => void }) => (
  <Button icon={<Plus size={14} />} onClick={onAdd}>
    {t('editDataset.addItem')}
  </Button>
)
