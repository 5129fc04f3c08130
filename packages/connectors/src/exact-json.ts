/** Strings come first so that digits inside them are passed over; then whole numbers that a double may not hold. */
const longIntegers = /"(?:[^"\\]|\\.)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g
const mayHaveLongIntegers = /\d{16}/

/** Parses JSON in which whole numbers of sixteen digits and more become texts: for readers that know the type of each value. */
export function parseWithLongIntegersAsText(text: string): unknown {
  if (!mayHaveLongIntegers.test(text)) return JSON.parse(text)
  return JSON.parse(text.replace(longIntegers, (token) => (token.startsWith('"') ? token : `"${token}"`)))
}

/** Parses a JSON document; whole numbers that a double cannot hold become bigints. */
export function parseExactly(text: string): unknown {
  if (!mayHaveLongIntegers.test(text)) return JSON.parse(text)
  let mark = '#'
  while (text.includes(mark)) mark += '#'
  const marked = text.replace(longIntegers, (token) => (token.startsWith('"') ? token : `"${mark}${token}"`))
  return JSON.parse(marked, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(mark)) return value
    const exact = BigInt(value.slice(mark.length))
    return BigInt(Number(exact)) === exact && Number.isSafeInteger(Number(exact)) ? Number(exact) : exact
  })
}
