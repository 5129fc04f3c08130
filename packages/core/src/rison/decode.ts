import { fail, ok, type Result } from '../result.ts'
import { isIdChar, isIdStart } from './ids.ts'

export type RisonValue = string | number | boolean | null | readonly RisonValue[] | { readonly [key: string]: RisonValue }

/** Deeper nesting than any client writes; the reader is recursive, so depth must be bounded. */
const deepest = 100

class Unreadable extends Error {}

/** Reads one value; nothing may follow it. The failure is a short text for logs and messages. */
export function decodeRison(text: string): Result<RisonValue, string> {
  const reader = new Reader(text)
  try {
    const value = reader.value(0)
    if (!reader.atEnd()) return fail(`unable to parse string as rison: '${text.slice(0, 80)}'`)
    return ok(value)
  } catch (error) {
    if (error instanceof Unreadable) return fail(error.message)
    throw error
  }
}

class Reader {
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  atEnd(): boolean {
    return this.at >= this.text.length
  }

  value(depth: number): RisonValue {
    if (depth > deepest) throw new Unreadable('nested too deeply')
    const c = this.text[this.at]
    if (c === undefined) throw new Unreadable('empty expression')
    if (c === '!') return this.bang(depth)
    if (c === '(') return this.object(depth)
    if (c === "'") return this.quoted()
    if (c === '-' || isDigit(c)) return this.number()
    return this.id()
  }

  private bang(depth: number): RisonValue {
    const c = this.text[this.at + 1]
    this.at += 2
    if (c === 't') return true
    if (c === 'f') return false
    if (c === 'n') return null
    if (c === '(') return this.array(depth)
    throw new Unreadable(c === undefined ? '"!" at end of input' : `unknown literal: "!${c}"`)
  }

  private array(depth: number): RisonValue[] {
    const list: RisonValue[] = []
    for (;;) {
      const c = this.text[this.at]
      if (c === undefined) throw new Unreadable("unmatched '!('")
      if (c === ')') {
        this.at += 1
        return list
      }
      if (c === ',') {
        if (list.length === 0) throw new Unreadable("extra ','")
        this.at += 1
        if (this.text[this.at] === ',' || this.text[this.at] === ')') throw new Unreadable("extra ','")
      } else if (list.length > 0) throw new Unreadable("missing ','")
      list.push(this.value(depth + 1))
    }
  }

  private object(depth: number): RisonValue {
    this.at += 1
    // No prototype: keys such as `__proto__` are data here.
    const entries: [string, RisonValue][] = []
    for (;;) {
      const c = this.text[this.at]
      if (c === undefined) throw new Unreadable("unmatched '('")
      if (c === ')') {
        this.at += 1
        return Object.fromEntries(entries)
      }
      if (c === ',') {
        if (entries.length === 0) throw new Unreadable("extra ','")
        this.at += 1
        if (this.text[this.at] === ',' || this.text[this.at] === ')') throw new Unreadable("extra ','")
      } else if (entries.length > 0) throw new Unreadable("missing ','")
      const key = this.key()
      if (this.text[this.at] !== ':') throw new Unreadable("missing ':'")
      this.at += 1
      entries.push([key, this.value(depth + 1)])
    }
  }

  private key(): string {
    const c = this.text[this.at]
    if (c === "'") return this.quoted()
    if (c === '-' || (c !== undefined && isDigit(c))) {
      const from = this.at
      this.number()
      return this.text.slice(from, this.at)
    }
    return this.id()
  }

  private quoted(): string {
    let out = ''
    let from = this.at + 1
    for (let i = from; ; i++) {
      const c = this.text[i]
      if (c === undefined) throw new Unreadable('unmatched "\'"')
      if (c === "'") {
        this.at = i + 1
        return out + this.text.slice(from, i)
      }
      if (c === '!') {
        const escaped = this.text[i + 1]
        if (escaped !== '!' && escaped !== "'") throw new Unreadable(`invalid string escape: "!${escaped ?? ''}"`)
        out += this.text.slice(from, i) + escaped
        i += 1
        from = i + 1
      }
    }
  }

  private number(): number {
    const match = /^-?\d+(?:\.\d+)?(?:e-?\d+)?/.exec(this.text.slice(this.at, this.at + 400))
    if (match === null) throw new Unreadable('invalid number')
    this.at += match[0].length
    const next = this.text[this.at]
    if (next !== undefined && isIdChar(next)) throw new Unreadable('invalid number')
    const number = Number(match[0])
    if (!Number.isFinite(number)) throw new Unreadable('invalid number')
    return number
  }

  private id(): string {
    const first = this.text[this.at]
    if (first === undefined || !isIdStart(first)) throw new Unreadable(first === undefined ? 'empty expression' : `invalid character: '${first}'`)
    let end = this.at + 1
    while (end < this.text.length && isIdChar(this.text[end] as string)) end += 1
    const id = this.text.slice(this.at, end)
    this.at = end
    return id
  }
}

const isDigit = (c: string): boolean => c >= '0' && c <= '9'
