import { expect, test } from 'vitest'
import { makeTurns } from './turns.ts'

test('only so many begin at once, the others follow in order', () => {
  const turns = makeTurns(2)
  const begun: string[] = []
  const ends = ['a', 'b', 'c', 'd'].map((name) => turns.take(() => begun.push(name)))
  expect(begun).toEqual(['a', 'b'])
  ends[0]?.()
  expect(begun).toEqual(['a', 'b', 'c'])
  ends[0]?.()
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('who gives up waiting takes nobody’s place', () => {
  const turns = makeTurns(1)
  const begun: string[] = []
  const [endA, endB] = ['a', 'b', 'c'].map((name) => turns.take(() => begun.push(name)))
  endB?.()
  endA?.()
  expect(begun).toEqual(['a', 'c'])
})
