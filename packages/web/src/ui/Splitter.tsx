import { useRef, useState } from 'react'
import type { PointerEvent, ReactNode } from 'react'
import { t } from '../words/words.ts'
import { joinClasses } from './join-classes.ts'
import styles from './Splitter.module.css'

export interface SplitterProps {
  /** `row`: panes side by side; `column`: one above the other. */
  readonly direction: 'row' | 'column'
  readonly first: ReactNode
  readonly second: ReactNode
  /** Which pane has the fixed size; the other takes the rest. */
  readonly sized?: 'first' | 'second'
  readonly initialSize: number
  readonly least?: number
  readonly most?: number
  /** Remembers the size in the browser under this name. */
  readonly storageKey?: string
  readonly onResize?: (size: number) => void
}

const readStored = (key: string | undefined, fallback: number): number => {
  if (key === undefined) return fallback
  try {
    const value = Number(localStorage.getItem(key))
    return Number.isFinite(value) && value > 0 ? value : fallback
  } catch {
    return fallback
  }
}

/** Two panes and a bar between them, moved by pointer or arrow keys. */
export const Splitter = ({ direction, first, second, sized = 'first', initialSize, least = 120, most = 4000, storageKey, onResize }: SplitterProps) => {
  const [size, setSize] = useState(() => readStored(storageKey, initialSize))
  const frame = useRef<HTMLDivElement>(null)
  const isRow = direction === 'row'

  const resize = (next: number): void => {
    const room = frame.current ? (isRow ? frame.current.clientWidth : frame.current.clientHeight) - least : most
    const bounded = Math.round(Math.max(least, Math.min(next, most, Math.max(least, room))))
    setSize(bounded)
    onResize?.(bounded)
    if (storageKey === undefined) return
    try {
      localStorage.setItem(storageKey, String(bounded))
    } catch {
      // The size is forgotten with the page then.
    }
  }

  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = frame.current?.getBoundingClientRect()
    if (!box) return
    const at = isRow ? event.clientX - box.left : event.clientY - box.top
    resize(sized === 'first' ? at : (isRow ? box.width : box.height) - at)
  }

  const style = isRow ? { width: size } : { height: size }
  const forward = sized === 'first' ? 16 : -16
  return (
    <div ref={frame} className={joinClasses(styles.split, !isRow && styles.vertical)}>
      <div className={sized === 'first' ? styles.pane : styles.rest} style={sized === 'first' ? style : undefined}>
        {first}
      </div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={t('ui.resize')}
        aria-orientation={isRow ? 'vertical' : 'horizontal'}
        aria-valuenow={size}
        aria-valuemin={least}
        aria-valuemax={most}
        className={styles.bar}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={drag}
        onDoubleClick={() => resize(initialSize)}
        onKeyDown={(event) => {
          const step = event.key === (isRow ? 'ArrowRight' : 'ArrowDown') ? forward : event.key === (isRow ? 'ArrowLeft' : 'ArrowUp') ? -forward : 0
          if (step === 0) return
          event.preventDefault()
          resize(size + step)
        }}
      />
      <div className={sized === 'second' ? styles.pane : styles.rest} style={sized === 'second' ? style : undefined}>
        {second}
      </div>
    </div>
  )
}
