import { expect, test } from 'vitest'
import { findDelimiter, parseRows } from './csv-rows.ts'

const format = { delimiter: ',', skipsBlankLines: true, skipsInitialSpace: false }
const rowsOf = (text: string, more: Partial<typeof format> = {}) => parseRows(text, true, { ...format, ...more }).rows

test('quoted values keep delimiters, line ends and doubled quotation marks', () => {
  expect(rowsOf('a,"b, c","d\ne","say ""hi"""\r\n1,2,3,4')).toEqual([
    ['a', 'b, c', 'd\ne', 'say "hi"'],
    ['1', '2', '3', '4'],
  ])
  expect(rowsOf('a,\n,b\n')).toEqual([
    ['a', ''],
    ['', 'b'],
  ])
  expect(rowsOf('a,')).toEqual([['a', '']])
})

test('line ends of every kind, blank lines left out or kept as wished', () => {
  expect(rowsOf('a\rb\r\nc\n\nd')).toEqual([['a'], ['b'], ['c'], ['d']])
  expect(rowsOf('a\n\nb', { skipsBlankLines: false })).toEqual([['a'], [], ['b']])
})

test('delimiters of several characters, spaces after a delimiter', () => {
  expect(rowsOf('a||b|c', { delimiter: '||' })).toEqual([['a', 'b|c']])
  expect(rowsOf('a,  "b, c", d', { skipsInitialSpace: true })).toEqual([['a', 'b, c', 'd']])
})

test('a file cut anywhere reads as the whole file does', () => {
  const text = 'id,"na""me"\r\n1,"x\r\ny"\r\n\r\n2,"",\n3,é😀,"z"'
  const whole = rowsOf(text)
  for (let cut = 0; cut <= text.length; cut++) {
    const first = parseRows(text.slice(0, cut), false, format)
    const second = parseRows(first.rest + text.slice(cut), true, format)
    expect([...first.rows, ...second.rows], `cut at ${cut}`).toEqual(whole)
  }
})

test('a quotation mark that is never closed is named', () => {
  expect(() => rowsOf('a,"b\nc')).toThrow(/never closed/)
})

test('the delimiter is the one that cuts rows alike', () => {
  expect(findDelimiter('a;b;c\n1,5;2;3\n2,5;3;4\n', false)).toBe(';')
  expect(findDelimiter('a\tb\n1,2\t3\n', false)).toBe('\t')
  expect(findDelimiter('a|b|c\n1|2|3', false)).toBe('|')
  expect(findDelimiter('name,note\nx,"a;b;c"\ny,"d;e;f"\n', false)).toBe(',')
  expect(findDelimiter('one\ntwo\n', false)).toBe(',')
})
