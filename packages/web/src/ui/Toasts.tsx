import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../words/words.ts'
import { Button, IconButton } from './Button.tsx'
import { dismissToast, toastDurations, useToasts } from './toasts.ts'
import type { Toast } from './toasts.ts'
import styles from './Toasts.module.css'

const glyphs = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const

/** Bottom-right, in the top layer so that an open dialog does not hide them. */
export const Toasts = () => {
  const toasts = useToasts((state) => state.toasts)
  const stack = useRef<HTMLDivElement>(null)
  const count = toasts.length
  useEffect(() => {
    const element = stack.current
    if (!element) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (count > 0) element.showPopover()
  }, [count])
  return (
    <div ref={stack} popover="manual" role="region" aria-label={t('ui.notifications')} className={styles.stack}>
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

const ToastLine = ({ toast }: { readonly toast: Toast }) => {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld || toast.isLasting) return
    const timer = setTimeout(() => dismissToast(toast.id), toastDurations[toast.tone])
    return () => clearTimeout(timer)
  }, [toast.id, toast.tone, toast.isLasting, isHeld])
  const Glyph = glyphs[toast.tone]
  return (
    <div
      role={toast.tone === 'danger' ? 'alert' : 'status'}
      className={styles.toast}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Glyph size={16} className={styles[toast.tone]} aria-hidden />
      <span className={styles.text}>{toast.text}</span>
      {toast.action !== undefined && (
        <Button
          kind="link"
          onClick={() => {
            toast.action?.onSelect()
            dismissToast(toast.id)
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton size="xs" label={t('ui.dismiss')} icon={<X size={14} />} onClick={() => dismissToast(toast.id)} isTooltipHidden />
    </div>
  )
}
