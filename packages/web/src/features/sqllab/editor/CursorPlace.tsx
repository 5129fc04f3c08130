import { useCursorText } from './cursor-place.ts'

/** "Line 7, column 17". Drawn apart, so that moving the cursor draws nothing else again. */
export const CursorPlace = () => <span>{useCursorText()}</span>
