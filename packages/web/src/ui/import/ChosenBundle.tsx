import { FileArchive } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../words/words.ts'
import { Button } from '../Button.tsx'
import { printSize } from '../print-size.ts'
import styles from './Import.module.css'
import { sayContent } from './say-content.ts'

/** The bundle that was chosen, with what it holds where that can be read. */
export const ChosenBundle = ({ file, isBusy, onOther }: { readonly file: File; readonly isBusy: boolean; readonly onOther: () => void }) => {
  const [content, setContent] = useState<string>()
  useEffect(() => {
    let isGone = false
    sayContent(file).then(
      (said) => !isGone && setContent(said),
      // A file that was moved or deleted since: sending it will say so.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [file])
  return (
    <div className={styles.chosen}>
      <FileArchive size={20} aria-hidden />
      <div className={styles.words}>
        <p className={styles.fileName} title={file.name}>
          {file.name}
        </p>
        <p className={styles.content}>{[printSize(file.size), content].filter(Boolean).join(' · ')}</p>
      </div>
      <Button kind="link" isDisabled={isBusy} onClick={onOther}>
        {t('import.other')}
      </Button>
    </div>
  )
}
