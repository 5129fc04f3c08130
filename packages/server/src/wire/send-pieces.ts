import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'

/** An answer up to this size is sent whole, with its length; and until then a failure still has a status of its own. */
const wholeBytes = 2 ** 20
/** A turn of work may take this long before others get theirs. */
const turnMilliseconds = 10

/** Sends what comes as it comes. A client that leaves ends the pieces. */
export async function sendPieces(reply: FastifyReply, type: string, pieces: AsyncGenerator<Uint8Array>): Promise<FastifyReply> {
  const first: Uint8Array[] = []
  let size = 0
  reply.type(type)
  while (size < wholeBytes) {
    const { done, value } = await pieces.next()
    if (done) return reply.send(Buffer.concat(first))
    first.push(value)
    size += value.byteLength
  }
  return reply.send(Readable.from(inTurns(first, pieces), { objectMode: false, highWaterMark: wholeBytes }))
}

async function* inTurns(first: readonly Uint8Array[], pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun = performance.now()
  try {
    yield* first
    for await (const piece of pieces) {
      yield piece
      if (performance.now() - begun < turnMilliseconds) continue
      await breathe()
      begun = performance.now()
    }
  } finally {
    await pieces.return(undefined)
  }
}
