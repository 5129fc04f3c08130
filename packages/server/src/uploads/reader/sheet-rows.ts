import type { RawCell } from './cells.ts'
import { ReadProblem, readingLimits } from './read-problem.ts'
import { plain, type Sheet, type Workbook } from './workbook.ts'
import { attribute, XmlReader } from './xml-reader.ts'

/** Sheets end at XFD. */
const mostColumns = 16_384
const day = 86_400_000

/** The rows of a sheet in batches. Rows that hold nothing are rows of no cells, so that they count when rows are skipped. */
export async function* sheetRows(workbook: Workbook, { entry }: Sheet): AsyncGenerator<RawCell[][]> {
  const parser = new SheetParser(workbook)
  const reader = new XmlReader(parser)
  const decoder = new TextDecoder('utf-8')
  for await (const bytes of workbook.archive.read(entry)) {
    reader.write(decoder.decode(bytes, { stream: true }))
    if (parser.rows.length >= readingLimits.rowsPerBatch) yield parser.rows.splice(0)
  }
  reader.write(decoder.decode())
  reader.end()
  if (parser.rows.length > 0) yield parser.rows.splice(0)
}

class SheetParser {
  readonly rows: RawCell[][] = []
  private readonly workbook: Workbook
  private isInRows = false
  private rowNumber = 0
  private row: RawCell[] = []
  private column = 0
  private type = ''
  private style = 0
  private value = ''
  private isValue = false
  private characters = 0

  constructor(workbook: Workbook) {
    this.workbook = workbook
  }

  open(name: string, attributes: string): void {
    if (name === 'sheetData') this.isInRows = true
    if (!this.isInRows) return
    if (name === 'row') this.openRow(attributes)
    else if (name === 'c') this.openCell(attributes)
    else if (name === 'v' || name === 't') this.isValue = true
  }

  text(text: string): void {
    if (!this.isValue) return
    this.value += text
    this.characters += text.length
    if (this.characters > readingLimits.rowCharacters) throw new ReadProblem(`Row ${this.rowNumber} is too long.`)
  }

  close(name: string): void {
    if (!this.isInRows) return
    if (name === 'v' || name === 't') this.isValue = false
    else if (name === 'c') this.closeCell()
    else if (name === 'row') this.rows.push(this.row)
    else if (name === 'sheetData') this.isInRows = false
  }

  private openRow(attributes: string): void {
    const said = Number(attribute(attributes, 'r') ?? Number.NaN)
    // A gap counts, but not endlessly: nobody skips more rows than that.
    if (Number.isInteger(said)) for (let gap = Math.min(said - this.rowNumber - 1, 1000); gap > 0; gap--) this.rows.push([])
    this.rowNumber = Number.isInteger(said) && said > this.rowNumber ? said : this.rowNumber + 1
    this.row = []
    this.column = -1
    this.characters = 0
  }

  private openCell(attributes: string): void {
    const place = columnOf(attribute(attributes, 'r'))
    this.column = place ?? this.column + 1
    if (this.column >= mostColumns) throw new ReadProblem('The sheet has more columns than a sheet can have.')
    this.type = attribute(attributes, 't') ?? 'n'
    this.style = Number(attribute(attributes, 's') ?? 0)
    this.value = ''
  }

  private closeCell(): void {
    const cell = this.cell()
    if (cell === null) return
    if (this.column >= readingLimits.columns) throw new ReadProblem(`A row has more than ${readingLimits.columns} values.`)
    while (this.row.length < this.column) this.row.push(null)
    this.row[this.column] = cell
  }

  private cell(): RawCell {
    const { value, workbook } = this
    if (value === '') return null
    switch (this.type) {
      case 's':
        return workbook.texts[Number(value)] ?? null
      case 'str':
      case 'inlineStr':
        return plain(value)
      case 'b':
        return value === '1' || value === 'true'
      case 'e':
        return null
      case 'd': {
        const ms = Date.parse(/[Zz]|[+-]\d\d:\d\d$/.test(value) || !value.includes('T') ? value : `${value}Z`)
        return Number.isNaN(ms) ? value : { ms, hasTime: value.includes('T') }
      }
      default:
        return this.number(Number(value))
    }
  }

  private number(value: number): RawCell {
    if (!Number.isFinite(value)) return null
    const kind = this.workbook.kinds[this.style] ?? 'number'
    if (kind === 'number') return value
    if (kind === 'time' && value >= 0 && value < 1) return new Date(Math.round(value * day)).toISOString().slice(11, 19)
    // Day 60 is a 29 February 1900 that never was.
    const days = this.workbook.countsFrom1904 ? value + 1462 : value < 60 ? value + 1 : value
    const ms = Math.round((days - 25_569) * day)
    return Math.abs(ms) > 8.64e15 ? value : { ms, hasTime: kind === 'time' || ms % day !== 0 }
  }
}

/** `BC12` is column 54. */
function columnOf(reference: string | undefined): number | null {
  if (reference === undefined) return null
  let column = 0
  let at = 0
  for (; at < reference.length && at < 4; at++) {
    const code = reference.charCodeAt(at) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return at === 0 ? null : column - 1
}
