/**
 * SQLite's own process: the library is synchronous, so a statement would stop the server, and it cannot be interrupted from outside. The
 * process has no secrets in its environment and runs one statement at a time; the driver keeps a few of them and ends one that does not stop.
 */
import type { ColumnLayout, FrameColumn } from '@sightline/core'
import { closedNameIn, closedNamesOf } from './allowed-names.ts'
import { loadRows, type Loading } from './load-rows.ts'
import { namesOfEngine, OpenFile, RefusedError, type Handle } from './open-file.ts'
import { initialCredit, rowsPerBatch, type FromEngine, type RunOrder, type ToEngine } from './protocol.ts'
import { layoutOf, openPacker } from './pack-rows.ts'
import { readStatement } from './read-statement.ts'
import { columnOf, readerOf, type Value } from './types.ts'

interface Running {
  readonly id: number
  credit: number
  cancelled: boolean
  wake: (() => void) | null
}

/** A batch is also full when its texts reach this many characters. */
const charactersPerBatch = 4_000_000

let file: OpenFile | null = null
let closed: ReadonlySet<string> = new Set()
let running: Running | null = null
let loading: Loading | null = null

const send = (message: FromEngine): Promise<void> =>
  new Promise((resolve) => {
    // When the channel is gone the server is gone, and 'disconnect' ends this process.
    if (!process.connected) return resolve()
    process.send?.(message, undefined, undefined, () => resolve())
  })

function opened(): OpenFile {
  if (!file) throw new RefusedError('The database is not open.')
  return file
}

/** Whether the statement reads; one that is not allowed is refused before the engine sees it. */
function check({ sql, readOnly, isOurs }: RunOrder): boolean {
  if (isOurs) return true
  const statement = readStatement(sql)
  if ('refused' in statement) throw new RefusedError(statement.refused)
  if ('mistake' in statement) throw new Error(`near "${statement.mistake}": syntax error`)
  const name = closedNameIn(statement.names, closed)
  if (name !== undefined) throw new RefusedError(`${name} is not allowed here.`)
  if (readOnly && !statement.reads) throw new RefusedError('Cannot write: this connection is read-only.')
  return statement.reads
}

function handleFor({ readOnly, inSession }: RunOrder): Handle {
  const own = opened()
  if (readOnly) return own.reader()
  const handle = own.writer()
  if (inSession && !handle.inTransaction) handle.exec('BEGIN')
  return handle
}

async function run(id: number, order: RunOrder, isDescription: boolean): Promise<void> {
  const reads = check(order)
  const state: Running = { id, credit: initialCredit, cancelled: false, wake: null }
  running = state
  try {
    const handle = handleFor(isDescription ? { ...order, readOnly: true } : order)
    const statement = handle.prepare(order.sql)
    const values = order.params.map(bindable)
    const declared = statement.columns()
    if (declared.length === 0) {
      statement.run(values)
      await send({ op: 'columns', id, columns: [], layouts: [] })
    } else await sendRows(handle, statement.raw(true).safeIntegers(true).iterate(values) as Iterator<Value[]>, declared, state, order, reads, isDescription)
    await send({ op: 'end', id })
  } finally {
    running = null
  }
}

