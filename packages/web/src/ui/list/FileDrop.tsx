import { CircleAlert, FileArchive } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '../../words/words.ts'
import { Button } from '../Button.tsx'
import { joinClasses } from '../join-classes.ts'
import styles from './Import.module.css'

/** A zip to be dropped here or chosen by a button. */
export const FileDrop = ({ onChoose }: { readonly onChoose: (file: File) => void }) => {
  const [isOver, setIsOver] = useState(false)
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]): void => {
    const [first] = files
    if (first === undefined) return
    if (files.length > 1) setFault(t('import.oneFile'))
    else if (!/\.zip$/i.test(first.name)) setFault(t('import.notZip'))
    else onChoose(first)
  }
  return (
    <>
      <div
        className={joinClasses(styles.zone, isOver && styles.isOver)}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          take([...event.dataTransfer.files])
        }}
      >
        <FileArchive size={20} aria-hidden />
        <p className={styles.zoneTitle}>{t('import.drop')}</p>
        <p className={styles.zoneText}>{t('import.dropText')}</p>
        <Button size="md" data-autofocus onClick={() => input.current?.click()}>
          {t('import.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".zip"
          aria-label={t('import.file')}
          onChange={(event) => {
            take([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      {fault !== undefined && (
        <p role="alert" className={styles.fault}>
          <CircleAlert size={14} aria-hidden />
          {fault}
        </p>
      )}
    </>
  )
}
