import { darkPalette, harbour, kilnAndTide, leaf, lightPalette, tide } from '@sightline/charts'
import { expect, test } from 'vitest'
import { colourTokens, darkTokens, lightTokens, printTokensCss, sharedTokens } from './tokens.ts'
import type { ColourToken, ThemeName } from './tokens.ts'

const numbered = (theme: ThemeName, stem: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => colourTokens[theme][`${stem}-${index + 1}` as ColourToken])
const lower = (colours: readonly string[]): readonly string[] => colours.map((colour) => colour.toLowerCase())

/** Attributes of drawn pictures cannot hold the quotes a style sheet may. */
const unquoted = (families: string): string => families.replaceAll(/["']/g, '')

test.each(['light', 'dark'] as const)('charts are drawn in the colours of the screen, %s', (theme) => {
  const palette = theme === 'dark' ? darkPalette : lightPalette
  const tokens = colourTokens[theme]
  expect(
    [palette.surface, palette.ink, palette.inkMuted, palette.axis, palette.grid, palette.compare, palette.accent, palette.positive, palette.negative].map(
      (colour) => colour.toLowerCase(),
    ),
  ).toEqual((['surface', 'ink', 'ink-2', 'chart-axis', 'chart-grid', 'chart-compare', 'accent', 'success', 'danger'] as const).map((name) => tokens[name]))
  expect(lower(harbour[theme])).toEqual(numbered(theme, 'cat', 10))
  expect(lower(tide[theme])).toEqual(numbered(theme, 'tide', 7))
  expect(lower(leaf[theme])).toEqual(numbered(theme, 'leaf', 7))
  expect(lower(kilnAndTide[theme])).toEqual(numbered(theme, 'div', 7))
  expect(unquoted(palette.fontFamily)).toBe(unquoted(sharedTokens['font-ui']))
  expect(unquoted(palette.monoFamily)).toBe(unquoted(sharedTokens['font-mono']))
})

test('light and dark name the same colours', () => {
  expect(Object.keys(darkTokens).sort()).toEqual(Object.keys(lightTokens).sort())
})

/** WCAG 2 relative luminance. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string): number => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

test.each(['light', 'dark'] as const)('text reads at 4.5:1 and control borders at 3:1 on every surface, %s', (theme) => {
  const tokens = colourTokens[theme]
  for (const ground of ['bg', 'surface', 'float', 'accent-soft'] as const)
    for (const ink of ['ink', 'ink-2', 'ink-3', 'accent'] as const)
      expect([ground, ink, contrast(tokens[ground], tokens[ink]) >= 4.5]).toEqual([ground, ink, true])
  for (const tone of ['success', 'warning', 'danger', 'info'] as const)
    expect([tone, contrast(tokens[`${tone}-soft`], tokens[tone]) >= 4.5]).toEqual([tone, true])
  expect(contrast(tokens['surface'], tokens['control-line'])).toBeGreaterThanOrEqual(3)
})

test('the style sheet holds every token for both themes', () => {
  const css = printTokensCss()
  expect(css).toContain(`--accent: ${lightTokens.accent};`)
  expect(css.split("[data-theme='dark']")[1]).toContain(`--accent: ${darkTokens.accent};`)
  expect(css).toContain(`--control-sm: ${sharedTokens['control-sm']};`)
})
