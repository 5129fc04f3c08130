import { charts, lightPalette } from '@sightline/charts'
import { Exact, frameFromRows } from '@sightline/core'
import { Resvg } from '@resvg/resvg-js'
import { afterAll, describe, expect, test } from 'vitest'
import { createDrawer } from './drawer.ts'
import { drawRequest } from './draw-request.ts'
import { fontFiles } from './fonts.ts'
import { paint } from './paint.ts'
import type { ChartDrawing, DrawRequest } from './request.ts'
import { fitText, textWidth } from './text-width.ts'

const drawer = createDrawer()
afterAll(() => drawer.close())

const size = { width: 480, height: 300 }
const dataset = { verboseNames: { revenue: 'Revenue' }, formats: {} }
const requestOf = (charts: readonly ChartDrawing[]): Omit<DrawRequest, 'as'> => ({ kind: 'chart', theme: 'light', size, scale: 1, charts })
const exampleOf = (id: string): ChartDrawing => {
  const chart = charts.find((one) => one.id === id)
  if (!chart) throw new Error(id)
  return { vizType: id, ...chart.example, dataset, timeZone: 'UTC' }
}

const pixelsOf = (svg: string): Buffer =>
  new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: [...fontFiles], defaultFontFamily: 'Inter' } }).render().pixels

function countDifferences(one: Buffer, other: Buffer): number {
  let count = 0
  for (let index = 0; index < one.length; index += 4) if (!one.subarray(index, index + 4).equals(other.subarray(index, index + 4))) count++
  return count
}

/** A word that each example must show, and one of another length that could stand in its place. */
const words: Readonly<Record<string, readonly [string, string]>> = {
  echarts_timeseries_line: ['52 weeks ago', 'WWWWWWWW'],
  echarts_timeseries_bar: ['Web shop', 'iiiiiiii'],
  table: ['Highland breakfast', 'WWWW'],
  big_number_total: ['620k', '111k'],
  pie: ['Black tea', 'WWWWWW'],
}

describe.each(Object.entries(words))('%s', (id, [word, other]) => {
  test('is drawn with its text, with our own fonts only', async () => {
    const svg = await drawer.drawSvg(requestOf([exampleOf(id)]))
    expect(svg).toContain(word)
    const drawn = pixelsOf(svg)
    // Ink where the text stands: gone when the text is taken away, different when another text stands there.
    expect(countDifferences(drawn, pixelsOf(svg.replaceAll(word, '')))).toBeGreaterThan(40)
    expect(countDifferences(drawn, pixelsOf(svg.replaceAll(word, other)))).toBeGreaterThan(40)
    const png = await drawer.drawPng(requestOf([exampleOf(id)]))
    expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
  })
})

test('text from data cannot break out of the picture', async () => {
  const evil = '</text><script>alert(1)</script>&"\u0000\u0008'
  const frame = frameFromRows(
    [
      { name: 'name', kind: 'string', type: 'VARCHAR' },
      { name: 'n', kind: 'numeric', type: 'BIGINT' },
    ],
    [
      [evil, 3],
      ['b', new Exact('12.5')],
    ],
  )
  for (const [vizType, form] of [
    ['table', { query_mode: 'aggregate', groupby: ['name'], metrics: ['n'] }],
    ['pie', { groupby: ['name'], metric: 'n' }],
    ['echarts_timeseries_bar', { x_axis: 'name', metrics: ['n'] }],
  ] as const) {
    const drawing = { vizType, form, frames: [frame], dataset, timeZone: 'UTC', title: evil }
    const svg = await drawer.drawSvg(requestOf([drawing]))
    expect(svg).not.toContain('<script')
    expect((await drawer.drawPng(requestOf([drawing]))).length).toBeGreaterThan(1000)
  }
})

test('charts of one page keep their own clip paths', () => {
  const place = (x: number) => ({ x, y: 0, size: { width: 240, height: 150 } })
  const line = exampleOf('echarts_timeseries_line')
  const svg = drawRequest({
    kind: 'page',
    theme: 'dark',
    size,
    scale: 1,
    as: 'svg',
    charts: [
      { ...line, title: 'One', place: place(0) },
      { ...line, title: 'Two', place: place(240) },
    ],
  })
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(ids.length)
  expect(paint(svg, 1).length).toBeGreaterThan(1000)
})

test('an unknown chart type, an unreadable form and no rows are told in the picture', () => {
  const svgOf = (drawing: ChartDrawing) => drawRequest({ ...requestOf([drawing]), as: 'svg' })
  expect(svgOf({ ...exampleOf('pie'), vizType: 'nothing' })).toContain('This visualization type is not supported.')
  expect(svgOf({ ...exampleOf('table'), form: { adhoc_filters: 'x' } })).toContain('cannot be read')
  expect(svgOf({ ...exampleOf('table'), frames: [] })).toContain('No results')
})

test('long texts are shortened to the room there is', () => {
  expect(fitText('Highland breakfast', 12, 60)).toMatch(/^Hig.*…$/)
  expect(textWidth(fitText('Highland breakfast', 12, 60), 12)).toBeLessThanOrEqual(60)
  expect(fitText('Tea', 12, 60)).toBe('Tea')
  expect(lightPalette.fontFamily).toContain('Inter')
})
