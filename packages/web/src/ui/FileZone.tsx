import { CircleAlert } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './FileZone.module.css'
import { joinClasses } from './join-classes.ts'

export interface FileZoneProps {
  readonly glyph: ReactNode
  readonly title: string
  readonly hint: string
  /** The name of the hidden file input, for those who do not see the zone. */
  readonly label: string
  readonly button: string
  /** Endings with their dots. */
  readonly accept: readonly string[]
  readonly takesSeveral?: boolean
  readonly fault: string | undefined
  readonly onChoose: (files: readonly File[]) => void
}

/** A place to drop files on, with a button for those who do not drag. */
export const FileZone = ({ glyph, title, hint, label, button, accept, takesSeveral = false, fault, onChoose }: FileZoneProps) => {
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const faultId = useId()
  return (
    <>
      <div
        className={joinClasses(styles.zone, isOver && styles.isOver)}
        data-takes-files
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
        <span className={styles.glyph} aria-hidden>
          {glyph}
        </span>
        <p className={styles.title}>{title}</p>
        <p className={styles.hint}>{hint}</p>
        <Button size="md" kind="primary" data-autofocus aria-describedby={fault === undefined ? undefined : faultId} onClick={() => input.current?.click()}>
          {button}
        </Button>
        <input
          ref={input}
          type="file"
          multiple={takesSeveral}
          hidden
          aria-label={label}
          accept={accept.join(',')}
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
