/** The wire numbers of the kinds: 0 numeric, 1 string, 2 temporal, 3 boolean. */
export const kindNumbers = { numeric: 0, string: 1, temporal: 2, boolean: 3 } as const
export type Kind = keyof typeof kindNumbers

export interface FrameColumn {
  readonly name: string
  readonly kind: Kind
  /** The database's own word for the type, such as `NUMERIC(10, 2)`. */
  readonly type: string
  /** Made by us from other columns: then it is of its kind even where it has no value at all. */
  readonly isComputed?: boolean
}

/** Digits that a double cannot hold. Printed to JSON as a plain number with every digit. */
export class Exact {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/**
 * A cell: null, a number, a bigint where a double would lose digits, an `Exact` decimal where a double would lose digits,
 * a boolean, text, epoch milliseconds in a temporal column, or parsed JSON (lists and structs) in a string column.
 */
export type Cell = null | number | bigint | boolean | string | Exact | readonly Cell[] | { readonly [key: string]: Cell }

/** Columns of equal length. Rows are never materialised before the last step. */
export interface Frame {
  readonly columns: readonly FrameColumn[]
  readonly values: readonly (readonly Cell[])[]
  readonly length: number
}

export const emptyFrame = (columns: readonly FrameColumn[]): Frame => ({ columns, values: columns.map(() => []), length: 0 })

export const frameFromRows = (columns: readonly FrameColumn[], rows: readonly (readonly Cell[])[]): Frame => ({
  columns,
  values: columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  length: rows.length,
})

/** The values of a column, or undefined if the frame has none of that name. */
export const valuesOf = (frame: Frame, name: string): readonly Cell[] | undefined => {
  const index = frame.columns.findIndex((column) => column.name === name)
  return index < 0 ? undefined : frame.values[index]
}

export function joinFrames(frames: readonly Frame[]): Frame {
  const [first] = frames
  if (!first) throw new Error('joinFrames needs at least one frame')
  if (frames.length === 1) return first
  return {
    columns: first.columns,
    values: first.columns.map((_, index) => frames.flatMap((frame) => frame.values[index] ?? [])),
    length: frames.reduce((sum, frame) => sum + frame.length, 0),
  }
}
