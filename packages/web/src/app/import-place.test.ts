import { expect, test } from 'vitest'
import { bundleAmong, dropKindOf } from './import-place.ts'

test('whoever drags a file over a list is told what it would become there', () => {
  expect(dropKindOf(['text/csv'], 'chart', true)).toBe('upload')
  expect(dropKindOf(['application/zip'], 'chart', true)).toBe('bundle')
  expect(dropKindOf(['application/x-zip-compressed'], 'chart', true)).toBe('bundle')
  expect(dropKindOf([''], 'chart', true)).toBe('either')
  expect(dropKindOf([''], 'chart', false)).toBe('bundle')
  expect(dropKindOf(['application/zip'], undefined, true)).toBe('upload')
})

test('one zip is a bundle; several files and other kinds are not', () => {
  const [zip, csv] = [new File([], 'All.ZIP'), new File([], 'a.csv')]
  expect([bundleAmong([zip]), bundleAmong([csv]), bundleAmong([zip, csv]), bundleAmong([])]).toEqual([zip, undefined, undefined, undefined])
})
