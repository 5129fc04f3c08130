import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readInTurns } from './read-in-turns.ts'

/** Pieces that are all there at once, each of which takes its reader some milliseconds. */
function openBusyStream(pieces: number): { readonly stream: Readable; readonly taken: () => number } {
  let [given, taken] = [0, 0]
  const stream = new Readable({
    read() {
      this.push(given++ < pieces ? Buffer.alloc(10) : null)
    },
  })
  stream.on('data', () => {
    taken++
    for (const begun = performance.now(); performance.now() - begun < 2;);
  })
  return { stream, taken: () => taken }
}

test('others get their turn while a connection has much to read, and all of it is read', async () => {
  const { stream, taken } = openBusyStream(40)
  readInTurns(stream)
  const seen: number[] = []
  const ended = new Promise((resolve) => stream.on('end', resolve))
  while (taken() < 40) {
    await nextTurn()
    seen.push(taken())
  }
  await ended
  expect(new Set(seen).size).toBeGreaterThan(4)
  expect(taken()).toBe(40)
})

test('a stream that its reader has paused stays so', async () => {
  const { stream, taken } = openBusyStream(40)
  let isPaused = false
  readInTurns(stream, () => !isPaused)
  while (taken() < 10) await nextTurn()
  isPaused = true
  stream.pause()
  const before = taken()
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  expect(taken()).toBe(before)
})
