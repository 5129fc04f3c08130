import { parentPort } from 'node:worker_threads'
import { drawRequest } from './draw-request.ts'
import { paint } from './paint.ts'
import type { DrawReply, DrawRequest } from './request.ts'

/** Drawing takes tens of milliseconds of pure computing, which the server's own thread has no time for. */
parentPort?.on('message', ({ id, request }: { id: number; request: DrawRequest }) => {
  let reply: DrawReply
  try {
    const svg = drawRequest(request)
    reply = request.as === 'svg' ? { id, svg } : { id, png: paint(svg, request.scale) }
  } catch (error) {
    reply = { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(reply)
})
