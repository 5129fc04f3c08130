import type { Palette, Picture, Size } from '@sightline/charts'
import { rectTag, textTag } from './svg.ts'
import { fitText, textWidth } from './text-width.ts'

type Table = Extract<Picture, { readonly kind: 'table' }>

const size = 12
const gap = 20
const rowHeight = 30

/** Widths that fit the texts, bars as far as there is room, then shared so that the table fills the picture; what still does not fit is shortened. */
function columnWidths(table: Table, width: number): number[] {
  const texts = table.columns.map(({ label, width: least }, index) => {
    const all = [label, ...table.rows.slice(0, 60).map((row) => row[index] ?? ''), table.totals?.[index] ?? '']
    return Math.max(least ?? 0, Math.min(240, Math.max(...all.map((text) => textWidth(text, size))) + 6))
  })
  const hasBar = table.columns.map((_, index) => table.styles?.some((row) => row[index]?.bar) === true)
  const free = width - gap * (texts.length - 1)
  const sum = texts.reduce((total, value) => total + value, 0)
  if (sum > free) return texts.map((value) => Math.max(28, (value / sum) * free))
  const bars = hasBar.filter(Boolean).length
  const barRoom = bars > 0 ? Math.min(72, (free - sum) / bars) : 0
  const wanted = texts.map((value, index) => value + (hasBar[index] ? barRoom : 0))
  const rest = free - wanted.reduce((total, value) => total + value, 0)
  return wanted.map((value) => value + rest / wanted.length)
}

/** As many columns as can be read side by side; a small picture of a wide table shows its beginning. */
function narrow(table: Table, width: number): Table {
  let used = -gap
  const most = table.columns.findIndex(({ label }, index) => {
    const texts = [label, ...table.rows.slice(0, 20).map((row) => row[index] ?? '')].map((text) => textWidth(text, size))
    used += gap + Math.min(150, Math.max(...texts)) + 4
    return index > 1 && used > width
  })
  if (most < 0) return table
  const cut = <Item>(items: readonly Item[]): Item[] => items.slice(0, most)
  const { columns, rows, styles, totals } = table
  return { ...table, columns: cut(columns), rows: rows.map(cut), ...(styles ? { styles: styles.map(cut) } : {}), ...(totals ? { totals: cut(totals) } : {}) }
}

export function drawTable(whole: Table, { width, height }: Size, palette: Palette): string {
  const table = narrow(whole, width)
  const widths = columnWidths(table, width)
  const starts = widths.map((_, index) => widths.slice(0, index).reduce((sum, value) => sum + value + gap, 0))
  const hasTotals = table.totals !== undefined
  const most = Math.max(0, Math.floor((height - rowHeight * (hasTotals ? 2 : 1)) / rowHeight))
  const rows = table.rows.slice(0, most)
  const textRooms = table.columns.map((_, index) => Math.max(0, ...rows.map((cells) => textWidth(cells[index] ?? '', size))))
  const family = palette.fontFamily
  const barColor = palette.sequential[1] ?? palette.grid
  const parts: string[] = []
  const line = (texts: readonly string[], top: number, weight: 400 | 500 | 600, fill: (index: number) => string, row?: number): void => {
    texts.forEach((text, index) => {
      const column = table.columns[index]
      const left = starts[index] ?? 0
      const room = widths[index] ?? 0
      if (!column || left > width) return
      const style = row === undefined ? undefined : table.styles?.[row]?.[index]
      if (style?.background) parts.push(rectTag(left - 4, top + 3, room + 8, rowHeight - 6, style.background, 3))
      const barRoom = style?.bar ? room - (textRooms[index] ?? 0) - 12 : 0
      if (style?.bar && barRoom >= 12) {
        const color = style.tone === 'negative' ? `${palette.negative}44` : barColor
        parts.push(rectTag(left + style.bar.from * barRoom, top + 7, Math.max(1, (style.bar.to - style.bar.from) * barRoom), rowHeight - 14, color, 2))
      }
      const shown = fitText(text, size, room)
      const anchor = column.align === 'right' ? 'end' : column.align === 'center' ? 'middle' : 'start'
      const x = column.align === 'right' ? left + room : column.align === 'center' ? left + room / 2 : left
      parts.push(textTag(shown, { x, y: top + rowHeight / 2 + 4, size, fill: fill(index), family, weight, anchor }))
    })
  }
  const rule = (y: number): void => void parts.push(rectTag(0, y - 0.5, width, 1, palette.grid))
  line(
    table.columns.map(({ label }) => label),
    0,
    500,
    () => palette.axis,
  )
  rule(rowHeight)
  rows.forEach((row, index) => {
    line(row, rowHeight * (index + 1), 400, (column) => (column === 0 ? palette.ink : palette.inkMuted), index)
    if (index < rows.length - 1 || hasTotals) rule(rowHeight * (index + 2))
  })
  if (table.totals) line(table.totals, rowHeight * (rows.length + 1), 600, () => palette.ink)
  return parts.join('')
}
