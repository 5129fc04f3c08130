import type { Cell, ColumnLayout, PackedFrame } from '@sightline/core'
import type pg from 'pg'
import type { ColumnReader } from '../column-reader.ts'
import { columnReaderOf } from './column-reader.ts'
import type { TappedClient } from './tap-rows.ts'
import type { Field, TypeNames } from './types.ts'

/** The rows of one statement that have come and were not taken yet. */
export interface RowsInto {
  readonly fields: readonly Field[]
  readonly layouts: readonly ColumnLayout[]
  readonly length: number
  /** How much they took on the way. */
  readonly bytes: number
  /** A row that could not be read. */
  readonly failure: Error | null
  begin(fields: readonly Field[]): void
  takeCells(): { readonly values: Cell[][]; readonly length: number }
  takePacked(): PackedFrame
  /** Further rows are not of this statement. */
  end(): void
}

export function readInto(client: pg.ClientBase, names: TypeNames): RowsInto {
  const { rowTap } = client as unknown as TappedClient
  let fields: readonly Field[] = []
  let readers: ColumnReader[] = []
  let length = 0
  let size = 0
  let failure: Error | null = null

  const addRow = (bytes: Buffer, start: number, end: number): void => {
    let at = start + 2
    for (const reader of readers) {
      const width = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
      at += 4
      if (width < 0) reader.addNull()
      else {
        reader.add(bytes, at, at + width)
        at += width
      }
    }
    length++
    size += end - start
  }
  const forget = (): number => {
    const taken = length
    length = 0
    size = 0
    return taken
  }
  return {
    get fields() {
      return fields
    },
    get layouts() {
      return readers.map(({ layout }) => layout)
    },
    get length() {
      return length
    },
    get bytes() {
      return size
    },
    get failure() {
      return failure
    },
    begin: (given) => {
      fields = given
      readers = given.map((field) => columnReaderOf(field, names))
      rowTap.take = (bytes, start, end) => {
        try {
          if (!failure) addRow(bytes, start, end)
        } catch (error) {
          // Thrown from here it would end the program; the statement fails instead.
          failure = error as Error
        }
      }
    },
    takeCells: () => ({ values: readers.map((reader) => reader.takeCells()), length: forget() }),
    takePacked: () => ({ columns: readers.map((reader) => reader.takePacked()), length: forget() }),
    end: () => {
      rowTap.take = null
    },
  }
}
