import { expect, test } from 'vitest'
import { decodeRison } from './decode.ts'
import { encodeRison, encodeRisonUri } from './encode.ts'

const read = (text: string) => {
  const result = decodeRison(text)
  return result.ok ? result.value : new Error(result.problem)
}

test('reads what the list screens send', () => {
  expect(
    read("(filters:!((col:slice_name,opr:chart_all_text,value:'my chart')),order_column:changed_on_delta_humanized,order_direction:desc,page:0,page_size:25)"),
  ).toEqual({
    filters: [{ col: 'slice_name', opr: 'chart_all_text', value: 'my chart' }],
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    page: 0,
    page_size: 25,
  })
  expect(read('!(1,2,3)')).toEqual([1, 2, 3])
  expect(read('(keys:!(none))')).toEqual({ keys: ['none'] })
  expect(read('()')).toEqual({})
  expect(read('!()')).toEqual([])
  expect(read('!t')).toBe(true)
  expect(read("''")).toBe('')
  expect(read("'it!'s a bang!!'")).toBe("it's a bang!")
  expect(read('-1.5e-3')).toBe(-0.0015)
  expect(read('tab/a.b~c-d')).toBe('tab/a.b~c-d')
  expect(read('(1:a)')).toEqual({ '1': 'a' })
  expect(read('größe')).toBeInstanceOf(Error) // ö is below U+0100: it needs quotes
  expect(read('Привет')).toBe('Привет')
})

test('a key named __proto__ is data', () => {
  const value = read('(__proto__:(a:1))') as Record<string, unknown>
  expect(Object.keys(value)).toEqual(['__proto__'])
  expect((value as { a?: unknown }).a).toBeUndefined()
})

test.each([
  '',
  '(',
  ')',
  '(a',
  '(a:',
  '(a:1',
  '(a:1,)',
  '(,a:1)',
  '(a:1 b:2)',
  '!',
  '!x',
  '!(',
  '!(1,,2)',
  '!(1',
  "'",
  "'a!x'",
  '1a',
  '+1',
  '-',
  '1.',
  '(a:1)x',
  'a b',
  '01e',
  '{"a":1}',
])('%j is refused, not guessed at', (text) => {
  expect(read(text)).toBeInstanceOf(Error)
})

test('nesting is bounded', () => {
  expect(read('!('.repeat(50_000))).toBeInstanceOf(Error)
})

/** A small seeded generator: the same values on every run. */
function* values(seed: number, count: number): Generator<unknown> {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
  const letters = ["'", '!', ' ', 'a', 'Z', '0', '-', '_', '.', '/', '~', ':', ',', '(', ')', '%', '+', 'é', '漢', '😀', '\n', '"']
  const text = () => Array.from({ length: next(6) }, () => letters[next(letters.length)]).join('')
  const make = (depth: number): unknown => {
    switch (next(depth > 3 ? 6 : 8)) {
      case 0:
        return null
      case 1:
        return next(2) === 0
      case 2:
        return next(1000) - 500
      case 3:
        return (next(1_000_000) - 500_000) / 977
      case 4:
        return next(10) * 10 ** (next(40) - 20)
      case 5:
        return text()
      case 6:
        return Array.from({ length: next(4) }, () => make(depth + 1))
      default:
        return Object.fromEntries(Array.from({ length: next(4) }, () => [text(), make(depth + 1)]))
    }
  }
  for (let i = 0; i < count; i++) yield make(0)
}

test('whatever is written reads back the same', () => {
  for (const value of values(7, 3000)) {
    const written = encodeRison(value)
    expect(read(written), written).toEqual(value)
    expect(encodeRison(read(written))).toBe(written)
  }
})

test('the address form decodes to the plain form', () => {
  for (const value of values(11, 1000)) {
    expect(decodeURIComponent(encodeRisonUri(value).replace(/\+/g, '%20'))).toBe(encodeRison(value))
  }
  expect(encodeRisonUri('a\ud800b😀')).toBe(`${encodeURIComponent('a\ufffdb😀')}`)
  expect(encodeRisonUri({ q: 'a b', path: "x/y:z,'$@" })).toBe("(path:'x/y:z,!'$@',q:'a+b')")
})

test('keys are sorted, undefined is skipped, numbers have no plus', () => {
  expect(encodeRison({ b: 1, a: undefined, A: [Number.NaN, 1e21] })).toBe('(A:!(!n,1e21),b:1)')
})
