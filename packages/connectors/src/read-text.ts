/** Values as the server writes them, read from their bytes. What is not in the usual form is left to the readers of texts. */

const [zero, nine, minus, point, space, colon] = [48, 57, 45, 46, 32, 58] as const

/** Up to fifteen digits; null for anything else. */
function readDigits(bytes: Buffer, start: number, end: number): number | null {
  if (end - start > 15 || start === end) return null
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - zero
    if (digit < 0 || digit > 9) return null
    value = value * 10 + digit
  }
  return value
}

export function readWhole(bytes: Buffer, start: number, end: number): number | bigint {
  const isNegative = bytes[start] === minus
  const size = readDigits(bytes, isNegative ? start + 1 : start, end)
  if (size === null) return BigInt(bytes.toString('latin1', start, end))
  // Never -0.
  return isNegative ? 0 - size : size
}

const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)

/** NaN and the infinities have no JSON and no place in a chart: they count as no value. */
export function readDouble(bytes: Buffer, start: number, end: number): number | null {
  const isNegative = bytes[start] === minus
  let mantissa = 0
  let places = -1
  const first = isNegative ? start + 1 : start
  if (end - first <= 16) {
    let at = first
    for (; at < end; at++) {
      const byte = bytes[at]!
      if (byte === point && places < 0) places = 0
      else if (byte >= zero && byte <= nine) {
        mantissa = mantissa * 10 + (byte - zero)
        if (places >= 0) places++
      } else break
    }
    // Up to fifteen digits the division of two exact numbers is the number nearest to the text, which is what it means.
    if (at === end && mantissa < 1e15) {
      const value = places > 0 ? mantissa / powers[places]! : mantissa
      return isNegative ? -value : value
    }
  }
  const value = Number(bytes.toString('latin1', start, end))
  return Number.isFinite(value) ? value : null
}

/** A decimal as the whole number that it is without its point, which stands `scale` places from the end; null for NaN. */
export function readScaled(bytes: Buffer, start: number, end: number, scale: number): number | bigint | null {
  const isNegative = bytes[start] === minus
  const first = isNegative ? start + 1 : start
  const dot = scale > 0 ? end - scale - 1 : end
  if (end - first <= 16 && (scale === 0 || bytes[dot] === point)) {
    const whole = readDigits(bytes, first, dot)
    const rest = scale === 0 ? 0 : readDigits(bytes, dot + 1, end)
    if (whole !== null && rest !== null) {
      const value = whole * powers[scale]! + rest
      if (value < 1e15) return isNegative ? 0 - value : value
    }
  }
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(bytes.toString('latin1', start, end)) ?? []
  if (whole === undefined) return null
  const digits = BigInt(whole + fraction.padEnd(scale, '0'))
  return sign ? -digits : digits
}

const twoDigits = (bytes: Buffer, at: number): number => (bytes[at]! - zero) * 10 + bytes[at + 1]! - zero

/** Days from 1970 to a day of the Gregorian calendar, counted in eras of 400 years that begin in March. */
export function daysOf(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** `2021-01-02` in the usual four digits of a year; null for other forms. */
const readPlainDay = (bytes: Buffer, start: number): number | null =>
  bytes[start + 4] === minus && bytes[start + 7] === minus
    ? daysOf(twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2), twoDigits(bytes, start + 5), twoDigits(bytes, start + 8))
    : null

/** Days since 1970; null for the infinities. */
export function readDay(bytes: Buffer, start: number, end: number): number | null {
  const days = end - start === 10 ? readPlainDay(bytes, start) : null
  if (days !== null) return days
  const micros = readUnusualMicros(bytes.toString('latin1', start, end))
  return micros === null ? null : Number(micros / 86_400_000_000n)
}

/** `2021-01-02 03:04:05.123456+00` → microseconds since 1970; null for the infinities. */
export function readMicros(bytes: Buffer, start: number, end: number): number | bigint | null {
  const days = end - start >= 19 && bytes[start + 10] === space && bytes[start + 13] === colon ? readPlainDay(bytes, start) : null
  if (days === null) return readUnusualMicros(bytes.toString('latin1', start, end))
  let at = start + 19
  let micros = 0
  if (bytes[at] === point) {
    let unit = 100_000
    for (at++; at < end && bytes[at]! >= zero && bytes[at]! <= nine; at++, unit /= 10) micros += (bytes[at]! - zero) * unit
  }
  // The session's zone is UTC, so the zone is always this one.
  const isUtc = end - at === 3 && bytes[at + 1] === zero && bytes[at + 2] === zero
  if (at !== end && !isUtc) return readUnusualMicros(bytes.toString('latin1', start, end))
  const seconds = days * 86_400 + twoDigits(bytes, start + 11) * 3600 + twoDigits(bytes, start + 14) * 60 + twoDigits(bytes, start + 17)
  const all = seconds * 1_000_000 + micros
  return Number.isSafeInteger(all) ? all : BigInt(seconds) * 1_000_000n + BigInt(micros)
}

/** Years of more than four digits, years before Christ, and zones. */
function readUnusualMicros(text: string): bigint | null {
  const match = /^(\d{4,})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?)?)?( BC)?$/.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', sign, zoneHours = '0', zoneMinutes = '0', zoneSeconds = '0', era] = match
  const days = daysOf(era ? 1 - Number(year) : Number(year), Number(month), Number(day))
  const zone = (Number(zoneHours) * 3600 + Number(zoneMinutes) * 60 + Number(zoneSeconds)) * (sign === '-' ? -1 : 1)
  const seconds = days * 86_400 + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - zone
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'))
}
