import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import { placeBeside } from './place.ts'
import styles from './Tooltip.module.css'

const delayMs = 400

/** Long enough to reach a tip whose links can be followed. */
const reachMs = 250

/** A short text beside its first child, on hover and on keyboard focus. It never holds what must be read. */
export const Tooltip = ({
  text,
  content,
  children,
  side = 'bottom',
}: {
  readonly text: string
  /** The same with its formatting, where it has some. */
  readonly content?: ReactNode
  readonly children: ReactNode
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
}) => {
  const [isShown, setIsShown] = useState(false)
  const host = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()

  const hide = (): void => {
    clearTimeout(timer.current)
    setIsShown(false)
  }
  const leave = (): void => {
    if (content === undefined || !isShown) return hide()
    clearTimeout(timer.current)
    timer.current = setTimeout(hide, reachMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  useLayoutEffect(() => {
    const element = tip.current
    const target = host.current?.firstElementChild
    if (!isShown || !element || !target) return
    element.showPopover()
    const placement = placeBeside(
      target.getBoundingClientRect(),
      { width: element.offsetWidth, height: element.offsetHeight },
      { width: innerWidth, height: innerHeight },
      { side, align: 'center', gap: 6 },
    )
    element.style.left = `${placement.left}px`
    element.style.top = `${placement.top}px`
    const isNamed = target.getAttribute('aria-label') === text
    if (!isNamed) target.setAttribute('aria-describedby', id)
    return () => {
      if (!isNamed) target.removeAttribute('aria-describedby')
    }
  }, [isShown, id, side, text])

  return (
    <span
      ref={host}
      className={styles.host}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'mouse') return
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setIsShown(true), delayMs)
      }}
      onPointerLeave={leave}
      onPointerDown={(event) => {
        if (!tip.current?.contains(event.target as Node)) hide()
      }}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) setIsShown(true)
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
      }}
    >
      {children}
      {isShown && (
        <span ref={tip} id={id} role="tooltip" popover="manual" className={joinClasses(styles.tip, content !== undefined && styles.rich)}>
          {content ?? text}
        </span>
      )}
    </span>
  )
}
