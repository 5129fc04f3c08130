import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import { asStatement, never, rowsOf, valueOf, type Suite } from './suite.ts'

const megabyte = 2 ** 20

/** Big answers pass through; they are never held. */
export function streamRows({ row, place, driver, rows }: Suite): void {
  row([], 'a million rows stream in small batches and bounded memory, however slow the reader is', async () => {
    const filler = 'x'.repeat(200)
    const sql = `SELECT n, n * 2 AS m, ${place.asText('n')} AS t, CONCAT('${filler}', ${place.asText('n')}) AS u FROM (${place.series(1_000_000)}) AS s`
    const before = heldBytes()
    const stream = valueOf(await driver().stream(asStatement(sql), { signal: never(), readOnly: true }))
    let count = 0
    let sum = 0
    let batchNumber = 0
    for await (const batch of stream.batches) {
      expect(batch.length).toBeLessThanOrEqual(8192)
      count += batch.length
      for (const n of batch.values[0]!) sum += Number(n)
      // A driver that does not wait for its reader has everything in memory by now.
      if (++batchNumber === 3) await new Promise((resolve) => setTimeout(resolve, 1500))
      if (batchNumber === 3 || batchNumber % 150 === 0) expect(heldBytes() - before).toBeLessThan(64 * megabyte)
    }
    expect(count).toBe(1_000_000)
    expect(sum).toBe(499_999_500_000)
  })

  row([], 'maxRows ends the reading', async () => {
    expect(await rows(place.series(100_000), { maxRows: 3 })).toEqual([[0], [1], [2]])
    expect(await rows(place.series(100_000), { maxRows: 5000 })).toHaveLength(5000)
    expect(await rows(place.series(10), { maxRows: 5000 })).toHaveLength(10)
  })

  row([], 'a reader that leaves early leaves the connection usable', async () => {
    for (let round = 0; round < 20; round++) {
      const stream = valueOf(await driver().stream(asStatement(place.series(1_000_000)), { signal: never(), readOnly: true }))
      for await (const batch of stream.batches) {
        expect(rowsOf(batch)[0]).toEqual([0])
        break
      }
    }
    expect(await rows('SELECT 1')).toEqual([[1]])
  })

  row([], 'many statements at once are all answered', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => rows(`SELECT ${number} AS a`)))
    expect(answers).toEqual(Array.from({ length: 40 }, (_, number) => [[number]]))
  })
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is really held: garbage is collected first. */
function heldBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