async function sendRows(
  handle: Handle,
  rows: Iterator<Value[]>,
  declared: readonly { readonly name: string; readonly type: string | null }[],
  state: Running,
  order: RunOrder,
  reads: boolean,
  isDescription: boolean,
): Promise<void> {
  const { id } = state
  let left = order.maxRows ?? Number.POSITIVE_INFINITY
  let print: ((batch: Value[][]) => Extract<FromEngine, { op: 'batch' }>) | null = null
  for (let isOver = false; !isOver;) {
    const batch: Value[][] = []
    const most = Math.min(rowsPerBatch, left)
    let characters = 0
    while (batch.length < most && characters < charactersPerBatch) {
      const next = rows.next()
      if (next.done === true) {
        isOver = true
        break
      }
      const row = next.value
      batch.push(row)
      for (let index = 0; index < row.length; index++) {
        const value = row[index]!
        if (typeof value === 'string') characters += value.length
        else if (typeof value === 'object' && value !== null) characters += value.byteLength
      }
    }
    left -= batch.length
    if (!print) {
      const columns = declared.map(({ name, type }, index) =>
        columnOf(
          name,
          type,
          batch.map((row) => row[index]!),
        ),
      )
      const layouts = columns.map(layoutOf)
      print = printerOf(id, columns, layouts)
      await send({ op: 'columns', id, columns, layouts })
    }
    if (batch.length > 0 && !isDescription) {
      while (state.credit === 0 && !state.cancelled) await new Promise<void>((resolve) => (state.wake = resolve))
      if (!state.cancelled) {
        state.credit--
        // On its way while the next rows are read; how many are is bounded by the credit.
        void send(print(batch))
        // A message that says stop is only seen between two turns.
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    if (state.cancelled || left <= 0 || isDescription) {
      if (!isOver) endEarly(handle, rows, reads)
      if (state.cancelled) throw new Error('interrupted')
      return
    }
  }
}

/** Columns as memory; as cells where values are of another sort than the first ones of their column were. */
function printerOf(id: number, columns: readonly FrameColumn[], layouts: readonly ColumnLayout[]): (batch: Value[][]) => Extract<FromEngine, { op: 'batch' }> {
  const readers = columns.map(readerOf)
  const pack = openPacker(columns, layouts)
  return (batch) => {
    const packed = pack(batch)
    const values = packed ? null : readers.map((read, index) => batch.map((row) => read(row[index]!)))
    return { op: 'batch', id, length: batch.length, packed, values }
  }
}

/** A statement left in the middle would hold its lock on the file. One that writes is read to its end: to break it off would undo it. */
function endEarly(handle: Handle, rows: Iterator<Value[]>, reads: boolean): void {
  if (reads) (handle as Handle & { interrupt(): void }).interrupt()
  try {
    while (rows.next().done !== true);
  } catch {
    // The interruption itself.
  }
}

/** What the library cannot bind ends the process, so nothing else may reach it. */
function bindable(value: unknown): null | bigint | number | string {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : String(value)
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function answer(message: ToEngine): Promise<void> {
  const { id } = message
  switch (message.op) {
    case 'open': {
      const { functions, tables } = namesOfEngine()
      closed = closedNamesOf(functions, tables)
      file = new OpenFile(message.file)
      return send({ op: 'end', id })
    }
    case 'run':
    case 'describe':
      return run(id, message.order, message.op === 'describe')
    case 'commit':
      opened().commit()
      return send({ op: 'end', id })
    case 'reset':
      opened().forgetSession()
      return send({ op: 'end', id })
    case 'load':
      loading = loadRows(opened().writer(), message.order)
      return send({ op: 'taken', id })
    case 'rows': {
      if (!loading) return
      if (message.values) loading.add(message.values, message.length)
      else {
        const count = loading.finish()
        loading = null
        return send({ op: 'end', id, count })
      }
      return send({ op: 'taken', id })
    }
    case 'more':
    case 'cancel':
      return steer(message)
  }
}

async function steer({ op, id }: Extract<ToEngine, { op: 'more' | 'cancel' }>): Promise<void> {
  if (op === 'cancel' && loading) {
    loading.undo()
    loading = null
    return send({ op: 'error', id, message: 'interrupted', refused: false })
  }
  if (running?.id !== id) return
  if (op === 'more') running.credit++
  else running.cancelled = true
  running.wake?.()
  running.wake = null
}

process.on('message', (message: ToEngine) => {
  answer(message).catch((error: unknown) => {
    loading?.undo()
    loading = null
    return send({ op: 'error', id: message.id, message: error instanceof Error ? error.message : String(error), refused: error instanceof RefusedError })
  })
})
process.on('disconnect', () => process.exit(0))
