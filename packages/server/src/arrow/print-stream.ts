import type { Problem } from '@sightline/contract'
import type { FrameColumn, ColumnLayout, PackedColumn, PackedFrame } from '@sightline/core'
import {
  Bool,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Utf8,
  type Data,
  type DataType,
} from 'apache-arrow'
import { printProblem } from '../http/errors.ts'

/** How the rows ended. It is told in the stream itself, because the status of the reply left long before. */
export interface Outcome {
  readonly rows: number
  readonly problem: Problem | null
  /** What else the client should know; printed as JSON. */
  readonly facts?: Readonly<Record<string, unknown>>
}

export interface ArrowStream {
  /** The schema: the first bytes. */
  readonly head: Uint8Array
  printBatch(frame: PackedFrame): Uint8Array
  /** The last bytes: an empty batch whose metadata tells the outcome. */
  printEnd(outcome: Outcome): Uint8Array
}

/** A message that announces more bytes than come: after a failure every reader stops with an error instead of taking some rows for all. */
const brokenOff = Uint8Array.from([255, 255, 255, 255, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])

/** Rows as an Arrow IPC stream. Batches are wrapped, not converted. */
export function openArrowStream(
  columns: readonly FrameColumn[],
  names: readonly string[],
  layouts: readonly ColumnLayout[],
  facts: Readonly<Record<string, unknown>> = {},
): ArrowStream {
  const fields = columns.map((column, index) => new Field(names[index]!, typeOf(layouts[index]!), true, metadataOf(column, layouts[index]!)))
  const schema = new Schema(fields, textsOf(facts))
  const struct = new Struct(fields)
  const writer = new CollectingWriter()
  writer.reset(undefined, schema)
  const batchOf = (frame: PackedFrame, metadata?: Map<string, string>): RecordBatch => {
    const children = frame.columns.map((column, index) => dataOf(fields[index]!.type, frame.length, column))
    return new RecordBatch(schema, makeData({ type: struct, length: frame.length, nullCount: 0, children }), metadata)
  }
  return {
    head: writer.take(),
    printBatch: (frame) => {
      writer.write(batchOf(frame))
      return writer.take()
    },
    printEnd: ({ rows, problem, facts: more = {} }) => {
      const said = { status: problem ? 'failed' : 'success', rows, ...(problem ? { errors: [printProblem(problem)] } : {}), ...more }
      writer.write(batchOf({ length: 0, columns: layouts.map(emptyColumn) }, textsOf(said)))
      if (problem) return Buffer.concat([writer.take(), brokenOff])
      writer.finish()
      return writer.take()
    },
  }
}

/** Keeps what is written until it is taken. */
class CollectingWriter extends RecordBatchStreamWriter {
  private parts: Uint8Array[] = []

  constructor() {
    super({ autoDestroy: false })
  }

  protected override _write(chunk: ArrayBufferView): this {
    if (this._started && chunk.byteLength > 0) this.parts?.push(new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength))
    return this
  }

  take(): Uint8Array {
    const taken = Buffer.concat(this.parts)
    this.parts = []
    return taken
  }
}

function typeOf(layout: ColumnLayout): DataType {
  switch (layout.kind) {
    case 'int32':
      return new Int32()
    case 'int64':
      return new Int64()
    case 'float64':
      return new Float64()
    case 'boolean':
      return new Bool()
    case 'date':
      return new DateDay()
    case 'timestamp':
      return new TimestampMicrosecond(layout.zone)
    case 'decimal':
      return new Decimal(layout.scale, layout.precision)
    default:
      return new Utf8()
  }
}

/** `kind` and `database_type` as the JSON answers have them; `type` says what a text stands for. */
function metadataOf({ kind, type }: FrameColumn, layout: ColumnLayout): Map<string, string> {
  const metadata = new Map([
    ['sightline:kind', kind],
    ['sightline:database_type', type],
  ])
  if (layout.kind === 'json') metadata.set('sightline:type', 'json')
  if (layout.kind === 'digits') metadata.set('sightline:type', 'decimal')
  return metadata
}

const textsOf = (facts: Readonly<Record<string, unknown>>): Map<string, string> =>
  new Map(Object.entries(facts).map(([name, value]) => [`sightline:${name}`, typeof value === 'string' ? value : JSON.stringify(value)]))

function dataOf(type: DataType, length: number, { validity, nulls, data, offsets }: PackedColumn): Data {
  const bits = nulls > 0 ? { nullCount: nulls, nullBitmap: validity } : { nullCount: 0 }
  return offsets
    ? makeData({ type: type as Utf8, length, ...bits, valueOffsets: offsets, data: data as Uint8Array })
    : makeData({ type: type as Int32, length, ...bits, data: wordsOf(type, data) as Int32Array })
}

/** Decimals are four words of 32 bits each. */
const wordsOf = (type: DataType, data: PackedColumn['data']): unknown =>
  type instanceof Decimal ? new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4) : data

const emptyColumn = (layout: ColumnLayout): PackedColumn => ({
  validity: null,
  nulls: 0,
  offsets: layout.kind === 'text' || layout.kind === 'json' || layout.kind === 'digits' ? new Int32Array(1) : null,
  data: new Uint8Array(0),
})
