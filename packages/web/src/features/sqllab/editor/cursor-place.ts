import { create } from 'zustand'
import { t } from '../../../words/words.ts'

interface CursorPlace {
  readonly line: number
  readonly column: number
}

/** Where the cursor of the editor stands; lines and columns count from one. */
const useCursor = create<CursorPlace>(() => ({ line: 1, column: 1 }))

export function noteCursor(place: CursorPlace): void {
  const { line, column } = useCursor.getState()
  if (line !== place.line || column !== place.column) useCursor.setState(place)
}

/** "Line 7, column 17", for the status line. */
export const useCursorText = (): string => t('sqled.cursorPlace', useCursor())
