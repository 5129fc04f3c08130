const digits = /^-?\d+(?:\.\d+)?$/

/** The sum of decimal texts with all its digits; undefined where one of them is written otherwise, as in 1e300. */
export function sumExactly(texts: readonly string[]): string | undefined {
  if (!texts.every((text) => digits.test(text))) return undefined
  const scale = Math.max(0, ...new Set(texts.map((text) => text.split('.')[1]?.length ?? 0)))
  let sum = 0n
  for (const text of texts) {
    const [whole = '', fraction = ''] = text.split('.')
    sum += BigInt(whole + fraction.padEnd(scale, '0'))
  }
  const all = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0')
  const fraction = scale === 0 ? '' : all.slice(-scale).replace(/0+$/, '')
  return `${sum < 0n ? '-' : ''}${scale === 0 ? all : all.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`
}
