import type { Problem } from '@sightline/contract'
import { Exact, fail, ok, type Frame, type Result } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { LoadBatch, LoadColumn, LoadOptions } from '../connector.ts'
import type { EngineProcess } from './engine-process.ts'
import { died, engineName } from './problems.ts'
import { problemOfError } from './read-stream.ts'

/** Batches on their way: one is taken in while the next is read. */
const mostOnTheWay = 2

/** Sends batches to the engine as it takes them in. */
export async function loadRows(
  engine: EngineProcess,
  table: string,
  columns: readonly LoadColumn[],
  batches: AsyncIterable<LoadBatch>,
  { signal, schema, ifExists }: LoadOptions,
): Promise<Result<number>> {
  if (signal.aborted) return fail(problemOfAbort(signal, engineName))
  let problem: Problem | null = null
  let isOver = false
  let mayCome = 0
  let hasBegun = false
  let wake: (() => void) | null = null
  const id = engine.call({ op: 'load', order: { table, schema: schema ?? 'main', columns, ifExists } }, (message) => {
    if (message === null) problem = died
    else if (message.op === 'error') problem = problemOfError(message, '')
    else if (message.op === 'next') {
      mayCome += hasBegun ? 1 : mostOnTheWay
      hasBegun = true
    }
    if (problem || message?.op === 'end') isOver = true
    wake?.()
  })
  const untilReady = async (): Promise<void> => {
    while (mayCome === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve))
  }
  const cancel = (): void => engine.tell({ op: 'cancel', id })
  const failed = (): { readonly ok: false; readonly problem: Problem } => fail(signal.aborted ? problemOfAbort(signal, engineName) : (problem ?? died))
  signal.addEventListener('abort', cancel)
  let count = 0
  let isSent = false
  try {
    await untilReady()
    if (isOver) return failed()
    for await (const batch of batches) {
      if (isOver) return failed()
      const sent = batch.packed ?? columns.map(({ type }, index) => cellsFor(type, batch.values[index]!))
      mayCome--
      engine.tell({ op: 'rows', id, length: batch.length, columns: sent })
      await untilReady()
      if (isOver) return failed()
      count += batch.length
    }
    engine.tell({ op: 'all', id })
    isSent = true
    while (!isOver) await new Promise<void>((resolve) => (wake = resolve))
    return problem ? failed() : ok(count)
  } finally {
    signal.removeEventListener('abort', cancel)
    // A source that failed: nothing of it may stay, and the answer is given when nothing does.
    if (!isOver && !isSent) {
      cancel()
      while (!isOver) await new Promise<void>((resolve) => (wake = resolve))
    }
    engine.drop(id)
  }
}

/** Instances of classes do not survive the way to the engine. */
const cellsFor = (type: LoadColumn['type'], cells: Frame['values'][number]): readonly unknown[] =>
  type === 'decimal' ? cells.map((cell) => (cell === null ? null : plainText(cell))) : cells

const plainText = (cell: unknown): string => (typeof cell === 'number' ? decimalText(cell) : cell instanceof Exact ? cell.text : String(cell))

/** Never with an exponent. */
const decimalText = (value: number): string => {
  const text = String(value)
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)\.?(\d*)(?:e([+-]\d+))?$/.exec(text) ?? []
  if (exponent === undefined) return text
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}${digits.length > point ? `.${digits.slice(point)}` : ''}`
}
