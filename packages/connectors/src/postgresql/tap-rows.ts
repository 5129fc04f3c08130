import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { readInTurns } from '../read-in-turns.ts'

/** Gets the body of one row message: the number of fields in two bytes, then each field behind its length in four. */
type TakeRow = (bytes: Buffer, start: number, end: number) => void

interface TappableConnection {
  attachListeners(stream: EventEmitter): void
}

const rowMessage = 'D'.charCodeAt(0)
const columnsMessage = 'T'.charCodeAt(0)
const headLength = 5

/** Where rows of a client go while a statement is read; without it they go to the driver package as usual. */
export interface RowTap {
  take: TakeRow | null
}

/**
 * Rows are read from the bytes of the connection instead of as one text per value: making and throwing away eight texts a row is most of what
 * reading costs. All other messages reach the driver package as before.
 */
export class TappedClient extends pg.Client {
  readonly rowTap = tapRows(this)
}

function tapRows(client: pg.Client): RowTap {
  const connection = (client as unknown as { readonly connection: TappableConnection }).connection
  const attach = connection.attachListeners.bind(connection)
  const tap: RowTap = { take: null }
  connection.attachListeners = (stream) => {
    const others = new EventEmitter()
    ;(stream as Duplex).on(
      'data',
      divide(tap, (bytes) => others.emit('data', bytes)),
    )
    readInTurns(stream as Duplex)
    stream.on('end', () => others.emit('end'))
    attach(others)
  }
  return tap
}

/** Cuts the bytes into messages. What comes after the last whole one waits; a long one is put together once, when all of it is there. */
function divide(tap: RowTap, passOn: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let have = 0
  let need = 0
  return (chunk) => {
    let bytes = chunk
    if (parts.length > 0) {
      parts.push(chunk)
      have += chunk.length
      if (have < need) return
      bytes = Buffer.concat(parts, have)
      parts = []
    }
    let at = 0
    // Messages that are passed on lie side by side as far as no row comes in between.
    let passed = 0
    for (;;) {
      const left = bytes.length - at
      const size = left < headLength ? headLength : 1 + bytes.readUInt32BE(at + 1)
      if (left < size) {
        if (at > passed) passOn(bytes.subarray(passed, at))
        if (left > 0) parts = [bytes.subarray(at)]
        have = left
        need = size
        return
      }
      if (bytes[at] === rowMessage && tap.take) {
        if (at > passed) passOn(bytes.subarray(passed, at))
        tap.take(bytes, at + headLength, at + size)
        passed = at + size
      }
      at += size
      // Whoever hears that rows are coming may turn the tap on for the very next message.
      if (bytes[at - size] === columnsMessage) {
        passOn(bytes.subarray(passed, at))
        passed = at
      }
    }
  }
}
