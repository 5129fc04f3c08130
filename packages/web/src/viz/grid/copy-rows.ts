import type { Kind } from '@sightline/core'
import { copyText } from '../../ui/copy-text.ts'
import { copyCell, type CellAt } from './cell-text.ts'

const cellsPerTurn = 50_000

export interface RowsToCopy {
  readonly columns: readonly { readonly label: string; readonly kind: Kind }[]
  /** Which columns of the data those are. */
  readonly from: number
  readonly cellAt: CellAt
  readonly rowAt: (place: number) => number
  readonly top: number
  readonly bottom: number
}

/** Names and rows, parted by tabs, as spreadsheets take them in. The page goes on between parts of a long text. */
export async function printTabbed({ columns, from, cellAt, rowAt, top, bottom }: RowsToCopy): Promise<string> {
  const lines = [columns.map(({ label }) => copyCell(label, 'string')).join('\t')]
  const rowsPerTurn = Math.max(1, Math.floor(cellsPerTurn / Math.max(1, columns.length)))
  for (let place = top; place <= bottom; place++) {
    if ((place - top) % rowsPerTurn === rowsPerTurn - 1) await new Promise((resolve) => setTimeout(resolve, 0))
    const row = rowAt(place)
    lines.push(columns.map(({ kind }, index) => copyCell(cellAt(row, from + index), kind)).join('\t'))
  }
  return lines.join('\n')
}

export const copyRows = async (rows: RowsToCopy): Promise<void> => copyText(await printTabbed(rows))
