import { wallClock, type Cell, type Kind } from '@sightline/core'

/** A table as a spreadsheet would show it: names of columns and rows may have several parts. */
export interface Reshaped {
  readonly columns: readonly ReshapedColumn[]
  readonly rows: readonly ReshapedName[]
  readonly length: number
}

export interface ReshapedColumn {
  readonly name: ReshapedName
  readonly kind: Kind
  readonly type: string
  readonly values: readonly Cell[]
}

/** Parts of a name as the wire has them, and their texts joined. A name that was never more than one text or number has no parts. */
export interface ReshapedName {
  readonly parts: readonly Cell[] | null
  readonly text: string
}

/** Where a value is missing in a key. */
export const missingKey = 'NULL'

/** How a key reads. Times are written out, because a key is a text like any other. */
export function textOfKey(cell: Cell, { kind, type }: { readonly kind: Kind; readonly type: string }, zone: string): string {
  if (cell === null) return missingKey
  if (typeof cell === 'boolean') return cell ? 'True' : 'False'
  if (kind === 'temporal' && typeof cell === 'number')
    return new Date(/^date(32)?$/i.test(type) ? cell : wallClock(cell, zone)).toISOString().replace('T', ' ').replace('.000Z', '').replace('Z', '')
  if (typeof cell === 'number' && Number.isInteger(cell) && /double|float|real/i.test(type)) return `${cell}.0`
  return typeof cell === 'object' && 'text' in cell ? String(cell.text) : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
