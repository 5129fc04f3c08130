import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { darkPalette, harbour, kilnAndTide, leaf, lightPalette, tide } from './palette.ts'

/** The one file of colours and sizes; the browser reads it as CSS, charts are drawn where there is none. */
const css = readFileSync(new URL('../../web/src/', import.meta.url), 'utf8')

const valuesIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value?.trim()]))
const split = css.indexOf('[data-theme=')
const light = valuesIn(css.slice(0, split))
const dark = valuesIn(css.slice(split))

test.each([
  ['light', lightPalette, light],
  ['dark', darkPalette, { ...light, ...dark }],
] as const)('charts are drawn in the colours of the tokens file, %s', (theme, palette, tokens) => {
  const upper = (text: string | undefined): string => (text ?? '').toUpperCase()
  const pairs: [string, string][] = [
    [palette.surface, 'surface'],
    [palette.ink, 'ink'],
    [palette.inkMuted, 'ink-2'],
    [palette.axis, 'chart-axis'],
    [palette.grid, 'chart-grid'],
    [palette.compare, 'chart-compare'],
    [palette.accent, 'accent'],
    [palette.positive, 'success'],
    [palette.negative, 'danger'],
    ...harbour[theme].map((color, index): [string, string] => [color, `cat-${index + 1}`]),
    ...tide[theme].map((color, index): [string, string] => [color, `tide-${index + 1}`]),
    ...leaf[theme].map((color, index): [string, string] => [color, `leaf-${index + 1}`]),
    ...kilnAndTide[theme].map((color, index): [string, string] => [color, `div-${index + 1}`]),
  ]
  for (const [color, name] of pairs) expect([name, upper(color)]).toEqual([name, upper(tokens[name])])
})
