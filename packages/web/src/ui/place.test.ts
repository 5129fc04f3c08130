import { expect, test } from 'vitest'
import { placeBeside } from './place.ts'

const viewport = { width: 1000, height: 800 }
const size = { width: 200, height: 300 }

test('a menu opens below its button, in line with its start', () => {
  expect(placeBeside({ left: 100, top: 100, width: 80, height: 28 }, size, viewport, { side: 'bottom', align: 'start' })).toEqual({
    left: 100,
    top: 132,
    side: 'bottom',
  })
})

test('a menu near the lower edge opens above instead of covering its button', () => {
  expect(placeBeside({ left: 100, top: 700, width: 80, height: 28 }, size, viewport, { side: 'bottom', align: 'start' })).toEqual({
    left: 100,
    top: 396,
    side: 'top',
  })
})

test('a menu near the right edge stays inside the window', () => {
  expect(placeBeside({ left: 960, top: 10, width: 30, height: 28 }, size, viewport, { side: 'bottom', align: 'start' }).left).toBe(792)
})

test('a pop-over on the right turns to the left when there is no room', () => {
  expect(placeBeside({ left: 850, top: 200, width: 100, height: 28 }, size, viewport, { side: 'right', align: 'start' })).toEqual({
    left: 646,
    top: 200,
    side: 'left',
  })
})
