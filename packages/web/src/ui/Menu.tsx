import { Check } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { joinClasses } from './join-classes.ts'
import styles from './Menu.module.css'
import type { Align, Side } from './place.ts'
import { Popover } from './Popover.tsx'
import { Tooltip } from './Tooltip.tsx'

interface MenuAction {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect?: () => void
  /** A place to go to instead of a thing to do. */
  readonly to?: string
  /** For addresses the server answers itself. */
  readonly isFullLoad?: boolean
  readonly shortcut?: string
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** Given for choices: one of several is on. */
  readonly isChecked?: boolean
  /** With `isChecked`: it is on or off by itself, not one of several. */
  readonly isSwitch?: boolean
  /** What it does, or why it is disabled. */
  readonly hint?: string | undefined
}

export type MenuEntry = MenuAction | 'divider' | { readonly group: string }

interface MenuTriggerProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly onClick: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string | undefined
}

export interface MenuProps {
  readonly label: string
  readonly items: readonly MenuEntry[]
  readonly trigger: (props: MenuTriggerProps) => ReactNode
  readonly side?: Side
  readonly align?: Align
  readonly onOpen?: () => void
}

/** A button with a menu. Arrows move, letters jump, Escape goes back to the button. */
export const Menu = ({ label, items, trigger, side = 'bottom', align = 'start', onOpen }: MenuProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  const open = (): void => {
    onOpen?.()
    setIsOpen(true)
  }
  const close = (): void => setIsOpen(false)

  const onListKeyDown = (event: KeyboardEvent): void => {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"]:not([data-hinted]))') ?? [])]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const focusAt = (index: number): void => {
      event.preventDefault()
      entries[(index + entries.length) % entries.length]?.focus()
    }
    if (event.key === 'ArrowDown') focusAt(at + 1)
    else if (event.key === 'ArrowUp') focusAt(at < 0 ? -1 : at - 1)
    else if (event.key === 'Home') focusAt(0)
    else if (event.key === 'End') focusAt(-1)
    else if (event.key === 'Tab') close()
    else if (event.key.length === 1 && /\S/.test(event.key)) {
      const letter = event.key.toLowerCase()
      const next = [...entries.slice(at + 1), ...entries].find((entry) => entry.textContent?.trim().toLowerCase().startsWith(letter))
      next?.focus()
    }
  }

  return (
    <>
      {trigger({
        ref: button,
        onClick: () => (isOpen ? close() : open()),
        onKeyDown: (event) => {
          if (event.key === 'ArrowDown' && !isOpen) {
            event.preventDefault()
            open()
          }
        },
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
      })}
      <Popover isOpen={isOpen} onClose={close} anchor={button} side={side} align={align} role="menu" label={label} id={id} className={styles.menu}>
        <div ref={list} role="presentation" onKeyDown={onListKeyDown}>
          {items.map((entry, index) => {
            if (entry === 'divider') return <div key={`divider-${index}`} role="separator" className={styles.divider} />
            if ('group' in entry)
              return (
                <div key={`group-${entry.group}`} role="presentation" className={styles.group}>
                  {entry.group}
                </div>
              )
            return <Item key={entry.key} action={entry} onDone={close} />
          })}
        </div>
      </Popover>
    </>
  )
}

const Item = ({ action, onDone }: { readonly action: MenuAction; readonly onDone: () => void }) => {
  const role = action.isChecked === undefined ? 'menuitem' : action.isSwitch ? 'menuitemcheckbox' : 'menuitemradio'
  const className = joinClasses(styles.item, action.isDanger && styles.danger)
  const content = (
    <>
      {(action.icon !== undefined || action.isChecked !== undefined) && (
        <span className={styles.glyph}>{action.isChecked ? <Check size={14} /> : action.icon}</span>
      )}
      <span className={styles.text}>{action.label}</span>
      {action.shortcut !== undefined && <kbd className={styles.shortcut}>{action.shortcut}</kbd>}
    </>
  )
  if (action.to !== undefined && !action.isDisabled)
    return (
      <Link role={role} tabIndex={0} to={action.to} reloadDocument={action.isFullLoad ?? false} className={className} onClick={onDone}>
        {content}
      </Link>
    )
  // One that cannot be chosen is still walked to where it says why.
  const isExplained = action.isDisabled === true && action.hint !== undefined
  const button = (
    <button
      type="button"
      role={role}
      data-hinted={isExplained || undefined}
      tabIndex={action.isDisabled && !isExplained ? -1 : 0}
      aria-checked={action.isChecked}
      aria-disabled={action.isDisabled || undefined}
      title={isExplained ? undefined : action.hint}
      className={className}
      onClick={() => {
        if (action.isDisabled) return
        onDone()
        action.onSelect?.()
      }}
    >
      {content}
    </button>
  )
  return isExplained ? (
    <Tooltip text={action.hint ?? ''} side="right">
      {button}
    </Tooltip>
  ) : (
    button
  )
}
