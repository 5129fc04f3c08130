import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '../result.ts'
import { addUnits, lastDayOf, truncateTo, type Unit, units } from './calendar.ts'
import { findHoliday } from './holidays.ts'
import { readNaturalDate } from './natural-date.ts'

/** Expressions nest; this deep is more than anyone writes and less than a stack holds. */
const deepest = 50

export const isTimeExpression = (text: string): boolean => /^\s*(datetime|dateadd|datetrunc|lastday|holiday)\s*\(/i.test(text)

const problem = (message: string): Problem => ({ code: 'GENERIC_COMMAND_ERROR', status: 400, message })

/** Thrown inside the parser only; `readTimeExpression` returns it. */
class Refused extends Error {
  readonly problem: Problem
  constructor(refused: Problem) {
    super(refused.message)
    this.problem = refused
  }
}

/**
 * date := DATETIME(text) | DATEADD(date, int, unit) | DATETRUNC(date, unit) | LASTDAY(date, unit) | HOLIDAY(text[, date][, text])
 * int  := [+-]digits | DATEDIFF(date, date[, unit])
 */
class ExpressionReader {
  readonly #text: string
  readonly #now: Date
  #at = 0
  #depth = 0

  constructor(text: string, now: Date) {
    this.#text = text
    this.#now = now
  }

  readWhole(): Date {
    const date = this.#date()
    this.#space()
    if (this.#at < this.#text.length) throw this.#expected('end of text')
    return date
  }

  #date(): Date {
    if (++this.#depth > deepest) throw new Refused(problem('The time expression is nested too deeply'))
    const name = this.#word(['datetime', 'dateadd', 'datetrunc', 'lastday', 'holiday'])
    this.#symbol('(')
    const date = this.#call(name)
    this.#take(',')
    this.#symbol(')')
    this.#depth--
    return date
  }

  #call(name: string): Date {
    switch (name) {
      case 'datetime': {
        const read = readNaturalDate(this.#quoted(), this.#now)
        if (!read.ok) throw new Refused(read.problem)
        return read.value
      }
      case 'dateadd': {
        const date = this.#date()
        this.#symbol(',')
        const amount = this.#integer()
        this.#symbol(',')
        return addUnits(date, amount, this.#word(units) as Unit)
      }
      case 'datetrunc': {
        const date = this.#date()
        this.#symbol(',')
        return truncateTo(date, this.#word(units) as Unit)
      }
      case 'lastday': {
        const date = this.#date()
        this.#symbol(',')
        return lastDayOf(date, this.#word(['year', 'month', 'week']) as 'week')
      }
      default:
        return this.#holiday()
    }
  }

  #holiday(): Date {
    const name = this.#quoted()
    let year = this.#now.getUTCFullYear()
    let country = 'US'
    const isText = () => /^\s*["']/.test(this.#text.slice(this.#at))
    const hasMore = () => /^\s*,\s*[^)\s]/.test(this.#text.slice(this.#at))
    if (hasMore()) {
      this.#symbol(',')
      if (isText()) country = this.#quoted()
      else year = this.#date().getUTCFullYear()
    }
    if (hasMore()) {
      this.#symbol(',')
      country = this.#quoted()
    }
    const day = findHoliday(name, year, country)
    if (!day) throw new Refused(problem(`Unable to find such a holiday: [${name}]`))
    return day
  }

  #integer(): number {
    this.#space()
    const digits = /^[+-]?\s*\d{1,9}/.exec(this.#text.slice(this.#at))
    if (digits) {
      this.#at += digits[0].length
      return Number(digits[0].replace(/\s/g, ''))
    }
    if (!/^datediff\b/i.test(this.#text.slice(this.#at))) throw this.#expected('int_operand')
    this.#word(['datediff'])
    this.#symbol('(')
    const from = this.#date()
    this.#symbol(',')
    const to = this.#date()
    const unit = this.#take(',') && !/^\s*\)/.test(this.#text.slice(this.#at)) ? this.#word(['year', 'day']) : 'day'
    this.#take(',')
    this.#symbol(')')
    return unit === 'year' ? to.getUTCFullYear() - from.getUTCFullYear() : Math.floor((to.getTime() - from.getTime()) / 86_400_000)
  }

  #quoted(): string {
    this.#space()
    const found = /^"([^"]*)"|^'([^']*)'/.exec(this.#text.slice(this.#at))
    if (!found) throw this.#expected('text_operand')
    this.#at += found[0].length
    return found[1] ?? found[2] ?? ''
  }

  #word(allowed: readonly string[]): string {
    this.#space()
    const found = /^[a-z]+/i.exec(this.#text.slice(this.#at))
    const word = found?.[0].toLowerCase() ?? ''
    if (!allowed.includes(word)) throw this.#expected(`{${allowed.map((one) => `'${one}'`).join(' | ')}}`)
    this.#at += word.length
    return word
  }

  #symbol(symbol: string): void {
    if (!this.#take(symbol)) throw this.#expected(`'${symbol}'`)
  }

  #take(symbol: string): boolean {
    this.#space()
    if (this.#text[this.#at] !== symbol) return false
    this.#at++
    return true
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #expected(what: string): Refused {
    this.#space()
    const rest = /^\w+|^./.exec(this.#text.slice(this.#at))?.[0]
    return new Refused(problem(`Expected ${what}, found ${rest ? `'${rest}'` : 'end of text'}  (at char ${this.#at}), (line:1, col:${this.#at + 1})`))
  }
}

export function readTimeExpression(text: string, now: Date): Result<Date> {
  try {
    return ok(new ExpressionReader(text, now).readWhole())
  } catch (error) {
    if (error instanceof Refused) return fail(error.problem)
    throw error
  }
}
