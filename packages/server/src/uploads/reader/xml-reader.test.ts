import { expect, test } from 'vitest'
import { attribute, XmlReader } from './xml-reader.ts'

function eventsOf(pieces: readonly string[]): string[] {
  const events: string[] = []
  let text = ''
  const flush = () => {
    if (text !== '') events.push(`text ${text}`)
    text = ''
  }
  const reader = new XmlReader({
    open: (name, attributes) => (flush(), events.push(`open ${name}${attributes}`)),
    close: (name) => (flush(), events.push(`close ${name}`)),
    text: (piece) => (text += piece),
  })
  for (const piece of pieces) reader.write(piece)
  reader.end()
  return events
}

const sample = `<?xml version="1.0"?><x:a one="1 > 0"><b/>t&amp;u &#233;<!-- > --><![CDATA[<raw>]]></x:a>`

test('elements, texts and entities, cut anywhere', () => {
  const whole = eventsOf([sample])
  expect(whole).toEqual(['open a one="1 > 0"', 'open b', 'close b', 'text t&u é<raw>', 'close a'])
  for (let cut = 1; cut < sample.length; cut++) expect(eventsOf([sample.slice(0, cut), sample.slice(cut)]), `cut at ${cut}`).toEqual(whole)
})

test('T3 a document type, endless depth and an endless tag are refused', () => {
  expect(() => eventsOf(['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])).toThrow(/document type/)
  expect(() => eventsOf(['<a>'.repeat(100)])).toThrow(/nested/)
  expect(() => eventsOf([`<a ${'x'.repeat(100_000)}`])).toThrow(/damaged/)
  expect(() => eventsOf(['<a>'])).toThrow(/damaged/)
})

test('attributes by local name', () => {
  expect(attribute(` r:id="x1" name='a &lt; b'`, 'id')).toBe('x1')
  expect(attribute(` r:id="x1" name='a &lt; b'`, 'name')).toBe('a < b')
  expect(attribute(' sid="x"', 'id')).toBeUndefined()
})
