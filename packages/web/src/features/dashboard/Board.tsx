import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { gridColumns, gridId, mainContainer, rootId, type Place } from '@sightline/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BlockView } from '../../board/BlockView.tsx'
import blockStyles from '../../board/BlockView.module.css'
import { useBoard } from '../../board/board-context.ts'
import { Button } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { t } from '../../words/words.ts'
import styles from './Board.module.css'
import { findDrop, type Box, type Drop } from './drop-place.ts'
import { useEditing } from './edit-context.ts'

const gap = 12

/** What is being dragged over the board: a block of it, or a chart from the panel. */
export type Dragged = { readonly kind: 'block'; readonly id: string } | { readonly kind: 'chart'; readonly chartId: number; readonly name: string }

const readDragged = (data: Record<string | symbol, unknown>): Dragged | undefined => {
  if (data['kind'] === 'block' && typeof data['id'] === 'string') return { kind: 'block', id: data['id'] }
  if (data['kind'] === 'chart' && typeof data['chartId'] === 'number') return { kind: 'chart', chartId: data['chartId'], name: String(data['name']) }
  return undefined
}

export interface BoardProps {
  readonly mayDrop: (dragged: Dragged, place: Place) => boolean
  readonly onDrop: (dragged: Dragged, place: Place) => void
  readonly onOpenPanel: () => void
}

/** The blocks of a dashboard on twelve columns; in edit mode a place to drop things on. */
export const Board = ({ mayDrop, onDrop, onOpenPanel }: BoardProps) => {
  const { layout } = useBoard()
  const { isEditing, select } = useEditing()
  const board = useRef<HTMLDivElement>(null)
  const [drop, setDrop] = useState<Drop>()

  const find = useEffectEvent((pointer: { readonly clientX: number; readonly clientY: number }, dragged: Dragged): Drop | undefined => {
    const boxOf = (id: string): Box | undefined =>
      board.current?.querySelector(`[data-block="${CSS.escape(id)}"], [data-container="${CSS.escape(id)}"]`)?.getBoundingClientRect()
    const shown = [...(board.current?.querySelectorAll<HTMLElement>('[data-container]') ?? [])]
    const over = shown.findLast((element) => {
      const box = element.getBoundingClientRect()
      return pointer.clientY >= box.top - gap && pointer.clientY <= box.bottom + gap
    })
    const container = over?.dataset['container'] ?? mainContainer(layout)
    const found = findDrop(layout, container, { x: pointer.clientX, y: pointer.clientY }, boxOf, gap)
    return found && mayDrop(dragged, found.place) ? found : undefined
  })
  const finish = useEffectEvent((dragged: Dragged, found: Drop | undefined) => {
    setDrop(undefined)
    if (found) onDrop(dragged, found.place)
  })

  useEffect(() => {
    const element = board.current
    if (!element || !isEditing) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => readDragged(source.data) !== undefined,
      onDrag: ({ source, location }) => {
        const dragged = readDragged(source.data)
        if (dragged) setDrop(find(location.current.input, dragged))
      },
      onDragLeave: () => setDrop(undefined),
      onDrop: ({ source, location }) => {
        const dragged = readDragged(source.data)
        if (dragged) finish(dragged, find(location.current.input, dragged))
      },
    })
  }, [isEditing])

  const isEmpty = (layout[mainContainer(layout)]?.children.length ?? 0) === 0 && layout[rootId]?.children[0] === gridId
  return (
    <div
      ref={board}
      className={joinClasses(blockStyles.board, isEditing && styles.editing)}
      onPointerDown={(event) => {
        if (isEditing && !(event.target as HTMLElement).closest('[role="group"]')) select(undefined)
      }}
    >
      {isEditing && (
        <div className={styles.guides} aria-hidden>
          {Array.from({ length: gridColumns }, (_, index) => (
            <span key={index} />
          ))}
        </div>
      )}
      <div className={styles.content}>
        <BlockView id={layout[rootId]?.children[0] ?? gridId} columns={gridColumns} />
        {isEmpty && isEditing && (
          <div className={styles.emptyEdit}>
            <p>{t('dashboard.editEmpty')}</p>
            <p>{t('dashboard.editEmptyHint')}</p>
            <Button onClick={onOpenPanel}>{t('dashboard.openPanel')}</Button>
          </div>
        )}
      </div>
      {drop && (
        <div
          className={joinClasses(styles.line, drop.line.isVertical ? styles.vertical : styles.horizontal)}
          style={{
            left: drop.line.left - (drop.line.isVertical ? 1 : 0),
            top: drop.line.top - (drop.line.isVertical ? 0 : 1),
            [drop.line.isVertical ? 'height' : 'width']: drop.line.length,
          }}
        />
      )}
    </div>
  )
}
