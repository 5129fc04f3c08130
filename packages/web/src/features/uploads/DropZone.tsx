import { CircleAlert, FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { t } from '../../words/words.ts'
import { printLimit } from './files.ts'
import type { Extensions } from './files.ts'
import styles from './Uploads.module.css'

export interface DropZoneProps {
  readonly extensions: Extensions
  readonly limitMb: number
  readonly fault: string | undefined
  readonly onChoose: (files: readonly File[]) => void
}

/** A place to drop a file on, with a button for those who do not drag. */
export const DropZone = ({ extensions, limitMb, fault, onChoose }: DropZoneProps) => {
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const faultId = useId()
  const endings = Object.values(extensions)
    .flat()
    .map((ending) => `.${ending}`)
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
          if (event.dataTransfer.files.length > 0) onChoose([...event.dataTransfer.files])
        }}
      >
        <span className={styles.zoneGlyph} aria-hidden>
          <FileUp size={20} />
        </span>
        <p className={styles.zoneTitle}>{t('uploads.dropHere')}</p>
        <p className={styles.hint}>{t('uploads.dropLimit', { limit: printLimit(limitMb) })}</p>
        <Button size="md" kind="primary" data-autofocus aria-describedby={fault === undefined ? undefined : faultId} onClick={() => input.current?.click()}>
          {t('uploads.chooseFile')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t('uploads.file')}
          accept={endings.join(',')}
          onChange={(event) => {
            onChoose([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      {fault !== undefined && (
        <p id={faultId} role="alert" className={styles.fault}>
          <CircleAlert size={14} aria-hidden />
          {fault}
        </p>
      )}
    </>
  )
}
