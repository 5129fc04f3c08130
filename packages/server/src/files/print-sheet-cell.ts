import { Exact, type Cell } from '@sightline/core'

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
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** Texts are written as texts, so no cell can be a formula. Times are days since 1900, as spreadsheets count them. */
export function printSheetCell(cell: Cell, place: string, isTemporal: boolean): string {
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
