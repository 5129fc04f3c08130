import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { joinClasses } from './join-classes.ts'
import { placeBeside } from './place.ts'
import type { Align, Side } from './place.ts'
import styles from './Popover.module.css'

export interface PopoverProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** What it stands beside and never covers. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly children: ReactNode
  readonly side?: Side
  readonly align?: Align
  readonly label?: string
  readonly role?: 'dialog' | 'menu' | 'listbox' | 'presentation'
  readonly id?: string
  readonly className?: string | undefined
  /** At least as wide as its anchor, as lists under a field are. */
  readonly isAnchorWide?: boolean
  /** Pop-overs with fields of their own take the focus; lists steered from their field do not. */
  readonly takesFocus?: boolean
}

/**
 * A floating panel in the browser's top layer, so no parent can clip it. It is drawn where it stands in the tree: panels opened from
 * inside it count as its inside.
 */
export const Popover = (props: PopoverProps) => (props.isOpen ? <OpenPopover {...props} /> : null)

const OpenPopover = ({
  onClose,
  anchor,
  children,
  side = 'bottom',
  align = 'start',
  label,
  role = 'dialog',
  id,
  className,
  isAnchorWide,
  takesFocus = true,
}: PopoverProps) => {
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    element.showPopover()
    const place = (): void => {
      const target = anchor.current
      if (!target) return
      const box = target.getBoundingClientRect()
      if (isAnchorWide) element.style.minWidth = `${box.width}px`
      const placement = placeBeside(
        box,
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: innerWidth, height: innerHeight },
        { side, align },
      )
      element.style.left = `${placement.left}px`
      element.style.top = `${placement.top}px`
    }
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(element)
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
    }
  }, [anchor, side, align, isAnchorWide])

  useEffect(() => {
    const returnTo = document.activeElement
    const element = panel.current
    if (takesFocus && element && !element.contains(document.activeElement)) {
      const first = element.querySelector<HTMLElement>('[autofocus], input, select, textarea, button, [tabindex="0"]')
      ;(first ?? element).focus()
    }
    const dismiss = (event: PointerEvent): void => {
      const target = event.target as Node
      if (!element?.contains(target) && !anchor.current?.contains(target)) close()
    }
    document.addEventListener('pointerdown', dismiss, true)
    return () => {
      document.removeEventListener('pointerdown', dismiss, true)
      const isFocusInside = element?.contains(document.activeElement) || document.activeElement === document.body
      if (takesFocus && isFocusInside && returnTo instanceof HTMLElement) returnTo.focus()
    }
  }, [anchor, takesFocus])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }

  return (
    <div
      ref={panel}
      popover="manual"
      id={id}
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={joinClasses(styles.popover, className)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}
