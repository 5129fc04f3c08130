import { Database, FileBox } from 'lucide-react'
import styles from './Databases.module.css'
import { isFileKind } from './file-address.ts'
import type { Kind } from './wire.ts'

export const KindGlyph = ({ kind }: { readonly kind: Kind | undefined }) => (
  <span className={styles.kindGlyph} aria-hidden>
    {isFileKind(kind) ? <FileBox size={18} /> : <Database size={18} />}
  </span>
)
