import { loadLayouts, unpackFrame, type LoadBatch, type LoadColumn } from '@sightline/connectors'
import type { Problem, UploadPreview } from '@sightline/contract'
import { Exact, fail, ok, uploadKinds, type Cell, type Frame, type FrameColumn, type Result } from '@sightline/core'
import { fork, type ChildProcess } from 'node:child_process'
import type { Logger } from 'pino'
import { programPath } from '../programs.ts'
import { readerCredit, type FromReader, type ReadColumn, type ReadOrder, type ToReader } from './reader/protocol.ts'

interface ReadFile {
  readonly columns: readonly LoadColumn[]
  readonly totalRows: number
  /** May throw a `ReadFailure`. Whoever stops early, or throws, ends the process. */
  readonly batches: AsyncIterable<LoadBatch>
}

/** Thrown while batches are read; the problem is for whoever sent the file. */
export class ReadFailure extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** A process that says nothing for so long is stuck. */
const patience = 60_000

const unreadable = (message: string): Problem => ({ code: 'GENERIC_COMMAND_ERROR', message, status: 422 })
const died = unreadable('The file could not be read: it is damaged, or it takes too much memory or time.')
const stopped = unreadable('The upload was stopped.')

/** What is in a file when it is read with these options. */
export async function previewFile(order: ReadOrder, signal: AbortSignal, log: Logger): Promise<Result<UploadPreview>> {
  const reader = startReader({ op: 'preview', order }, signal, log)
  try {
    const message = await reader.next()
    return message.op === 'preview' ? ok(message.preview) : fail(died)
  } catch (error) {
    if (error instanceof ReadFailure) return fail(error.problem)
    throw error
  } finally {
    reader.end()
  }
}

/** Reads a file to its end. The columns are known once all of it was looked at once. */
export async function readFile(order: ReadOrder, signal: AbortSignal, log: Logger): Promise<Result<ReadFile>> {
  const reader = startReader({ op: 'read', order }, signal, log)
  try {
    for (;;) {
      const message = await reader.next()
      if (message.op === 'counting') continue
      if (message.op !== 'columns') break
      return ok({ columns: message.columns, totalRows: message.totalRows, batches: framesOf(reader, message.columns) })
    }
    reader.end()
    return fail(died)
  } catch (error) {
    reader.end()
    if (error instanceof ReadFailure) return fail(error.problem)
    throw error
  }
}

async function* framesOf(reader: Reader, columns: readonly ReadColumn[]): AsyncGenerator<LoadBatch> {
  const described = columns.map(({ name, type }): FrameColumn => ({ name, type: type.toUpperCase(), kind: uploadKinds[type] }))
  const layouts = columns.map(({ type }) => loadLayouts[type])
  const decimals = columns.flatMap(({ type }, index) => (type === 'decimal' ? [index] : []))
  try {
    for (;;) {
      const message = await reader.next()
      if (message.op === 'end') return
      if (message.op !== 'batch') throw new ReadFailure(died)
      reader.tell({ op: 'more' })
      const { packed, length } = message
      if (packed) {
        let cells: Frame['values'] | null = null
        const valuesOf = (): Frame['values'] => (cells ??= unpackFrame(described, layouts, { length, columns: packed }).values)
        yield {
          columns: described,
          length,
          packed,
          get values() {
            return valuesOf()
          },
        }
        continue
      }
      const values = message.cells as Cell[][]
      for (const index of decimals) values[index] = values[index]!.map((cell) => (typeof cell === 'string' ? exactOf(cell) : cell))
      yield { columns: described, values, length }
    }
  } finally {
    reader.end()
  }
}

/** Up to fifteen digits a double is the very number that the text means. */
const exactOf = (text: string): Cell => (/[eE]/.test(text) || text.replaceAll(/\D/g, '').length <= 15 ? Number(text) : new Exact(text))

interface Reader {
  /** The next message that matters; throws a `ReadFailure` where there will be none. */
  next(): Promise<FromReader>
  tell(message: ToReader): void
  end(): void
}

function startReader(order: ToReader, signal: AbortSignal, log: Logger): Reader {
  const waiting: FromReader[] = []
  let failure: ReadFailure | null = null
  let wake: (() => void) | null = null
  const child: ChildProcess = fork(programPath('file-reader'), [], {
    // Nothing of the server's environment: no secrets, no addresses.
    env: { TZ: 'UTC' },
    // Rows live for a moment: room for the young spares most of the collecting.
    execArgv: ['--max-old-space-size=512', '--max-semi-space-size=32'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.on('data', (data: Buffer) => (complaint = (complaint + data.toString()).slice(-2000)))
  let timer: NodeJS.Timeout | undefined
  // While we hold all the batches it may send, it is our turn.
  const watch = (): void => {
    clearTimeout(timer)
    if (failure === null && waiting.length < readerCredit) timer = setTimeout(() => finish(died, 'it said nothing for too long'), patience)
  }
  const finish = (problem: Problem, reason?: string): void => {
    if (failure !== null) return
    failure = new ReadFailure(problem)
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
    if (reason !== undefined) log.warn(`The file reader was ended: ${reason}${complaint ? `: ${complaint}` : ''}`)
    wake?.()
  }
  const stop = (): void => finish(stopped)
  child.on('message', (message: FromReader) => {
    if (failure !== null) return
    if (message.op === 'error') {
      if (message.isOurs) log.error(`The file reader failed: ${message.message}`)
      finish(message.isOurs ? died : unreadable(message.message))
      return
    }
    // Signs of life are not kept.
    if (message.op !== 'counting') waiting.push(message)
    watch()
    wake?.()
  })
  child.on('error', (error) => finish(died, error.message))
  child.on('exit', (code, killed) => {
    if (waiting.at(-1)?.op === 'end' || waiting.at(-1)?.op === 'preview') return
    finish(died, `it ended with ${killed ?? code}`)
  })
  signal.addEventListener('abort', stop)
  const tell = (message: ToReader): void => {
    if (failure === null && child.connected) child.send(message, () => undefined)
  }
  if (signal.aborted) stop()
  else {
    tell(order)
    watch()
  }
  return {
    tell,
    next: async () => {
      for (;;) {
        const message = waiting.shift()
        if (message) {
          watch()
          return message
        }
        if (failure !== null) throw failure
        await new Promise<void>((resolve) => (wake = resolve))
        wake = null
      }
    },
    end: () => finish(stopped),
  }
}
