import { expect, test } from 'vitest'
import { parseExactly, parseWithLongIntegersAsText } from './exact-json.ts'

test('whole numbers beyond a double keep their digits, other numbers and texts stay as they are', () => {
  const text =
    '{"a":9007199254740993,"b":[-12345678901234567890,0.1234567890123456789,12e3],"c":"9007199254740993","d":"\\"12345678901234567890","e":1234567890123456}'
  expect(parseExactly(text)).toEqual({
    a: 9007199254740993n,
    b: [-12345678901234567890n, Number('0.1234567890123456789'), 12000],
    c: '9007199254740993',
    d: '"12345678901234567890',
    e: 1234567890123456,
  })
  expect(parseWithLongIntegersAsText('[9007199254740993,7,"x"]')).toEqual(['9007199254740993', 7, 'x'])
})

test('a text that looks like our own mark is not taken for a number', () => {
  expect(parseExactly('["#12345678901234567890", "##1", 12345678901234567890]')).toEqual(['#12345678901234567890', '##1', 12345678901234567890n])
})
