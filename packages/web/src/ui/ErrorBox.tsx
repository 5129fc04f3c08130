import { CircleAlert, Copy, Info, RefreshCw, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../words/words.ts'
import { Button, IconButton } from './Button.tsx'
import { copyText } from './copy-text.ts'
import styles from './ErrorBox.module.css'
import { joinClasses } from './join-classes.ts'

export interface ErrorBoxProps {
  readonly title: string
  readonly text?: string | undefined
  /** Shown after "See more": issue codes, the stack, what the database said. */
  readonly details?: string | undefined
  /** The box shows all of the details itself: they are only copied. */
  readonly hidesDetails?: boolean
  readonly level?: 'error' | 'warning' | 'info'
  readonly onRetry?: () => void
  readonly onClose?: () => void
  /** One sentence that explains itself: no buttons below it. */
  readonly isBrief?: boolean
  readonly className?: string | undefined
  /** The text came from a program and points at places in itself: lines and columns are kept. */
  readonly isCode?: boolean
  /** More to read below the text. */
  readonly children?: ReactNode
  /** Links and buttons before those of every box. */
  readonly actions?: ReactNode
}

const glyphs = { error: CircleAlert, warning: TriangleAlert, info: Info } as const

/** For errors that need reading; it stays until it is dealt with. */
export const ErrorBox = ({
  title,
  text,
  details,
  hidesDetails = false,
  level = 'error',
  onRetry,
  onClose,
  isBrief = false,
  className,
  isCode = false,
  children,
  actions,
}: ErrorBoxProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const Glyph = glyphs[level]
  const message = [title, text, details].filter((part) => part !== undefined && part !== '').join('\n')
  return (
    <div role="alert" className={joinClasses(styles.box, level !== 'error' && styles[level], className)}>
      <Glyph size={16} className={styles.glyph} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {text !== undefined && text !== '' && <p className={joinClasses(styles.text, isCode && styles.code)}>{text}</p>}
        {children}
        {isOpen && <pre className={styles.more}>{details}</pre>}
        {!isBrief && (
          <div className={styles.actions}>
            {actions}
            {onRetry !== undefined && (
              <Button icon={<RefreshCw size={14} />} onClick={onRetry}>
                {t('ui.retry')}
              </Button>
            )}
            {details !== undefined && details !== '' && !hidesDetails && (
              <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
                {isOpen ? t('ui.seeLess') : t('ui.seeMore')}
              </Button>
            )}
            <Button kind="quiet" icon={<Copy size={14} />} onClick={() => void copyText(message)}>
              {t('ui.copyMessage')}
            </Button>
          </div>
        )}
      </div>
      {onClose !== undefined && <IconButton size="xs" label={t('ui.close')} icon={<X size={14} />} onClick={onClose} />}
    </div>
  )
}
