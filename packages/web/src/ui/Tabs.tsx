import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import styles from './Tabs.module.css'
import { Tooltip } from './Tooltip.tsx'

export interface TabItem<Key extends string> {
  readonly key: Key
  readonly label: string
  readonly badge?: ReactNode
  /** Why it cannot be chosen; shown as a tooltip. */
  readonly disabledReason?: string | undefined
}

/** Arrow keys walk a row of things of which one is chosen. */
const walk = <Key extends string>(event: KeyboardEvent, keys: readonly Key[], value: Key, choose: (key: Key) => void, row: HTMLElement | null): void => {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const next = (keys.indexOf(value) + step + keys.length) % keys.length
  choose(keys[next] as Key)
  row?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(keys[next] ?? '')}"]`)?.focus()
}

export interface TabsProps<Key extends string> {
  readonly label: string
  readonly items: readonly TabItem<Key>[]
  readonly value: Key
  readonly onChange: (key: Key) => void
  readonly className?: string | undefined
  /** The panel below, by id, for readers that jump to it. */
  readonly panelId?: string
}

export const Tabs = <Key extends string>({ label, items, value, onChange, className, panelId }: TabsProps<Key>) => {
  const row = useRef<HTMLDivElement>(null)
  const keys = items.filter((item) => item.disabledReason === undefined).map((item) => item.key)
  return (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      className={joinClasses(styles.tabs, className)}
      onKeyDown={(event) => walk(event, keys, value, onChange, row.current)}
    >
      {items.map((item) => {
        const tab = (
          <button
            key={item.key}
            type="button"
            role="tab"
            data-tab={item.key}
            aria-selected={item.key === value}
            aria-controls={panelId}
            aria-disabled={item.disabledReason === undefined ? undefined : true}
            tabIndex={item.key === value ? 0 : -1}
            className={styles.tab}
            onClick={() => item.disabledReason === undefined && onChange(item.key)}
          >
            {item.label}
            {item.badge}
          </button>
        )
        return item.disabledReason === undefined ? (
          tab
        ) : (
          <Tooltip key={item.key} text={item.disabledReason}>
            {tab}
          </Tooltip>
        )
      })}
    </div>
  )
}

export interface SegmentedItem<Key extends string> {
  readonly key: Key
  readonly label: string
  /** With an icon the label becomes the tooltip. */
  readonly icon?: ReactNode
}

export const Segmented = <Key extends string>({
  label,
  items,
  value,
  onChange,
}: {
  readonly label: string
  readonly items: readonly SegmentedItem<Key>[]
  readonly value: Key
  readonly onChange: (key: Key) => void
}) => {
  const row = useRef<HTMLDivElement>(null)
  const keys = items.map((item) => item.key)
  return (
    <div
      ref={row}
      role="radiogroup"
      aria-label={label}
      className={styles.segmented}
      onKeyDown={(event) => walkSegments(event, keys, value, onChange, row.current)}
    >
      {items.map((item) => {
        const segment = (
          <button
            key={item.key}
            type="button"
            role="radio"
            aria-checked={item.key === value}
            aria-label={item.icon === undefined ? undefined : item.label}
            tabIndex={item.key === value ? 0 : -1}
            className={joinClasses(styles.segment, item.icon !== undefined && styles.isIconOnly)}
            onClick={() => onChange(item.key)}
          >
            {item.icon ?? item.label}
          </button>
        )
        return item.icon === undefined ? (
          segment
        ) : (
          <Tooltip key={item.key} text={item.label}>
            {segment}
          </Tooltip>
        )
      })}
    </div>
  )
}

/** Segments may be wrapped by their tooltip, so they are found by role. */
const walkSegments = <Key extends string>(
  event: KeyboardEvent,
  keys: readonly Key[],
  value: Key,
  choose: (key: Key) => void,
  row: HTMLElement | null,
): void => {
  const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const next = (keys.indexOf(value) + step + keys.length) % keys.length
  choose(keys[next] as Key)
  row?.querySelectorAll<HTMLElement>('[role="radio"]')[next]?.focus()
}
