import { Exact, type Cell, type Frame } from '@sightline/core'
import { printPieces } from '../chart-data/print-pieces.ts'
import { zipFiles } from './zip.ts'

/** Control characters have no place in XML at all. */
const isPrintable = (point: string): boolean => point >= ' ' || point === '\t' || point === '\n' || point === '\r'

const escapeXml = (text: string): string =>
  [...text]
    .filter(isPrintable)
    .join('')
    .replaceAll(/[\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** 0 → A, 26 → AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** Texts are written as texts, so no cell can be a formula. Times are days since 1900, as spreadsheets count them. */
function printCell(cell: Cell, place: string, isTemporal: boolean): string {
  if (cell === null) return `<c r="${place}"/>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return `<c r="${place}"/>`
    return isTemporal ? `<c r="${place}" s="1"><v>${cell / 86_400_000 + 25_569}</v></c>` : `<c r="${place}"><v>${cell}</v></c>`
  }
  const text =
    typeof cell === 'string' || typeof cell === 'bigint' || cell instanceof Exact
      ? String(cell)
      : JSON.stringify(cell, (_, value: unknown) => (typeof value === 'bigint' || value instanceof Exact ? String(value) : value))
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, 32_767))}</t></is></c>`
}

function* printSheet(frame: Frame, names: readonly string[], labels: readonly Cell[]): Generator<string, void> {
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
  yield `<row r="1">${['', ...names].map((name, at) => (at === 0 ? '<c r="A1"/>' : printCell(name, `${columnName(at)}1`, false))).join('')}</row>`
  const isTemporal = frame.columns.map(({ kind }) => kind === 'temporal')
  const letters = frame.columns.map((_, at) => columnName(at + 1))
  for (let start = 0; start < frame.length; start += 500) {
    let piece = ''
    for (let row = start; row < Math.min(start + 500, frame.length); row++) {
      const cells = frame.values.map((values, at) => printCell(values[row] ?? null, `${letters[at]!}${row + 2}`, isTemporal[at]!))
      piece += `<row r="${row + 2}">${printCell(labels[row] ?? null, `A${row + 2}`, false)}${cells.join('')}</row>`
    }
    yield piece
  }
  yield '</sheetData></worksheet>'
}

const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`)
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What every workbook of one sheet holds besides the sheet. */
const frameFiles = [
  {
    name: '[Content_Types].xml',
    bytes: xml(
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
    ),
  },
  {
    name: '_rels/.rels',
    bytes: xml(
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
  },
  {
    name: 'xl/workbook.xml',
    bytes: xml(`<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`),
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    bytes: xml(
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
  },
  {
    name: 'xl/styles.xml',
    bytes: xml(
      `<styleSheet xmlns="${spreadsheet}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
  },
]

/** A workbook of one sheet: row labels first, then the columns under the given names. */
export async function printWorkbook(frame: Frame, names: readonly string[], labels: readonly Cell[]): Promise<Buffer> {
  return zipFiles([...frameFiles, { name: 'xl/worksheets/sheet1.xml', bytes: await printPieces(printSheet(frame, names, labels)) }])
}
