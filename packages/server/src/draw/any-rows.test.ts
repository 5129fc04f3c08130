import { charts, darkPalette, type Picture } from '@sightline/charts'
import { type Cell, type Kind, Exact, frameFromRows } from '@sightline/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawMini } from './draw-mini.ts'
import { drawPicture } from './draw-picture.ts'
import { paint } from './paint.ts'

/** Names and values that break things elsewhere. */
const words = ['', 'North', '__proto__', 'constructor', 'toString', '<b>&"\u0001', 'zr0-c1', 'a, b', '\ud800', '😀', ']]>', 'x'.repeat(300)]
const anyCell = fc.oneof(
  fc.constantFrom<Cell>(null, 0, -1, 12.5, 1e300, -1e-300, true, 1_700_000_000_000, 12345678901234567890n, new Exact('1.5')),
  fc.constantFrom<Cell>(...words),
)
const kinds: readonly Kind[] = ['numeric', 'string', 'temporal', 'boolean']
const anyFrame = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...words, 'revenue'), { minLength: 2, maxLength: 4 }),
    fc.array(fc.constantFrom(...kinds), { minLength: 4, maxLength: 4 }),
    fc.array(fc.array(anyCell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
  )
  .map(([names, chosen, rows]) =>
    frameFromRows(
      names.map((name, index) => ({ name, kind: chosen[index] ?? 'string', type: 'X' })),
      rows,
    ),
  )

test.each(charts.map((chart) => [chart.id, chart] as const))('%s: any names and values become a picture, and nothing else', (_id, chart) => {
  const size = { width: 240, height: 160 }
  fc.assert(
    fc.property(
      anyFrame,
      fc.constantFrom({}, { stack: 'Stack', show_value: true }, { logAxis: true, zoomable: true }, { orientation: 'horizontal' }),
      (frame, form) => {
        const [first, second] = frame.columns.map(({ name }) => name)
        const given = { ...form, x_axis: first, groupby: [first], metrics: [second], metric: second, query_mode: 'aggregate' }
        const picture: Picture = chart.picture(chart.form.parse(given), [frame], {
          size,
          palette: darkPalette,
          dataset: { verboseNames: {}, formats: {} },
          timeZone: 'UTC',
        })
        paint(drawPicture(picture, size, darkPalette), 0.2)
        paint(drawMini(picture, { width: 60, height: 40 }, darkPalette, 'm'), 0.5)
        // A library that keeps books under the names of data must not have written into all objects.
        for (const key in {}) expect(key).toBe('nothing')
      },
    ),
    { numRuns: 30, seed: 5 },
  )
})
