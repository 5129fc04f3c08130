import { FileArchive } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../words/words.ts'
import { FileZone } from '../FileZone.tsx'

/** A zip to be dropped here or chosen by a button. */
export const FileDrop = ({ onChoose }: { readonly onChoose: (file: File) => void }) => {
  const [fault, setFault] = useState<string>()
  const take = (files: readonly File[]): void => {
    const [first] = files
    if (first === undefined) return
    if (files.length > 1) setFault(t('import.oneFile'))
    else if (!/\.zip$/i.test(first.name)) setFault(t('import.notZip'))
    else onChoose(first)
  }
  return (
    <FileZone
      glyph={<FileArchive size={20} />}
      title={t('import.drop')}
      hint={t('import.dropText')}
      label={t('import.file')}
      button={t('import.choose')}
      accept={['.zip']}
      fault={fault}
      onChoose={take}
    />
  )
}
