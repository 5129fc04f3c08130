import { expect, test } from 'vitest'
import { resolveTheme } from './theme.ts'

test('the theme is what was chosen, or what the system wishes', () => {
  expect([resolveTheme('light', true), resolveTheme('dark', false), resolveTheme('system', true), resolveTheme('system', false)]).toEqual([
    'light',
    'dark',
    'dark',
    'light',
  ])
})
