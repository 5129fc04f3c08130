import { expect, test } from 'vitest'
import { isFileDrag } from './file-drag.ts'

test('only files from outside count as dropped files', () => {
  expect(isFileDrag(['Files'])).toBe(true)
  expect(isFileDrag(['text/plain'])).toBe(false)
  expect(isFileDrag(['text/html', 'Files', 'text/uri-list'])).toBe(false)
  expect(isFileDrag(undefined)).toBe(false)
})
