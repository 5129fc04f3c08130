import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Plus, TriangleAlert, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { FieldIds } from '../ui/Field.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { Popover } from '../ui/Popover.tsx'
import { t } from '../words/words.ts'
import styles from './controls.module.css'
import { readDraggedItem, type DraggedItem } from './widget.ts'

export interface Chip {
  readonly key: string
  readonly label: string
  readonly glyph: ReactNode
  /** Why it may not work over this dataset. */
  readonly warning?: string | undefined
}

export interface ChipBoxProps {
  readonly ids: FieldIds
  readonly label: string
  readonly chips: readonly Chip[]
  readonly addLabel: string
  readonly isSingle?: boolean
  readonly accepts: (item: DraggedItem) => boolean
  readonly onDropItem: (item: DraggedItem) => void
  readonly onRemove: (index: number) => void
  readonly onMove: (from: number, to: number) => void
  /** The pop-over of a chip; of a new one when the index is past the end. */
  readonly renderEditor: (index: number, close: () => void) => ReactNode
}

/** Chosen things one below the other, a way to add one, and a place to drop one from the dataset panel. */
export const ChipBox = ({ ids, label, chips, addLabel, isSingle = false, accepts, onDropItem, onRemove, onMove, renderEditor }: ChipBoxProps) => {
  const [open, setOpen] = useState<number>()
  const [isOver, setIsOver] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const mayTake = useEffectEvent((item: DraggedItem | undefined) => item !== undefined && accepts(item))
  const take = useEffectEvent((item: DraggedItem) => onDropItem(item))
  useEffect(() => {
    if (!box.current) return
    return dropTargetForElements({
      element: box.current,
      canDrop: ({ source }) => mayTake(readDraggedItem(source.data)),
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false)
        const item = readDraggedItem(source.data)
        if (item) take(item)
      },
    })
  }, [])

  const openAt = (index: number, element: HTMLElement): void => {
    anchor.current = element.closest<HTMLElement>('[data-chip]') ?? element
    setOpen(index)
  }
  const onChipKey = (event: KeyboardEvent, index: number): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRemove(index)
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      const to = index + (event.key === 'ArrowUp' ? -1 : 1)
      if (to >= 0 && to < chips.length) onMove(index, to)
    }
  }
  const close = (): void => setOpen(undefined)
  return (
    <div
      ref={box}
      role="group"
      aria-label={label}
      aria-describedby={ids['aria-describedby']}
      className={joinClasses(styles.box, isOver && styles.over, ids['aria-invalid'] && styles.invalid)}
    >
      {chips.map((chip, index) => (
        <span key={chip.key} data-chip className={joinClasses(styles.chip, open === index && styles.open, chip.warning !== undefined && styles.missing)}>
          <button
            type="button"
            className={styles.chipName}
            title={chip.warning}
            aria-haspopup="dialog"
            aria-expanded={open === index}
            onClick={(event) => openAt(index, event.currentTarget)}
            onKeyDown={(event) => onChipKey(event, index)}
          >
            {chip.warning !== undefined ? <TriangleAlert size={12} aria-hidden /> : chip.glyph}
            <span className={styles.chipText}>{chip.label}</span>
          </button>
          <button type="button" className={styles.chipRemove} aria-label={t('chip.remove', { name: chip.label })} onClick={() => onRemove(index)}>
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      {(!isSingle || chips.length === 0) && (
        <button
          id={ids.id}
          type="button"
          aria-label={`${label}: ${addLabel}`}
          className={joinClasses(styles.add, open === chips.length && styles.open)}
          aria-haspopup="dialog"
          aria-expanded={open === chips.length}
          onClick={(event) => openAt(chips.length, event.currentTarget)}
        >
          <Plus size={14} aria-hidden />
          {addLabel}
        </button>
      )}
      <Popover
        isOpen={open !== undefined}
        onClose={close}
        anchor={anchor as RefObject<HTMLElement | null>}
        side="right"
        label={label}
        className={styles.popover}
      >
        {open !== undefined && renderEditor(open, close)}
      </Popover>
    </div>
  )
}
