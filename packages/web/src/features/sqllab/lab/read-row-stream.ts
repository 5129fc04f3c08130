import { DataType, RecordBatchReader, type RecordBatch, type Vector } from 'apache-arrow'
import { ApiFailure } from '../../../api/failure.ts'
import type { RunColumn, RunRows } from '../state/model.ts'

/** How the rows ended, as the last batch tells it. */
export interface StreamEnd {
  readonly status: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly rows: RunRows
}

/** The server broke off in the middle and said why. */
export class BrokenStream extends Error {
  readonly errors: readonly unknown[]
  constructor(errors: readonly unknown[]) {
    super('The rows broke off.')
    this.errors = errors
  }
}

const kinds = ['numeric', 'string', 'temporal', 'boolean']

/** Rows of an Arrow stream as they arrive. `onRows` is told of each batch; the arrays it gets grow, their length says how much of them counts. */
export async function readRowStream(body: ReadableStream<Uint8Array>, onRows: (rows: RunRows) => void): Promise<StreamEnd> {
  const reader = await RecordBatchReader.from(chunksOf(body))
  await reader.open({ autoDestroy: false })
  const { schema } = reader
  const columns: RunColumn[] = schema.fields.map(({ name, metadata }) => ({
    name,
    type: metadata.get('sightline:database_type') ?? null,
    kind: Math.max(0, kinds.indexOf(metadata.get('sightline:kind') ?? 'string')),
  }))
  const values: unknown[][] = columns.map(() => [])
  let length = 0
  let said: ReadonlyMap<string, string> = new Map()
  try {
    for await (const batch of reader) {
      if (batch.metadata.has('sightline:status')) said = batch.metadata
      if (batch.numRows === 0) continue
      addBatch(values, batch)
      length += batch.numRows
      onRows({ columns, values, length, isComplete: false })
    }
  } catch (error) {
    // After a failure the stream breaks off on purpose; the reason came before.
    if (!said.has('sightline:errors')) throw error
  }
  // A stream may also just end: some rows are never taken for all of them.
  const errors = said.get('sightline:errors')
  if (errors !== undefined) throw new BrokenStream(JSON.parse(errors) as unknown[])
  const status = said.get('sightline:status')
  if (status === undefined) throw new ApiFailure('network')
  const facts: Record<string, unknown> = {}
  for (const [name, value] of [...schema.metadata, ...said]) facts[name.replace('sightline:', '')] = read(value)
  return { status, facts, rows: { columns, values, length, isComplete: true } }
}

const read = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function addBatch(values: readonly unknown[][], batch: RecordBatch): void {
  batch.schema.fields.forEach((field, index) => {
    const cells = values[index]!
    const vector = batch.getChildAt(index)!
    const readCell = cellReader(vector, field.type as DataType, field.metadata.get('sightline:type'))
    for (let row = 0; row < batch.numRows; row++) cells.push(vector.isValid(row) ? readCell(row) : null)
  })
}

/** Digits that a double cannot hold stay texts; moments are milliseconds. */
function cellReader(vector: Vector, type: DataType, meaning: string | undefined): (row: number) => unknown {
  if (DataType.isInt(type))
    return (row) => {
      const value = vector.get(row) as number | bigint
      return typeof value === 'bigint' && value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value
    }
  if (DataType.isTimestamp(type)) {
    const words = vector.data[0]!.values as unknown as BigInt64Array
    return (row) => Number(words[row]!) / 1000
  }
  if (DataType.isDate(type)) return (row) => Number(vector.get(row))
  if (DataType.isDecimal(type)) return (row) => decimalOf(vector.get(row) as Uint32Array, type.scale)
  if (meaning === 'json') return (row) => readDocument(String(vector.get(row)))
  if (meaning === 'decimal') return (row) => digitsOf(String(vector.get(row)))
  return (row) => vector.get(row) as unknown
}

/** A document with a number that no double holds stays the text it is. */
const readDocument = (text: string): unknown => (/\d{16}/.test(text) ? text : read(text))

const digitsOf = (text: string): number | string => (text.replace(/[-.]/g, '').length <= 15 ? Number(text) : text)

function decimalOf(words: Uint32Array, scale: number): number | string {
  let value = 0n
  for (let at = 3; at >= 0; at--) value = (value << 32n) | BigInt(words[at]!)
  value = BigInt.asIntN(128, value)
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  return digitsOf(`${value < 0n ? '-' : ''}${scale > 0 ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits}`)
}
