import { expect, test } from 'vitest'
import { findTemplates } from './find-templates.ts'

const found = (text: string, from = 0, to = text.length): string[] =>
  findTemplates((start, end) => text.slice(start, end), text.length, { from, to }).map((place) => text.slice(place.from, place.to))

test('a template is found whole, over as many lines as it takes', () => {
  expect(found('SELECT {{ a }} FROM {% if x\n  and y %}t{# a\nnote #}')).toEqual(['{{ a }}', '{% if x\n  and y %}', '{# a\nnote #}'])
  expect(found("SELECT '{' || a, {{ not closed")).toEqual([])
})

test('also when it begins above or ends below the lines in sight, and only those that touch them', () => {
  const text = `{{ first }}\n${'x\n'.repeat(50)}{% long\nmiddle\nend %}\n${'y\n'.repeat(50)}{{ last }}`
  const middle = text.indexOf('middle')
  expect(found(text, middle, middle + 3)).toEqual(['{% long\nmiddle\nend %}'])
})

test('a long text is not read to its end for the lines in sight', () => {
  let most = 0
  const slice = (from: number, to: number): string => ((most = Math.max(most, to - from)), ' '.repeat(to - from))
  findTemplates(slice, 10_000_000, { from: 5_000_000, to: 5_002_000 })
  expect(most).toBeLessThan(20_000)
})
