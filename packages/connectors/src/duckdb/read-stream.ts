import { Exact, packColumn, type Cell, type ColumnLayout, type Frame, type FrameColumn, type PackedFrame, type Result } from '@sightline/core'
import type { RowStream } from '../connector.ts'
import { readEngineStream } from '../read-engine-stream.ts'
import { unpackColumn } from '../unpack-frame.ts'
import type { EngineProcess } from './engine-process.ts'
import { died, engineName, problemOf, refusal } from './problems.ts'
import type { FromEngine, WireCells } from './protocol.ts'

/** With the process ends what others have under way: an interrupt gets its time. */
const grace = { cancelled: 2000, left: 15_000 }

/** One call of the engine as a stream of rows. */
export const readStream = (engine: EngineProcess, order: Parameters<EngineProcess['call']>[0], sql: string, signal: AbortSignal): Promise<Result<RowStream>> =>
  readEngineStream(engine, order, {
    engineName,
    signal,
    grace,
    stopsWithTheStatement: true,
    problemOf: (message, refused) => problemOfError({ message, refused }, sql),
    problemOfEnd: () => died,
    frameOf,
    packedOf,
  })

export const problemOfError = ({ message, refused }: Pick<Extract<FromEngine, { op: 'error' }>, 'message' | 'refused'>, sql: string) =>
  refused ? refusal(message) : problemOf(message, sql)

type Batch = Extract<FromEngine, { op: 'batch' }>

/** Cells as the engine sent them, digits that a double cannot hold marked as such. */
function cellsOf({ cells, exact = [] }: WireCells): Cell[] {
  for (const place of exact) cells[place] = new Exact(String(cells[place]))
  return cells as Cell[]
}

function frameOf(columns: readonly FrameColumn[], layouts: readonly ColumnLayout[], { length, columns: sent }: Batch): Frame {
  const values = sent.map((column, index) => ('cells' in column ? cellsOf(column) : unpackColumn(column, layouts[index]!, length)))
  return { columns, values, length }
}

const packedOf = (columns: readonly FrameColumn[], layouts: readonly ColumnLayout[], { length, columns: sent }: Batch): PackedFrame => ({
  length,
  columns: sent.map((column, index) => ('cells' in column ? packColumn(columns[index]!, cellsOf(column), length, layouts[index]!) : column)),
})
