import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { charts } from './all.ts'
import { controlKinds } from './control-kinds.ts'

interface Recorded {
  readonly name?: string
  readonly label?: string | null
  readonly default?: unknown
  readonly options?: unknown
  readonly redraws_only?: boolean
}
interface Panel {
  readonly picker: { readonly name: string; readonly category: string; readonly tags: readonly string[] }
  readonly tabs: Readonly<Record<'data' | 'customize', readonly { readonly section: string; readonly rows: readonly (readonly Recorded[])[] }[]>>
}

const fileOf = (id: string): URL => new URL(`../../../goldens/controls/${id}.json`, import.meta.url)
const panelOf = (id: string): Panel => JSON.parse(readFileSync(fileOf(id), 'utf8')) as Panel
/** Charts that the reference product does not have are free. */
const recordedCharts = charts.filter(({ id }) => existsSync(fileOf(id)))

test('most panels are compared', () => expect(recordedCharts.length).toBeGreaterThanOrEqual(5))

/** Not part of the panels yet: they need services of their own. */
const later = new Set([
  'annotation_layers',
  'forecastEnabled',
  'forecastPeriods',
  'forecastInterval',
  'forecastSeasonalityYearly',
  'forecastSeasonalityWeekly',
  'forecastSeasonalityDaily',
])

describe.each(recordedCharts.map((chart) => [chart.id, chart] as const))('%s', (id, chart) => {
  const panel = panelOf(id)
  const recorded = [...panel.tabs.data, ...panel.tabs.customize]
    .flatMap(({ rows }) => rows.flat())
    .filter((control) => control.name && !later.has(control.name))
  const own = chart.sections.flatMap(({ controls }) => controls)

  test('EXP-3.24 stands in the picker as recorded', () => {
    expect({ name: chart.name, category: chart.category, tags: chart.tags }).toEqual({
      name: panel.picker.name,
      category: panel.picker.category,
      tags: panel.picker.tags,
    })
  })

  test('has every recorded control, with the same choices', () => {
    for (const { name, options } of recorded) {
      const control = own.find((one) => one.name === name)
      expect([name, control !== undefined]).toEqual([name, true])
      // Schemes are our own, grains and columns come from the dataset.
      const isOurs = ['color_scheme', 'time_grain_sqla', 'x_axis_sort', 'order_by_cols'].includes(String(name))
      if (options && !isOurs && name !== 'y_axis_format' && name !== 'number_format') expect([name, control?.options]).toEqual([name, options])
    }
  })

  test('fills a new form with the recorded defaults', () => {
    const form = chart.form.parse({}) as Record<string, unknown>
    for (const { name, default: standard } of recorded) {
      if (standard === undefined || standard === null || name === undefined) continue
      const value = form[name]
      // An empty list and nothing mean the same to every control.
      if (Array.isArray(standard) && standard.length === 0) expect([name, value ?? []]).toEqual([name, []])
      else expect([name, value]).toEqual([name, standard])
    }
  })

  test('a change asks the server again exactly where it did', () => {
    for (const { name, redraws_only } of recorded) {
      const control = own.find((one) => one.name === name)
      expect([name, control?.renderTrigger ?? false]).toEqual([name, redraws_only ?? false])
    }
  })

  test('names only kinds of controls there are, and keeps keys it does not know', () => {
    for (const { kind } of own) expect(controlKinds).toContain(kind)
    expect(chart.form.parse({ viz_type: id, of_a_later_version: { a: 1 } })).toMatchObject({ of_a_later_version: { a: 1 } })
  })
})
