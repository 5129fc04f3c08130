import { ProblemError } from '@sightline/connectors'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { Refusal } from '../http/problem.ts'

/** An answer up to this size is sent whole, with its length; and until then a failure still has a status of its own. */
const wholeBytes = 2 ** 20
/** A turn of work may take this long before others get theirs. */
const turnMilliseconds = 5

/**
 * Sends what comes as it comes. A client that leaves ends the pieces. A failure after the first bytes breaks the connection off, so that nobody takes
 * some for all; or it is told by `printFailure`, for clients that know how.
 */
export async function sendPieces(
  reply: FastifyReply,
  type: string,
  pieces: AsyncGenerator<Uint8Array>,
  printFailure?: (message: string) => string,
): Promise<FastifyReply> {
  const first: Uint8Array[] = []
  let size = 0
  const turn = openTurn()
  reply.type(type)
  while (size < wholeBytes) {
    const { done, value } = await pieces.next().catch(refuse)
    if (done) return reply.send(Buffer.concat(first))
    first.push(value)
    size += value.byteLength
    await turn()
  }
  return reply.send(Readable.from(inTurns(first, pieces, printFailure), { objectMode: false, highWaterMark: wholeBytes }))
}

/** Nothing was sent yet: a problem still has its status. */
function refuse(error: unknown): never {
  throw error instanceof ProblemError ? new Refusal(error.problem) : error
}

/** To be waited for between two pieces: lets others work once this turn has had its time. */
function openTurn(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < turnMilliseconds) return undefined
    return breathe().then(() => void (begun = performance.now()))
  }
}

async function* inTurns(
  first: readonly Uint8Array[],
  pieces: AsyncGenerator<Uint8Array>,
  printFailure: ((message: string) => string) | undefined,
): AsyncGenerator<Uint8Array> {
  const turn = openTurn()
  try {
    yield* first
    for await (const piece of pieces) {
      yield piece
      await turn()
    }
  } catch (error) {
    if (!printFailure) throw error
    yield Buffer.from(printFailure(error instanceof ProblemError ? error.message : 'An unexpected error occurred.'), 'utf8')
  } finally {
    await pieces.return(undefined)
  }
}
