import { Table2, X } from 'lucide-react'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { t } from '../../../words/words.ts'
import styles from './South.module.css'

export interface SouthTab {
  readonly key: string
  readonly label: string
  /** Tables can be closed. */
  readonly onClose?: () => void
  readonly closeLabel?: string
}

export interface SouthTabsProps {
  readonly items: readonly SouthTab[]
  readonly value: string
  readonly panelId: string
  readonly onChange: (key: string) => void
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Results, history and one per look at a table. Arrows walk, Home and End jump, Delete closes. */
export const SouthTabs = ({ items, value, panelId, onChange }: SouthTabsProps) => {
  const row = useRef<HTMLDivElement>(null)
  const choose = (index: number): void => {
    const next = items[(index + items.length) % items.length]
    if (!next) return
    onChange(next.key)
    row.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.key)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = items.findIndex(({ key }) => key === value)
    const take = (action: () => void): void => {
      event.preventDefault()
      action()
    }
    const step = steps[event.key]
    if (step !== undefined) take(() => choose(at + step))
    else if (event.key === 'Home') take(() => choose(0))
    else if (event.key === 'End') take(() => choose(items.length - 1))
    else if (event.key === 'Delete' && items[at]?.onClose)
      take(() => {
        items[at]?.onClose?.()
        choose(0)
      })
  }
  return (
    <div ref={row} role="tablist" aria-label={t('sqllab.southTabs')} className={styles.tabs} onKeyDown={onKeyDown}>
      {items.map(({ key, label, onClose, closeLabel }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${panelId}-${key}`}
          data-tab={key}
          aria-selected={key === value}
          aria-controls={panelId}
          aria-keyshortcuts={onClose && 'Delete'}
          tabIndex={key === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(key)}
        >
          {onClose && <Table2 size={14} aria-hidden />}
          {label}
          {onClose && (
            // For the pointer only, since a row of tabs holds nothing but tabs: keys close by Delete.
            <span
              aria-hidden
              className={styles.close}
              title={closeLabel}
              onClick={(event) => {
                event.stopPropagation()
                onClose()
              }}
            >
              <X size={12} />
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
