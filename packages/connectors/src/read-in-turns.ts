import type { Readable } from 'node:stream'

/** What all connections together may take of one turn of the event loop. */
const turnMilliseconds = 5

let begun: number | null = null
const endTurn = (): void => {
  begun = null
}

/**
 * A socket with much to read hands over up to 32 pieces in one turn, and to read rows from them takes longer than anybody should have to wait.
 * So once the connections have had their time, each that brings more waits for the next turn. `mayResume` is false while somebody else has paused the
 * stream. Answers the function that stops watching.
 */
export function readInTurns(stream: Readable, mayResume: () => boolean = () => true): () => void {
  let isWaiting = false
  // Attached after the reader of the rows, so that its work has been done when this is called.
  const onData = (): void => {
    if (begun === null) {
      begun = performance.now()
      setImmediate(endTurn)
    } else if (!isWaiting && performance.now() - begun >= turnMilliseconds) {
      isWaiting = true
      stream.pause()
      setImmediate(() => {
        isWaiting = false
        if (mayResume()) stream.resume()
      })
    }
  }
  stream.on('data', onData)
  return () => stream.off('data', onData)
}
