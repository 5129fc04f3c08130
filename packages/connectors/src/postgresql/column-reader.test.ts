import { describe, expect, test } from 'vitest'
import { columnReaderOf } from './column-reader.ts'
import { readMoment, readerOf, type Field } from './types.ts'
import { readDouble, readMicros } from '../read-text.ts'

const names = { columnsOf: async () => [], isList: () => false }
const field = (dataTypeID: number, dataTypeModifier = -1): Field => ({ name: 'x', dataTypeID, dataTypeModifier })

/** Values of every type as the server writes them, usual and unusual ones. */
const values: readonly (readonly [string, Field, readonly string[]])[] = [
  ['booleans', field(16), ['t', 'f']],
  ['small integers', field(21), ['0', '-32768', '32767']],
  ['integers', field(23), ['0', '-2147483648', '2147483647', '7']],
  ['big integers', field(20), ['0', '-1', '9007199254740991', '9007199254740993', '-9223372036854775808', '9223372036854775807', '123456789012345']],
  ['object ids', field(26), ['0', '4294967295']],
  ['doubles', field(701), ['0', '-0', '1.5', '-1e-300', '1e+300', '0.1', '123456789.123456', '0.14285714285714285', '100000000000000000000', '5e-324']],
  ['doubles that are no numbers', field(701), ['NaN', 'Infinity', '-Infinity']],
  ['decimals', field(1700, ((20 << 16) | 3) + 4), ['0.000', '-0.001', '12345678901234567.891', '-99999999999999999.999', '12.340', '999999999999.999', 'NaN']],
  ['whole decimals', field(1700, (38 << 16) + 4), ['0', '-1', '99999999999999999999999999999999999999', '123456789012345']],
  ['decimals without bounds', field(1700), ['0', '1.50', '-0.1234567890123456789', '1234567890123456789012345678901234567890', 'NaN', 'Infinity']],
  ['dates', field(1082), ['1970-01-01', '2024-02-29', '0001-01-01', '1969-12-31', '2000-03-01', 'infinity', '0044-03-15 BC', '12345-06-07']],
  ['timestamps', field(1114), ['1970-01-01 00:00:00', '2021-01-02 03:04:05.123456', '1969-12-31 23:59:59.5', '0099-12-31 23:59:59.5 BC', '-infinity']],
  ['timestamps with zone', field(1184), ['2021-01-02 03:04:05+00', '2021-01-02 03:04:05.1+00', '1800-01-01 00:00:00+00:19:32', '2021-07-01 00:00:00-05:30']],
  ['texts', field(25), ['', 'plain', 'Zürich 🙂', 'a\n"b"\t', 'x'.repeat(5000)]],
  ['JSON', field(3802), ['{"a": [1, null, "ü"]}', 'null', '"text"', '1.5', '[]']],
  ['lists', field(1016), ['{1,NULL,9223372036854775807}', '{}', '{{1,2},{3,4}}']],
  ['bytes', field(17), ['\\x48c3bc', '\\xff00']],
]

describe.each(values)('%s', (_, type, texts) => {
  test('are the same from bytes as from texts, with and without a value', () => {
    const reader = columnReaderOf(type, names)
    const all: (string | null)[] = [null, ...texts, null, ...Array.from({ length: 600 }, (__, at) => (at % 7 === 0 ? null : texts[at % texts.length]!))]
    for (const text of all) {
      if (text === null) reader.addNull()
      else {
        const bytes = Buffer.from(`before${text}after`)
        reader.add(bytes, 6, bytes.length - 5)
      }
    }
    const read = readerOf(type)
    // A whole column that is taken leaves nothing for the next batch.
    expect(reader.takeCells()).toEqual(all.map((text) => (text === null ? null : read(text))))
    expect(reader.takeCells()).toEqual([])
  })
})

test('a moment is the same microsecond from bytes as from text, over four thousand years', () => {
  for (let day = -719_000; day < 800_000; day += 97) {
    const text = new Date(day * 86_400_000 + ((day * 7919) % 86_400) * 1000).toISOString().slice(0, 19).replace('T', ' ')
    if (text.startsWith('-') || text.startsWith('+')) continue
    const bytes = Buffer.from(`${text}.000321`)
    expect(Number(readMicros(bytes, 0, bytes.length)) / 1000).toBeCloseTo(readMoment(`${text}.000321`)!, 2)
  }
})

test('a double is the very same from bytes as from text', () => {
  for (let at = 0; at < 20_000; at++) {
    const value = (Math.random() - 0.5) * 10 ** Math.floor(Math.random() * 40 - 20)
    const text = at % 2 === 0 ? String(value) : value.toFixed(at % 9)
    const bytes = Buffer.from(text)
    expect(Object.is(readDouble(bytes, 0, bytes.length), Number(text))).toBe(true)
  }
})
