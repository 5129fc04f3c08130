import { writeWhole, type Put, type Store } from './column-reader.ts'
import { readDay, readDouble, readMicros, readScaled, readWhole } from './read-text.ts'

/** What the bytes of a text mean, written to the memory of a column. */
function putWhole({ words, bigs }: Store, row: number, value: number | bigint | null): boolean {
  if (typeof value === 'number') writeWhole(words, row * 2, value)
  else if (value === null) return false
  else bigs[row] = value
  return true
}

export const putInt64: Put = (store, row, bytes, start, end) => putWhole(store, row, readWhole(bytes, start, end))
export const putMicros: Put = (store, row, bytes, start, end) => putWhole(store, row, readMicros(bytes, start, end))
export const putInt32: Put = ({ words }, row, bytes, start, end) => {
  words[row] = readWhole(bytes, start, end) as number
  return true
}
export const putDay: Put = ({ words }, row, bytes, start, end) => {
  const day = readDay(bytes, start, end)
  if (day !== null) words[row] = day
  return day !== null
}
export const putDouble: Put = ({ doubles }, row, bytes, start, end) => {
  const value = readDouble(bytes, start, end)
  if (value !== null) doubles[row] = value
  return value !== null
}
/** A decimal with so many places behind the point. */
export const putDecimal =
  (scale: number): Put =>
  ({ words, bigs }, row, bytes, start, end) => {
    const scaled = readScaled(bytes, start, end, scale)
    if (scaled === null) return false
    if (typeof scaled === 'number') {
      writeWhole(words, row * 4, scaled)
      words[row * 4 + 2] = words[row * 4 + 3] = scaled < 0 ? -1 : 0
    } else {
      bigs[row * 2] = BigInt.asIntN(64, scaled)
      bigs[row * 2 + 1] = scaled >> 64n
    }
    return true
  }
