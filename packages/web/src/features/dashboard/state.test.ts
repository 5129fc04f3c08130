import { emptyLayout, renameLayout, titleOf } from '@sightline/core'
import { expect, test } from 'vitest'
import { changeCount, hasChanges, isHistoryFull, layoutOf, mayRedo, mayUndo, openBoard, reduceBoard, undoLimit, type BoardState } from './state.ts'

const rename = (state: BoardState, name: string): BoardState =>
  reduceBoard(state, { type: 'edited', layout: renameLayout(layoutOf(state), name), note: { kind: 'rename', name }, now: 1 })

const start = openBoard(emptyLayout('First'), 0)

test('DSH-4.01 an edit marks the dashboard as changed, undoing everything clears the mark', () => {
  const edited = rename(start, 'Second')
  expect(hasChanges(edited)).toBe(true)
  expect(hasChanges(reduceBoard(edited, { type: 'undo' }))).toBe(false)
})

test('DSH-4.01 saving clears the mark and the history', () => {
  const saved = reduceBoard(rename(start, 'Second'), { type: 'saved' })
  expect([hasChanges(saved), mayUndo(saved), titleOf(layoutOf(saved))]).toEqual([false, false, 'Second'])
})

test('DSH-4.05 undo and redo walk through the states, a new edit forgets what was undone', () => {
  const two = rename(rename(start, 'Second'), 'Third')
  const back = reduceBoard(two, { type: 'undo' })
  expect(titleOf(layoutOf(back))).toBe('Second')
  expect(titleOf(layoutOf(reduceBoard(back, { type: 'redo' })))).toBe('Third')
  expect(mayRedo(rename(back, 'Other'))).toBe(false)
  expect(changeCount(two)).toBe(2)
})

test('DSH-4.05 the history keeps its depth and says when it is full', () => {
  let state = start
  for (let step = 0; step < undoLimit + 20; step++) state = rename(state, `Title ${String(step)}`)
  expect(state.entries.length).toBe(undoLimit + 2)
  expect(isHistoryFull(state)).toBe(true)
  while (mayUndo(state)) state = reduceBoard(state, { type: 'undo' })
  expect(hasChanges(state)).toBe(true)
})

test('an edit after undoing past the saved state can no longer be undone into "saved"', () => {
  const saved = { ...rename(start, 'Second'), savedAt: 1 }
  const other = rename(reduceBoard(saved, { type: 'undo' }), 'Other')
  expect(hasChanges(other)).toBe(true)
  expect(hasChanges(reduceBoard(other, { type: 'undo' }))).toBe(true)
})
