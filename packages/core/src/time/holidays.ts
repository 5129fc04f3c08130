import { addUnits, wallClock } from './calendar.ts'

/** Year → its day. Observed shifts (a Sunday holiday kept on Monday) are not applied. */
type DayOfYear = (year: number) => Date

const on =
  (month: number, day: number): DayOfYear =>
  (year) =>
    wallClock(year, month, day)

/** The nth weekday of a month; -1 is the last. Sunday is 0. */
const weekday =
  (nth: number, day: number, month: number): DayOfYear =>
  (year) => {
    if (nth > 0) {
      const first = wallClock(year, month, 1)
      return addUnits(first, ((day - first.getUTCDay() + 7) % 7) + (nth - 1) * 7, 'day')
    }
    const last = wallClock(year, month + 1, 0)
    return addUnits(last, -((last.getUTCDay() - day + 7) % 7), 'day')
  }

/** Western Easter by the anonymous Gregorian rule. */
const easter: DayOfYear = (year) => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25)
  const h = (19 * a + d + 15) % 30
  const i = Math.floor(c / 4)
  const l = (32 + 2 * (b % 4) + 2 * i - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return wallClock(year, Math.floor(n / 31), (n % 31) + 1)
}
const afterEaster =
  (days: number): DayOfYear =>
  (year) =>
    addUnits(easter(year), days, 'day')

type Holidays = readonly (readonly [name: string, day: DayOfYear])[]

const christian: Holidays = [
  ["New Year's Day", on(1, 1)],
  ['Good Friday', afterEaster(-2)],
  ['Easter Sunday', easter],
  ['Easter Monday', afterEaster(1)],
  ['Christmas Day', on(12, 25)],
]
const continental: Holidays = [
  ...christian,
  ['Labour Day', on(5, 1)],
  ['Ascension Day', afterEaster(39)],
  ['Whit Sunday', afterEaster(49)],
  ['Whit Monday', afterEaster(50)],
  ["St. Stephen's Day", on(12, 26)],
]
const british: Holidays = [
  ...christian,
  ['May Day', weekday(1, 1, 5)],
  ['Spring Bank Holiday', weekday(-1, 1, 5)],
  ['Late Summer Bank Holiday', weekday(-1, 1, 8)],
  ['Boxing Day', on(12, 26)],
]
const american: Holidays = [
  ["New Year's Day", on(1, 1)],
  ['Martin Luther King Jr. Day', weekday(3, 1, 1)],
  ["Washington's Birthday", weekday(3, 1, 2)],
  ['Memorial Day', weekday(-1, 1, 5)],
  ['Juneteenth National Independence Day', on(6, 19)],
  ['Independence Day', on(7, 4)],
  ['Labor Day', weekday(1, 1, 9)],
  ['Columbus Day', weekday(2, 1, 10)],
  ['Veterans Day', on(11, 11)],
  ['Thanksgiving', weekday(4, 4, 11)],
  ['Christmas Day', on(12, 25)],
]

const holidays: Readonly<Record<string, Holidays>> = {
  US: american,
  USA: american,
  UK: british,
  GB: british,
  CA: [
    ...christian,
    ['Canada Day', on(7, 1)],
    ['Labour Day', weekday(1, 1, 9)],
    ['Thanksgiving', weekday(2, 1, 10)],
    ['Remembrance Day', on(11, 11)],
    ['Boxing Day', on(12, 26)],
  ],
  AU: [...christian, ['Australia Day', on(1, 26)], ['Anzac Day', on(4, 25)], ['Boxing Day', on(12, 26)]],
  DE: [...continental, ['Tag der Arbeit', on(5, 1)], ['German Unity Day', on(10, 3)], ['Tag der Deutschen Einheit', on(10, 3)]],
  FR: [
    ...continental,
    ['Victory Day', on(5, 8)],
    ['Bastille Day', on(7, 14)],
    ['Assumption Day', on(8, 15)],
    ["All Saints' Day", on(11, 1)],
    ['Armistice Day', on(11, 11)],
  ],
  IT: [
    ...continental,
    ['Epiphany', on(1, 6)],
    ['Liberation Day', on(4, 25)],
    ['Republic Day', on(6, 2)],
    ['Assumption Day', on(8, 15)],
    ["All Saints' Day", on(11, 1)],
  ],
  ES: [
    ...continental,
    ['Epiphany', on(1, 6)],
    ['Assumption Day', on(8, 15)],
    ['National Day', on(10, 12)],
    ["All Saints' Day", on(11, 1)],
    ['Constitution Day', on(12, 6)],
  ],
  NL: [...continental, ["King's Day", on(4, 27)], ['Liberation Day', on(5, 5)]],
  IE: [...christian, ["Saint Patrick's Day", on(3, 17)], ["St. Stephen's Day", on(12, 26)]],
}

/** The first holiday of that year and country whose name begins with the text, whatever the case. */
export function findHoliday(name: string, year: number, country: string): Date | null {
  const wanted = name.trim().toLowerCase()
  const known = Object.hasOwn(holidays, country.toUpperCase()) ? holidays[country.toUpperCase()] : undefined
  const found = wanted === '' ? undefined : known?.find(([title]) => title.toLowerCase().startsWith(wanted))
  return found ? found[1](year) : null
}
