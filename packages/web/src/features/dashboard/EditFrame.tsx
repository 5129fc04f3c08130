import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { gridColumns, heightOf, heightUnit, widthOf, type Block } from '@sightline/core'
import { GripVertical, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useBoard } from '../../board/board-context.ts'
import { IconButton } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { t } from '../../words/words.ts'
import { useEditing } from './edit-context.ts'
import styles from './EditFrame.module.css'

const arrows = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const

/** What a block gets in edit mode: a handle to drag it, edges to resize it, keys for both. */
export const EditFrame = ({ block, children }: { readonly block: Block; readonly children: ReactNode }) => {
  const { nameOf } = useBoard()
  const { selected, select, step, resize, remove } = useEditing()
  const frame = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const [isDragged, setIsDragged] = useState(false)
  const [draft, setDraft] = useState<{ readonly width: number; readonly height: number }>()
  const name = nameOf(block.id)
  const isSelected = selected === block.id
  const size = draft ?? { width: widthOf(block), height: heightOf(block) }

  useEffect(() => {
    const element = frame.current
    const dragHandle = handle.current
    if (!element || !dragHandle) return
    return draggable({
      element,
      dragHandle,
      getInitialData: () => ({ kind: 'block', id: block.id }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    })
  }, [block.id])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== frame.current) return
    const direction = arrows[event.key as keyof typeof arrows]
    if (direction) {
      event.preventDefault()
      if (!event.shiftKey) step(block.id, direction)
      else if (direction === 'left' || direction === 'right') resize(block.id, { width: size.width + (direction === 'right' ? 1 : -1) })
      else resize(block.id, { height: size.height + (direction === 'down' ? 1 : -1) })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(block.id)
    } else if (event.key === 'Escape') select(undefined)
  }

  /** The size follows the pointer in whole columns and units; one entry of the history is made when it is let go. */
  const startResize = (event: PointerEvent<HTMLElement>, isWidth: boolean, isHeight: boolean): void => {
    event.preventDefault()
    event.stopPropagation()
    select(block.id)
    const element = frame.current?.parentElement
    if (!element) return
    const target = event.currentTarget
    target.setPointerCapture(event.pointerId)
    const start = { x: event.clientX, y: event.clientY, width: widthOf(block), height: heightOf(block) }
    const columnWidth = element.getBoundingClientRect().width / start.width
    let next = { width: start.width, height: start.height }
    const move = (moved: globalThis.PointerEvent): void => {
      next = {
        width: isWidth ? Math.max(1, Math.min(gridColumns, start.width + Math.round((moved.clientX - start.x) / columnWidth))) : start.width,
        height: isHeight ? Math.max(5, start.height + Math.round((moved.clientY - start.y) / heightUnit)) : start.height,
      }
      element.style.gridColumn = `span ${String(next.width)}`
      element.style.height = `${String(next.height * heightUnit)}px`
      setDraft(next)
    }
    const stop = (): void => {
      target.removeEventListener('pointermove', move)
      target.removeEventListener('pointerup', stop)
      target.removeEventListener('pointercancel', stop)
      element.style.gridColumn = `span ${String(start.width)}`
      element.style.height = `${String(start.height * heightUnit)}px`
      setDraft(undefined)
      if (next.width !== start.width || next.height !== start.height) resize(block.id, next)
    }
    target.addEventListener('pointermove', move)
    target.addEventListener('pointerup', stop)
    target.addEventListener('pointercancel', stop)
  }

  return (
    <div
      ref={frame}
      role="group"
      tabIndex={0}
      aria-label={t('dashboard.block', { name, width: widthOf(block), height: heightOf(block) })}
      aria-roledescription="block"
      className={joinClasses(styles.frame, isSelected && styles.selected, isDragged && styles.dragged)}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target === frame.current) select(block.id)
      }}
    >
      <span ref={handle} className={styles.handle} title={t('dashboard.drag', { name })}>
        <GripVertical size={14} aria-hidden />
      </span>
      <div className={styles.content}>{children}</div>
      {isSelected && (
        <div className={styles.tools}>
          <span className={styles.size}>
            {size.width} × {size.height}
          </span>
          <IconButton size="xs" label={t('dashboard.remove')} icon={<Trash2 size={14} />} className={styles.remove} onClick={() => remove(block.id)} />
        </div>
      )}
      <span className={styles.right} title={t('dashboard.resizeWidth', { name })} onPointerDown={(event) => startResize(event, true, false)} />
      <span className={styles.bottom} title={t('dashboard.resizeHeight', { name })} onPointerDown={(event) => startResize(event, false, true)} />
      <span className={styles.corner} onPointerDown={(event) => startResize(event, true, true)} />
    </div>
  )
}
