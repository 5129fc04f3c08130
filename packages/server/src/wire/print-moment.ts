import type { ByteSink } from './byte-sink.ts'

const [minus, colon, point, letterT, plus] = [45, 58, 46, 84, 43] as const
const microsPerDay = 86_400_000_000

/** Year, month and day of a number of days since 1970, counted in eras of 400 years that begin in March. */
export function writeDay(sink: ByteSink, days: number): void {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor((dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  if (year >= 0 && year <= 9999) sink.writeDigits(year, 4)
  else {
    // As ISO 8601 writes years of more than four digits.
    sink.writeByte(year < 0 ? minus : plus)
    sink.writeDigits(Math.abs(year), 6)
  }
  sink.writeByte(minus)
  sink.writeDigits(month, 2)
  sink.writeByte(minus)
  sink.writeDigits(day, 2)
}

export interface MomentForm {
  /** Between day and time. */
  readonly separator: number
  /** A day without a time is written as a day alone. */
  readonly hidesMidnight: boolean
  /** Digits behind the second where there are any. */
  readonly fraction: 'micros' | 'shortest'
  readonly zone: string
}

export const isoForm = (zone: string | null): MomentForm => ({ separator: letterT, hidesMidnight: false, fraction: 'micros', zone: zone ? '+00:00' : '' })
export const plainForm = (zone: string | null): MomentForm => ({ separator: 32, hidesMidnight: true, fraction: 'shortest', zone: zone ? '+00:00' : '' })

/** Microseconds since 1970. */
export function writeMoment(sink: ByteSink, micros: number, form: MomentForm): void {
  const days = Math.floor(micros / microsPerDay)
  const rest = micros - days * microsPerDay
  writeDay(sink, days)
  if (rest === 0 && form.hidesMidnight) return
  const seconds = Math.floor(rest / 1_000_000)
  const part = rest - seconds * 1_000_000
  const hours = (seconds / 3600) | 0
  const minutes = ((seconds - hours * 3600) / 60) | 0
  sink.writeByte(form.separator)
  sink.writeDigits(hours, 2)
  sink.writeByte(colon)
  sink.writeDigits(minutes, 2)
  sink.writeByte(colon)
  sink.writeDigits(seconds - hours * 3600 - minutes * 60, 2)
  if (part !== 0) {
    sink.writeByte(point)
    if (form.fraction === 'shortest' && part % 1000 === 0) sink.writeDigits(part / 1000, 3)
    else sink.writeDigits(part, 6)
  }
  if (form.zone !== '') sink.writeAscii(form.zone)
}
