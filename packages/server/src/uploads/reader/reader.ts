/**
 * The process that opens files people send. It has nothing of the server's environment, reads one upload and ends. Whatever a file does to
 * it, the server goes on.
 */
import type { UploadPreview } from '@sightline/contract'
import { packColumn, UnfitCell, type Cell, type PackedColumn } from '@sightline/core'
import { loadLayouts } from '@sightline/connectors'
import { momentText, type RawCell } from './cells.ts'
import { csvRows, findDelimiter, findEncoding, firstText, isWrongEncoding, type CsvFormat, type Encoding } from './csv-rows.ts'
import { readerCredit, type FromReader, type ReadColumn, type ReadOrder, type ToReader } from './protocol.ts'
import { EmptyProblem, ReadProblem, readingLimits } from './read-problem.ts'
import { planTable, readTable, type RowSource } from './read-table.ts'
import { sheetRows } from './sheet-rows.ts'
import { openWorkbook } from './workbook.ts'

/** A file understood: its columns, and its rows as often as they are asked for. */
interface Understood extends Omit<UploadPreview, 'columns' | 'rows'> {
  readonly columns: readonly ReadColumn[]
  readonly totalRows: number
  read(mostRows: number): AsyncIterable<{ readonly length: number; readonly cells: readonly (readonly unknown[])[] }>
}

const messageBytes = 512 * 1024

let credit = readerCredit
let wake: (() => void) | null = null

const send = (message: FromReader): Promise<void> =>
  new Promise((resolve) => {
    // When the channel is gone the server is gone, and 'disconnect' ends this process.
    if (!process.connected) return resolve()
    process.send?.(message, undefined, undefined, () => resolve())
  })

async function understand(order: ReadOrder, sampleRows: number, onRows: (rows: number) => void): Promise<Understood> {
  if (order.type === 'csv') return understandCsv(order, sampleRows, onRows)
  return order.type === 'excel' ? understandWorkbook(order, sampleRows, onRows) : understandParquet(order)
}

async function understandCsv(order: ReadOrder, sampleRows: number, onRows: (rows: number) => void): Promise<Understood> {
  const { options } = order
  const path = order.files[0]!
  const readAs = async (encoding: Encoding): Promise<Understood> => {
    const delimiter = options.delimiter || findDelimiter(await firstText(path, encoding), order.isTabbed)
    const format: CsvFormat = { delimiter, skipsBlankLines: options.skip_blank_lines ?? true, skipsInitialSpace: options.skip_initial_space ?? false }
    const source: RowSource = { rows: () => csvRows(path, encoding, format), textIsText: false, keepsBlankRows: !format.skipsBlankLines }
    const plan = await planTable(source, options, sampleRows, onRows)
    return { ...plan, ...shown(order), delimiter, read: (mostRows) => readTable(source, options, plan, mostRows) }
  }
  const encoding = await findEncoding(path)
  try {
    return await readAs(encoding)
  } catch (error) {
    // What is not UTF-8 was written by an older program of the Western world, or is read as if it were.
    if (encoding === 'utf-8' && isWrongEncoding(error)) return readAs('windows-1252')
    throw error
  }
}

async function understandWorkbook(order: ReadOrder, sampleRows: number, onRows: (rows: number) => void): Promise<Understood> {
  const { options } = order
  const workbook = await openWorkbook(order.files[0]!, order.mostBytes)
  const asked = options.sheet_name ? workbook.sheets.filter(({ name }) => name === options.sheet_name) : workbook.sheets
  const sheets = workbook.sheets.map(({ name }) => name)
  // Unless one is asked for, the first sheet with anything in it.
  for (const [index, sheet] of asked.entries()) {
    const source: RowSource = { rows: (): AsyncIterable<RawCell[][]> => sheetRows(workbook, sheet), textIsText: true, keepsBlankRows: false }
    try {
      const plan = await planTable(source, options, sampleRows, onRows)
      return { ...plan, ...shown(order), sheets, sheet_name: sheet.name, read: (mostRows) => readTable(source, options, plan, mostRows) }
    } catch (error) {
      if (!(error instanceof EmptyProblem) || index === asked.length - 1) throw error
    }
  }
  throw new ReadProblem(`The workbook has no sheet "${options.sheet_name?.slice(0, 100) ?? ''}".`)
}

