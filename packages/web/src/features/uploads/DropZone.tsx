import { FileUp } from 'lucide-react'
import { FileZone } from '../../ui/FileZone.tsx'
import { t } from '../../words/words.ts'
import { printLimit } from './files.ts'
import type { Extensions } from './files.ts'

export interface DropZoneProps {
  readonly extensions: Extensions
  readonly limitMb: number
  readonly fault: string | undefined
  readonly onChoose: (files: readonly File[]) => void
}

/** Where the file of an upload is dropped or chosen. */
export const DropZone = ({ extensions, limitMb, fault, onChoose }: DropZoneProps) => (
  <FileZone
    glyph={<FileUp size={20} />}
    title={t('uploads.dropHere')}
    hint={t('uploads.dropLimit', { limit: printLimit(limitMb) })}
    label={t('uploads.file')}
    button={t('uploads.chooseFile')}
    accept={Object.values(extensions)
      .flat()
      .map((ending) => `.${ending}`)}
    takesSeveral
    fault={fault}
    onChoose={onChoose}
  />
)
