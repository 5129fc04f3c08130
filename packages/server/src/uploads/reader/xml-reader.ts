import { ReadProblem } from './read-problem.ts'

export interface XmlHandlers {
  /** Names come without their prefix. */
  open(name: string, attributes: string): void
  close(name: string): void
  text(text: string): void
}

const mostDepth = 64
const mostTagCharacters = 65_536

/**
 * Reads XML as it arrives. Just what documents of an office suite are made of: elements, attributes, text. A document type, with which
 * entities are made that unfold without end, is refused.
 */
export class XmlReader {
  private rest = ''
  private depth = 0
  private readonly handlers: XmlHandlers

  constructor(handlers: XmlHandlers) {
    this.handlers = handlers
  }

  write(text: string): void {
    const all = this.rest + text
    let at = 0
    for (;;) {
      const start = all.indexOf('<', at)
      if (start < 0) break
      const end = tagEnd(all, start)
      if (end < 0) {
        if (all.length - start > mostTagCharacters && !all.startsWith('<![CDATA[', start)) throw damaged()
        this.say(all.slice(at, start))
        at = start
        break
      }
      this.say(all.slice(at, start))
      this.tag(all, start, end)
      at = end + 1
    }
    const left = all.slice(at)
    // Text may go on for long; an entity must not be cut in two.
    if (left.startsWith('<')) this.rest = left
    else {
      const cut = left.lastIndexOf('&')
      const isCut = cut >= 0 && left.length - cut < 12 && !left.includes(';', cut)
      this.say(isCut ? left.slice(0, cut) : left)
      this.rest = isCut ? left.slice(cut) : ''
    }
  }

  end(): void {
    if (this.depth !== 0 || this.rest.startsWith('<')) throw damaged()
  }

  private say(text: string): void {
    if (text !== '' && this.depth > 0) this.handlers.text(unescape(text))
  }

  private tag(all: string, start: number, end: number): void {
    const kind = all.charCodeAt(start + 1)
    if (kind === 33) {
      if (all.startsWith('<![CDATA[', start)) this.handlers.text(all.slice(start + 9, end - 2))
      else if (!all.startsWith('<!--', start)) throw new ReadProblem('The workbook has a document type, which no workbook needs; it is refused.')
      return
    }
    if (kind === 63) return
    if (kind === 47) {
      this.depth--
      if (this.depth < 0) throw damaged()
      this.handlers.close(localName(all.slice(start + 2, end).trim()))
      return
    }
    const isEmpty = all.charCodeAt(end - 1) === 47
    const inner = all.slice(start + 1, isEmpty ? end - 1 : end)
    const gap = /[\s]/.exec(inner)?.index ?? inner.length
    const name = localName(inner.slice(0, gap))
    if (name === '') throw damaged()
    this.handlers.open(name, inner.slice(gap))
    if (isEmpty) this.handlers.close(name)
    else if (++this.depth > mostDepth) throw new ReadProblem('The workbook is nested too deeply.')
  }
}

const damaged = (): ReadProblem => new ReadProblem('The workbook is damaged.')

/** The `>` that ends a tag, or -1 while it has not arrived. Marks inside quoted attributes are no ends. */
function tagEnd(all: string, start: number): number {
  if (all.startsWith('<!--', start)) {
    const end = all.indexOf('-->', start + 4)
    return end < 0 ? -1 : end + 2
  }
  if (all.startsWith('<![CDATA[', start)) {
    const end = all.indexOf(']]>', start + 9)
    return end < 0 ? -1 : end + 2
  }
  for (let at = start + 1; ;) {
    const end = all.indexOf('>', at)
    if (end < 0) return -1
    let quoted = all.indexOf('"', at)
    const single = all.indexOf("'", at)
    if (single >= 0 && single < end && (quoted < 0 || single < quoted)) quoted = single
    if (quoted < 0 || quoted > end) return end
    const close = all.indexOf(all[quoted]!, quoted + 1)
    if (close < 0) return -1
    at = close + 1
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The value of an attribute by its local name. */
export function attribute(attributes: string, name: string): string | undefined {
  if (!attributes.includes(name)) return undefined
  const found = new RegExp(String.raw`(?:^|\s)(?:[\w.-]+:)?${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? unescape(found[1] ?? found[2] ?? '') : undefined
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescape = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,10}));/g, (whole, decimal: string, hex: string, name: string) => {
        if (name !== undefined) return named[name] ?? whole
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
    : text
