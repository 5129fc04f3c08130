import { Worker } from 'node:worker_threads'
import { programPath } from '../programs.ts'
import { type DrawReply, type DrawRequest, plainFrame } from './request.ts'

export interface Drawer {
  drawPng(request: Omit<DrawRequest, 'as'>): Promise<Uint8Array>
  drawSvg(request: Omit<DrawRequest, 'as'>): Promise<string>
  /** Requests that wait or are being drawn. */
  readonly waiting: number
  close(): Promise<void>
}

interface Waiting {
  readonly resolve: (reply: DrawReply) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** Longer than any sane picture takes; a worker that is stuck is replaced. */
const patience = 20_000

/** One worker draws one request after the other. It starts with the first request and does not keep the process alive. */
export function createDrawer(): Drawer {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  const fail = (error: Error): void => {
    const gone = worker
    worker = undefined
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(error)
    }
    waiting.clear()
    void gone?.terminate()
  }

  const start = (): Worker => {
    const started = new Worker(programPath('draw-worker'), { resourceLimits: { maxOldGenerationSizeMb: 512 } })
    started.on('message', (reply: DrawReply) => {
      const one = waiting.get(reply.id)
      if (!one) return
      waiting.delete(reply.id)
      clearTimeout(one.timer)
      one.resolve(reply)
      if (waiting.size === 0) started.unref()
    })
    started.on('error', (error) => worker === started && fail(error instanceof Error ? error : new Error(String(error))))
    started.on('exit', () => worker === started && fail(new Error('the drawing worker ended')))
    return started
  }

  const send = (request: DrawRequest): Promise<DrawReply> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      worker.ref()
      const id = ++lastId
      const timer = setTimeout(() => fail(new Error('drawing took too long')), patience * (waiting.size + 1))
      waiting.set(id, { resolve, reject, timer })
      const charts = request.charts.map((chart) => ({ ...chart, frames: chart.frames.map(plainFrame) }))
      try {
        worker.postMessage({ id, request: { ...request, charts } })
      } catch (error) {
        waiting.delete(id)
        clearTimeout(timer)
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })

  return {
    async drawPng(request) {
      const reply = await send({ ...request, as: 'png' })
      if ('png' in reply) return reply.png
      throw new Error('failure' in reply ? reply.failure : 'the drawing worker answered with another kind')
    },
    async drawSvg(request) {
      const reply = await send({ ...request, as: 'svg' })
      if ('svg' in reply) return reply.svg
      throw new Error('failure' in reply ? reply.failure : 'the drawing worker answered with another kind')
    },
    get waiting() {
      return waiting.size
    },
    async close() {
      const gone = worker
      fail(new Error('the server is closing'))
      await gone?.terminate()
    },
  }
}
