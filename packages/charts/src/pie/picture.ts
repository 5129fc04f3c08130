import { type Frame, numberFormatter, numberFrom, timeFormatter } from '@sightline/core'
import type { Picture, Surroundings } from '../chart.ts'
import { emptyPicture } from '../empty-picture.ts'
import { cellLabel, columnLabel, listOf, metricLabel, safeText } from '../labels.ts'
import { legendOf } from '../legend.ts'
import { measureFormat } from '../measure-format.ts'
import { assignColors, contrastInk, schemeOf } from '../palette.ts'
import { tooltipBox, tooltipHtml } from '../tooltip.ts'
import type { PieForm } from './pie.ts'

interface Slice {
  readonly name: string
  readonly value: number
}

function readSlices(form: PieForm, frame: Frame, timeZone: string): Slice[] {
  const measure = metricLabel(form.metric)
  const found = frame.columns.findIndex(({ name }) => name === measure)
  const measureIndex = found < 0 ? frame.columns.length - 1 : found
  const groups = listOf(form.groupby).map(columnLabel)
  const writeTime = timeFormatter(form.date_format === 'smart_date' ? 'smart_date_verbose' : form.date_format, timeZone)
  const keys = groups.map((group) => frame.columns.findIndex(({ name }) => name === group)).filter((index) => index >= 0)
  return Array.from({ length: frame.length }, (_, row) => {
    const parts = keys.map((index) => {
      const cell = frame.values[index]?.[row]
      return frame.columns[index]?.kind === 'temporal' && typeof cell === 'number' ? writeTime(cell) : cellLabel(cell)
    })
    return { name: safeText(parts.join(', ') || measure), value: numberFrom(frame.values[measureIndex]?.[row]) ?? 0 }
  })
}

export function piePicture(form: PieForm, frames: readonly Frame[], surroundings: Surroundings): Picture {
  const [frame] = frames
  if (!frame || frame.length === 0) return emptyPicture()
  const { palette, size } = surroundings
  const slices = readSlices(form, frame, surroundings.timeZone)
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const write = measureFormat(form.number_format, form.currency_format, [metricLabel(form.metric)], surroundings)
  const percent = numberFormatter('.1~%')
  const shareOf = (value: number): number => (total === 0 ? 0 : value / total)
  const scheme = schemeOf(form.color_scheme)[palette.theme]
  // By name, not by size: a slice keeps its colour when the ranking changes.
  const names = slices.map(({ name }) => name)
  const colors = assignColors(names.toSorted(), scheme, { ...form.label_colors, ...surroundings.labelColors })
  const { legend, room } = legendOf(form, names, palette, 'block')
  const labelOf = ({ name, value }: Slice): string => {
    const parts: Readonly<Record<string, string>> = { key: name, value: write(value), percent: percent(shareOf(value)) }
    const shown = form.label_type.split('_').map((part) => parts[part] ?? '')
    const [head, ...rest] = shown
    return form.label_type.startsWith('key') && rest.length > 0 ? `${head}: ${rest.length > 1 ? `${rest[0]} (${rest[1]})` : rest[0]}` : shown.join(' ')
  }
  const free = { width: size.width - room.left - room.right, height: size.height - room.top - room.bottom }
  const centre = [room.left + free.width / 2, room.top + free.height / 2]
  const hasOutside = form.show_labels && form.labels_outside
  // Labels beside the pie need room of their own on narrow charts.
  const longest = Math.max(...slices.filter(({ value }) => shareOf(value) * 100 >= form.show_labels_threshold).map((slice) => labelOf(slice).length), 0)
  const labelRoom = Math.min(free.width * 0.32, longest * 6.4 + 16)
  const half = Math.max(10, Math.min(free.height / 2, hasOutside ? (free.width / 2 - labelRoom) / Math.max(0.1, form.outerRadius / 100) : free.width / 2))
  const outer = (half * form.outerRadius) / 100 + (hasOutside ? 0 : half * 0.15)
  const inner = form.donut ? Math.min(outer - 2, (half * form.innerRadius) / 100) : 0
  const sizeInHole = (text: string): number => Math.floor(Math.min(13, (inner * 1.7) / (text.length * 0.58)))
  const long = `Total: ${write(total)}`
  // A small hole has room for the number only.
  const totalText = form.donut && sizeInHole(long) < 9 ? write(total) : long
  const totalSize = form.donut ? Math.max(8, sizeInHole(totalText)) : 12
  const isLabelled = (value: number): boolean => form.show_labels && shareOf(value) * 100 >= form.show_labels_threshold
  const option = {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: palette.fontFamily },
    legend,
    tooltip: {
      ...tooltipBox(palette),
      trigger: 'item',
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const slice = slices[dataIndex]
        if (!slice) return ''
        return tooltipHtml(
          '',
          [{ color: colors.get(slice.name) ?? '', name: slice.name, value: `${write(slice.value)} (${percent(shareOf(slice.value))})` }],
          palette,
        )
      },
    },
    ...(form.show_total
      ? {
          graphic: {
            type: 'text',
            x: centre[0],
            y: form.donut ? centre[1] : room.top + free.height - 8,
            style: {
              text: totalText,
              align: 'center',
              verticalAlign: 'middle',
              fill: palette.ink,
              font: `600 ${totalSize}px ${palette.fontFamily}`,
            },
          },
        }
      : {}),
    series: [
      {
        type: 'pie',
        name: safeText(metricLabel(form.metric)),
        radius: [inner, Math.min(outer, half)],
        center: centre,
        data: slices.map((slice) => ({
          ...slice,
          itemStyle: { color: colors.get(slice.name) },
          label: { show: isLabelled(slice.value), ...(form.labels_outside ? {} : { color: contrastInk(colors.get(slice.name) ?? '#000000') }) },
          labelLine: { show: isLabelled(slice.value) && form.label_line && form.labels_outside },
        })),
        minShowLabelAngle: form.show_labels_threshold * 3.6,
        itemStyle: { borderColor: palette.surface, borderWidth: slices.length > 1 ? 1.5 : 0, borderRadius: 2 },
        label: {
          position: form.labels_outside ? 'outside' : 'inside',
          color: palette.inkMuted,
          fontSize: 11,
          fontFamily: palette.fontFamily,
          ...(form.labels_outside ? {} : { width: Math.max(30, outer * 0.75), overflow: 'truncate' }),
          distanceToLabelLine: form.label_line ? 4 : 0,
          formatter: ({ dataIndex }: { dataIndex: number }) => labelOf(slices[dataIndex] ?? { name: '', value: 0 }),
        },
        labelLine: { length: form.label_line ? 10 : 6, length2: form.label_line ? 8 : 0, lineStyle: { color: palette.compare } },
        avoidLabelOverlap: true,
        ...(form.labels_outside ? {} : { labelLayout: { hideOverlap: true } }),
        emphasis: { scale: false },
      },
    ],
  }
  const list = slices.slice(0, 8).map((slice) => `${slice.name}: ${write(slice.value)} (${percent(shareOf(slice.value))})`)
  const more = slices.length > 8 ? `; and ${slices.length - 8} more` : ''
  return { kind: 'echarts', option: option as never, summary: `Pie chart with ${slices.length} slices, ${write(total)} in total. ${list.join('; ')}${more}.` }
}
