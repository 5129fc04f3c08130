import { posix } from 'node:path'
import { ReadProblem, readingLimits } from './read-problem.ts'
import { attribute, XmlReader, type XmlHandlers } from './xml-reader.ts'
import { openArchive, type Archive, type ArchiveEntry } from './zip-archive.ts'

export interface Sheet {
  readonly name: string
  readonly entry: ArchiveEntry
}

/** What a cell's style says about its number. */
type NumberKind = 'number' | 'date' | 'time'

export interface Workbook {
  readonly archive: Archive
  readonly sheets: readonly Sheet[]
  readonly countsFrom1904: boolean
  readonly kinds: readonly NumberKind[]
  readonly texts: readonly string[]
}

/** Everything about a workbook but the rows of its sheets. */
export async function openWorkbook(path: string, mostBytes: number): Promise<Workbook> {
  const archive = await openArchive(path, mostBytes)
  const main = (await targets(archive, '_rels/.rels', '')).find(({ type }) => type.endsWith('/officeDocument'))?.path ?? 'xl/workbook.xml'
  const mainEntry = archive.find(main)
  if (!mainEntry) throw new ReadProblem('The file is not an Excel workbook (.xlsx).')
  const folder = posix.dirname(main)
  const parts = await targets(archive, `${folder}/_rels/${posix.basename(main)}.rels`, folder)
  const found: { name: string; id: string }[] = []
  let countsFrom1904 = false
  await readXml(archive, mainEntry, {
    open: (name, attributes) => {
      if (name === 'sheet' && found.length < 1000) found.push({ name: attribute(attributes, 'name') ?? '', id: attribute(attributes, 'id') ?? '' })
      else if (name === 'workbookPr') countsFrom1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
    },
  })
  const sheets = found.flatMap(({ name, id }): Sheet[] => {
    const part = parts.find((one) => one.id === id)
    const entry = part?.type.endsWith('/worksheet') ? archive.find(part.path) : undefined
    return entry ? [{ name, entry }] : []
  })
  if (sheets.length === 0) throw new ReadProblem('The workbook has no sheets.')
  const partOf = (kind: string) => archive.find(parts.find(({ type }) => type.endsWith(`/${kind}`))?.path ?? '')
  return { archive, sheets, countsFrom1904, kinds: await readKinds(archive, partOf('styles')), texts: await readTexts(archive, partOf('sharedStrings')) }
}

interface Target {
  readonly id: string
  readonly type: string
  readonly path: string
}

async function targets(archive: Archive, name: string, folder: string): Promise<readonly Target[]> {
  const entry = archive.find(name)
  const found: Target[] = []
  await readXml(archive, entry, {
    open: (element, attributes) => {
      if (element !== 'Relationship' || found.length >= 5000) return
      const target = attribute(attributes, 'Target') ?? ''
      const path = posix.normalize(target.startsWith('/') ? target.slice(1) : posix.join(folder, target))
      found.push({ id: attribute(attributes, 'Id') ?? '', type: attribute(attributes, 'Type') ?? '', path })
    },
  })
  return found
}

/** Reads an entry to its end; a missing one is an empty one. */
async function readXml(archive: Archive, entry: ArchiveEntry | undefined, handlers: Partial<XmlHandlers>): Promise<void> {
  if (!entry) return
  const nothing = (): void => undefined
  const reader = new XmlReader({ open: handlers.open ?? nothing, close: handlers.close ?? nothing, text: handlers.text ?? nothing })
  const decoder = new TextDecoder('utf-8')
  for await (const bytes of archive.read(entry)) reader.write(decoder.decode(bytes, { stream: true }))
  reader.write(decoder.decode())
  reader.end()
}

/** By the number of a cell's style. */
async function readKinds(archive: Archive, entry: ArchiveEntry | undefined): Promise<readonly NumberKind[]> {
  const formats = new Map<number, string>()
  const kinds: NumberKind[] = []
  let isInside = false
  await readXml(archive, entry, {
    open: (name, attributes) => {
      if (name === 'numFmt' && formats.size < 10_000) formats.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '')
      else if (name === 'cellXfs') isInside = true
      else if (name === 'xf' && isInside && kinds.length < 100_000) kinds.push(kindOf(Number(attribute(attributes, 'numFmtId') ?? 0), formats))
    },
    close: (name) => {
      if (name === 'cellXfs') isInside = false
    },
  })
  return kinds
}

function kindOf(id: number, formats: ReadonlyMap<number, string>): NumberKind {
  const own = formats.get(id)
  if (own === undefined) {
    if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
    return (id >= 18 && id <= 21) || (id >= 45 && id <= 47) ? 'time' : 'number'
  }
  // Quoted words, escaped marks and colours are no part of the pattern.
  const pattern = own
    .slice(0, 1000)
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/i, '')
  if (/[yd]/i.test(pattern)) return 'date'
  if (/[hs]/i.test(pattern)) return 'time'
  return /m/i.test(pattern) ? 'date' : 'number'
}

/** The texts that cells name by number. How a word is spoken (`rPh`) is not part of it. */
async function readTexts(archive: Archive, entry: ArchiveEntry | undefined): Promise<readonly string[]> {
  const texts: string[] = []
  let characters = 0
  let current = ''
  let isText = false
  let isSpoken = false
  await readXml(archive, entry, {
    open: (name) => {
      if (name === 'si') current = ''
      else if (name === 'rPh') isSpoken = true
      else if (name === 't') isText = !isSpoken
    },
    text: (text) => {
      if (!isText) return
      characters += text.length
      if (characters > readingLimits.sharedTextCharacters) throw new ReadProblem('The workbook has more text than can be read. Save it as CSV and send that.')
      current += text
    },
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') isSpoken = false
      else if (name === 'si') {
        if (texts.length >= 5_000_000) throw new ReadProblem('The workbook has more text than can be read. Save it as CSV and send that.')
        texts.push(plain(current))
      }
    },
  })
  return texts
}

/** Marks that XML cannot hold are written as `_x000D_`. */
export const plain = (text: string): string =>
  text.includes('_x') ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text
