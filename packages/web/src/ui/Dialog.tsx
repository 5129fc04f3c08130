import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { t } from '../words/words.ts'
import { IconButton } from './Button.tsx'
import styles from './Dialog.module.css'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** The row of buttons: one primary, the rest default. */
  readonly footer?: ReactNode
  /** On the other side of the footer. */
  readonly footerAside?: ReactNode
  readonly width?: number
  /** As high as this, whatever it holds, where the window is high enough. */
  readonly height?: number
  /** Makes the dialog a form: Enter submits it. */
  readonly onSubmit?: () => void
}

/** The browser's own modal: the page behind is inert, Escape closes, the focus goes back where it was. */
export const Dialog = (props: DialogProps) => (props.isOpen ? <OpenDialog {...props} /> : null)

const OpenDialog = ({ onClose, title, children, footer, footerAside, width, height, onSubmit }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const returnTo = document.activeElement
    element?.showModal()
    const first =
      element?.querySelector<HTMLElement>('[data-autofocus]') ?? element?.querySelector<HTMLElement>('form input, form textarea, form [role="combobox"]')
    first?.focus()
    return () => {
      element?.close()
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus()
    }
  }, [])

  const content = (
    <>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <IconButton label={t('ui.close')} icon={<X size={16} />} onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && (
        <div className={styles.foot}>
          {footerAside !== undefined && <div className={styles.aside}>{footerAside}</div>}
          {footer}
        </div>
      )}
    </>
  )
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={styles.dialog}
      style={{
        ...(width === undefined ? {} : { width: `min(${width}px, calc(100vw - 32px))` }),
        ...(height === undefined ? {} : { height: `min(${height}px, calc(100vh - 48px))`, maxHeight: 'none' }),
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
    >
      {onSubmit === undefined ? (
        content
      ) : (
        <form
          style={{ display: 'contents' }}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            event.stopPropagation()
            onSubmit()
          }}
        >
          {content}
        </form>
      )}
    </dialog>
  )
}
