import type { Palette } from './palette.ts'

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Names and values come from people's data; a tooltip is HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

export interface TooltipRow {
  readonly color: string
  readonly name: string
  readonly value: string
  readonly isStrong?: boolean
}

/** One look for the tooltips of all charts: a title, then a row per mark with its colour, name and right-aligned value. */
export function tooltipHtml(title: string, rows: readonly TooltipRow[], palette: Palette): string {
  const row = ({ color, name, value, isStrong }: TooltipRow): string => {
    const dot = color
      ? `<span style="display:inline-block;width:8px;height:8px;border-radius:2px;margin-right:6px;background:${escapeHtml(color)}"></span>`
      : ''
    return `<tr style="font-weight:${isStrong ? 600 : 400}"><td style="padding:1px 16px 1px 0;color:${palette.inkMuted}">${dot}${escapeHtml(name)}</td><td style="text-align:right;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`
  }
  const head = title ? `<div style="font-weight:500;margin-bottom:4px">${escapeHtml(title)}</div>` : ''
  return `${head}<table style="border-collapse:collapse;font-size:12px">${rows.map(row).join('')}</table>`
}

/** The box around a tooltip. */
export const tooltipBox = (palette: Palette) => ({
  confine: true,
  backgroundColor: palette.theme === 'dark' ? '#212120' : '#FFFFFF',
  borderColor: palette.grid,
  borderWidth: 1,
  padding: [8, 10] as [number, number],
  textStyle: { color: palette.ink, fontSize: 12, fontFamily: palette.fontFamily },
  extraCssText: palette.theme === 'dark' ? 'box-shadow:0 8px 24px rgba(0,0,0,.5)' : 'box-shadow:0 8px 24px rgba(28,28,26,.12)',
  transitionDuration: 0,
})
