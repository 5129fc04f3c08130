import { type Cell, type Kind, Exact, frameFromRows } from '@sightline/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { charts } from './all.ts'
import { lightPalette } from './palette.ts'

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    -5,
    0.5,
    1e9,
    '',
    'x',
    'revenue',
    'region',
    'at',
    'row',
    'Stack',
    'Stream',
    'sum',
    'raw',
    ',.2f',
    '%Y',
    [],
    {},
    [null, null],
    [1, 2],
  ),
  fc.array(
    fc.constantFrom<unknown>(
      'revenue',
      'region',
      'at',
      '1 year ago',
      { label: 'm', expressionType: 'SQL', sqlExpression: 'SUM(x)' },
      { column: 'revenue', operator: '>', targetValue: 1, colorScheme: '#123456' },
    ),
    { maxLength: 3 },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)
const kinds: readonly Kind[] = ['numeric', 'string', 'temporal', 'boolean']
const anyCell = fc.oneof(
  fc.constantFrom<Cell>(null, 0, -1, 12.5, 1e15, '', 'North', true, 1_700_000_000_000, 12345678901234567890n),
  fc.constant(new Exact('123.456')),
  fc.constant<Cell>({ a: [1, 'b'] }),
  fc.string(),
)
const names = ['region', 'at', 'revenue', 'revenue__1 year ago', '%revenue', 'North', 'a, b', '__proto__']
const anyFrame = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }).chain((columns) =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...kinds), { minLength: columns.length, maxLength: columns.length }),
      fc.array(fc.array(anyCell, { minLength: columns.length, maxLength: columns.length }), { maxLength: 6 }),
    )
    .map(([chosen, rows]) =>
      frameFromRows(
        columns.map((name, index) => ({ name, kind: chosen[index] ?? 'string', type: 'X' })),
        rows,
      ),
    ),
)

describe.each(charts.map((chart) => [chart.id, chart] as const))('%s', (_id, chart) => {
  const keys = [...new Set(chart.sections.flatMap(({ controls }) => controls.map(({ name }) => name)))]
  const anyForm = fc.dictionary(fc.constantFrom(...keys, 'extra_form_data', 'label_colors', 'unknown'), anyValue, { maxKeys: 12 })

  test('whatever a saved form and the rows hold, they are refused or drawn, never thrown', () => {
    let drawn = 0
    fc.assert(
      fc.property(anyForm, fc.array(anyFrame, { maxLength: 3 }), (form, frames) => {
        const read = chart.form.safeParse(form)
        if (!read.success) return
        drawn++
        chart.queries(read.data)
        const picture = chart.picture(read.data, frames, {
          size: { width: 300, height: 200 },
          palette: lightPalette,
          dataset: { verboseNames: { revenue: 'Revenue' }, formats: {} },
          timeZone: 'UTC',
        })
        expect(picture.summary).toBeTypeOf('string')
      }),
      { numRuns: 400, seed: 7 },
    )
    expect(drawn).toBeGreaterThan(40)
  })
})
