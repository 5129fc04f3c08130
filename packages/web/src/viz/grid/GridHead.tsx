import type { VirtualItem } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { joinClasses } from '../../ui/join-classes.ts'
import { t } from '../../words/words.ts'
import type { GridColumn } from '../DataGrid.tsx'
import styles from '../DataGrid.module.css'
import { KindGlyph } from '../KindGlyph.tsx'
import type { Sorting } from './sort-steps.ts'

export interface GridHeadProps {
  readonly columns: readonly GridColumn[]
  readonly shown: readonly VirtualItem[]
  readonly height: number
  readonly numberWidth: number
  readonly sorting: Sorting | undefined
  readonly onSort: (column: number) => void
  readonly onResize: (column: number, width: number) => void
  /** As wide as what it holds. */
  readonly onFit: (column: number) => void
}

/** Names of the columns: a click sorts, the edge resizes; Alt with an arrow does so by keyboard. */
export const GridHead = ({ columns, shown, height, numberWidth, sorting, onSort, onResize, onFit }: GridHeadProps) => {
  const drag = (event: PointerEvent, index: number, size: number): void => {
    event.preventDefault()
    event.stopPropagation()
    const from = event.clientX - size
    const move = (moved: globalThis.PointerEvent): void => onResize(index, moved.clientX - from)
    const stop = (): void => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', stop)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', stop)
  }
  const onKeyDown = (event: KeyboardEvent, index: number, size: number): void => {
    const step = event.altKey ? { ArrowRight: 16, ArrowLeft: -16 }[event.key] : undefined
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onResize(index, size + step)
  }
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ height }}>
      <div role="columnheader" aria-colindex={1} className={styles.corner} style={{ width: numberWidth }}>
        <span className="visually-hidden">{t('grid.rowNumber')}</span>
      </div>
      {shown.map(({ index, start, size }) => {
        const column = columns[index]
        if (!column) return null
        const isSorted = sorting?.column === index
        return (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
            className={joinClasses(styles.headCell, column.kind === 'numeric' && styles.right)}
            style={{ left: start + numberWidth, width: size }}
          >
            <button
              type="button"
              className={styles.sort}
              title={column.type ? `${column.label}\n${column.type}` : column.label}
              onClick={() => onSort(index)}
              onKeyDown={(event) => onKeyDown(event, index, size)}
            >
              <KindGlyph kind={column.isNested ? 'nested' : column.kind} />
              <span className={styles.headText}>{column.label}</span>
              {isSorted && (sorting.isDescending ? <ArrowDown size={14} /> : <ArrowUp size={14} />)}
            </button>
            <span className={styles.resize} role="presentation" onPointerDown={(event) => drag(event, index, size)} onDoubleClick={() => onFit(index)} />
          </div>
        )
      })}
    </div>
  )
}