async function understandParquet(order: ReadOrder): Promise<Understood> {
  const { findParquetFiles, openParquet } = await import('./read-parquet.ts')
  const table = await openParquet(await findParquetFiles(order), order.options)
  return { ...shown(order), header_row: null, columns: table.columns, totalRows: table.totalRows, read: (mostRows) => table.read(mostRows) }
}

const shown = ({ options }: ReadOrder) => ({
  sheets: [] as string[],
  sheet_name: null,
  delimiter: null,
  header_row: options.header_row === undefined ? 0 : options.header_row,
})

async function preview(order: ReadOrder): Promise<void> {
  const file = await understand(order, readingLimits.sampleRows, () => undefined)
  const rows: UploadPreview['rows'] = []
  for await (const { length, cells } of file.read(readingLimits.previewRows))
    for (let row = 0; row < length; row++) rows.push(file.columns.map(({ type }, at) => printCell(cells[at]![row], type)))
  const { sheets, sheet_name, delimiter, header_row } = file
  const columns = file.columns.map(({ name, type }) => ({ name, type }))
  await send({ op: 'preview', preview: { sheets, sheet_name, delimiter, header_row, columns, rows } })
}

function printCell(cell: unknown, type: ReadColumn['type']): UploadPreview['rows'][number][number] {
  if (cell === null || typeof cell === 'boolean') return cell
  if (typeof cell === 'number') return type === 'date' || type === 'timestamp' ? momentText(cell, type === 'timestamp') : cell
  return String(cell).slice(0, 1000)
}

async function read(order: ReadOrder): Promise<void> {
  const file = await understand(order, Number.POSITIVE_INFINITY, (rows) => void send({ op: 'counting', rows }))
  await send({ op: 'columns', columns: file.columns.map(({ name, type }) => ({ name, type })), totalRows: file.totalRows })
  let weight = 0
  for await (const { length, cells } of file.read(Number.POSITIVE_INFINITY)) {
    const bytes = weigh(cells)
    weight += bytes
    if (weight > order.mostBytes) throw new ReadProblem('The file unfolds to more than this server accepts.')
    // The server takes each message in at one go, so none may be large: wide rows and long texts travel in smaller batches.
    const rows = Math.max(1, Math.floor((length * messageBytes) / Math.max(bytes, messageBytes)))
    for (let from = 0; from < length; from += rows) {
      while (credit === 0) await new Promise<void>((resolve) => (wake = resolve))
      credit--
      const piece = rows >= length ? cells : cells.map((column) => column.slice(from, from + rows))
      const count = Math.min(rows, length - from)
      const packed = packColumns(file.columns, piece as Cell[][], count)
      await send({ op: 'batch', length: count, packed, cells: packed ? null : piece })
    }
  }
  await send({ op: 'end' })
}

function packColumns(columns: readonly ReadColumn[], cells: readonly (readonly Cell[])[], length: number): PackedColumn[] | null {
  try {
    // Decimals are texts here, and stay what they are.
    return columns.map(({ name, type }, index) =>
      packColumn({ name, kind: 'string', type }, cells[index]!, length, type === 'decimal' ? loadLayouts.string : loadLayouts[type]),
    )
  } catch (error) {
    if (error instanceof UnfitCell) return null
    throw error
  }
}

function weigh(cells: readonly (readonly unknown[])[]): number {
  let bytes = 0
  for (const column of cells) {
    bytes += column.length * 8
    for (const cell of column) if (typeof cell === 'string') bytes += cell.length
  }
  return bytes
}

/** What the engine says about a file is about the file; its paths are ours and nobody's business. */
function describe(error: unknown): { message: string; isOurs: boolean } {
  if (error instanceof ReadProblem) return { message: error.message, isOurs: false }
  const message = error instanceof Error ? error.message : String(error)
  const isEngine = /^(Invalid Input|IO|Conversion|Out of Range|Parquet|Serialization|Not implemented|Out of Memory|Binder|INTERNAL)\b.*?Error/i.test(message)
  return isEngine ? { message: 'The file is damaged or cannot be read.', isOurs: false } : { message, isOurs: true }
}

process.on('message', (message: ToReader) => {
  if (message.op === 'more') {
    credit++
    wake?.()
    wake = null
    return
  }
  const work = message.op === 'preview' ? preview(message.order) : read(message.order)
  work.catch((error: unknown) => send({ op: 'error', ...describe(error) })).finally(() => process.disconnect?.())
})
process.on('disconnect', () => process.exit(0))
