import { readFileSync } from 'node:fs'
import { charts } from '@sightline/charts'
import { describe, expect, test } from 'vitest'
import { drawExample, folderOf } from './gallery.ts'

describe.each(charts.map((chart) => [chart.id, chart] as const))('%s', (id, chart) => {
  test.each(['light', 'dark'] as const)('its example looks as committed, %s (npm run gallery rewrites it)', (theme) => {
    const file = new URL(`../../../charts/src/${folderOf(id)}/example.${theme}.svg`, import.meta.url)
    expect(drawExample(chart, theme)).toBe(readFileSync(file, 'utf8'))
  })
  test('draws the same text every time', () => expect(drawExample(chart, 'light')).toBe(drawExample(chart, 'light')))
})
