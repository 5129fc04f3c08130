import { expect, test } from 'vitest'
import { addToast, removeToast, toastDurations, toneOfCategory } from './toasts.ts'

test('EXP-9.14 info and success stay 4 s, warnings 6 s, dangers 8 s', () => {
  expect(toastDurations).toEqual({ info: 4000, success: 4000, warning: 6000, danger: 8000 })
})

test('the same words again replace the older toast instead of piling up', () => {
  const once = addToast({ toasts: [], nextId: 1 }, { tone: 'danger', text: 'Network error' })
  const twice = addToast(once, { tone: 'danger', text: 'Network error' })
  expect(twice.toasts.map((toast) => toast.id)).toEqual([2])
  expect(removeToast(twice, 2).toasts).toEqual([])
})

test('no more than five toasts stand on the screen', () => {
  let state = { toasts: [], nextId: 1 } as Parameters<typeof addToast>[0]
  for (let n = 0; n < 8; n++) state = addToast(state, { tone: 'info', text: `note ${n}` })
  expect(state.toasts.map((toast) => toast.text)).toEqual(['note 3', 'note 4', 'note 5', 'note 6', 'note 7'])
})

test('flash categories of the page become toast kinds', () => {
  expect(['success', 'warning', 'danger', 'error', 'message'].map(toneOfCategory)).toEqual(['success', 'warning', 'danger', 'danger', 'info'])
})
