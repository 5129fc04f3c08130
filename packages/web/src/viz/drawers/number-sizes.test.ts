import { expect, test } from 'vitest'
import { numberSizes } from './number-sizes.ts'

const picture = { value: '€ 30.6M', caption: 'in twelve months', size: 'large', valueShare: 0.4, captionShare: 0.15 } as const

test('in a small card number and caption leave more than half of the height free', () => {
  const { fontSize, captionSize } = numberSizes(picture, { width: 320, height: 104 })
  expect(fontSize * 1.25 + captionSize * 1.4).toBeLessThan(104 * 0.6)
  expect(fontSize).toBeGreaterThanOrEqual(28)
})

test('a large place shows the number large, a narrow one shrinks it instead of cutting it', () => {
  expect(numberSizes(picture, { width: 900, height: 600 }).fontSize).toBe(96)
  const narrow = numberSizes({ ...picture, value: '€ 30,612,344.55' }, { width: 180, height: 300 }).fontSize
  expect(narrow * 0.62 * '€ 30,612,344.55'.length).toBeLessThanOrEqual(185)
})
