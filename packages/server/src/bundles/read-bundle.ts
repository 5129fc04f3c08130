import { setImmediate as turn } from 'node:timers/promises'
import { parse } from 'yaml'
import { readZip, ZipError } from '../files/read-zip.ts'
import { Refusal } from '../http/problem.ts'
import { isDocument, type Document } from './documents.ts'
import type { BundleType } from './print-bundle.ts'

/** Files by their path inside the root folder. */
export type Bundle = ReadonlyMap<string, Document>

const limits = { entries: 20_000, bytesPerFile: 4 * 2 ** 20, bytes: 256 * 2 ** 20, ratio: 200 }
/** Aliases let a short text stand for a huge one. */
const maxAliasCount = 100
/** Deeper than any layout; reading and printing go as deep as the document. */
const deepest = 64

/** What is wrong with files of a bundle, by path. Clients look for some of the texts. */
export type FileFaults = Readonly<Record<string, unknown>>

export const importRefusal = (thing: string, faults: FileFaults): Refusal =>
  new Refusal({ code: 'GENERIC_COMMAND_ERROR', status: 422, level: 'warning', message: `Error importing ${thing}`, extra: faults })

const unreadable = (message: string): Refusal => new Refusal({ code: 'GENERIC_COMMAND_ERROR', status: 422, level: 'warning', message })

/** The YAML files of an archive; the outermost folder has any name, hidden files and others are passed over. */
export async function readBundle(archive: Buffer, thing: string, type: BundleType): Promise<Bundle> {
  const files = new Map<string, Document>()
  const faults: Record<string, unknown> = {}
  for (const { name, bytes } of await unzip(archive)) {
    await turn()
    const path = name.split('/').slice(1).join('/')
    const content = readYaml(Buffer.from(bytes).toString('utf8'))
    if (content && !files.has(path)) files.set(path, content)
    else faults[path] = content ? 'The bundle has this file twice' : 'Not a valid YAML file'
  }
  if (files.size === 0 && Object.keys(faults).length === 0) throw new Refusal(400, 'No valid import files were found')
  const metadata = files.get('metadata.yaml')
  if (metadata?.['version'] !== '1.0.0') throw unreadable('Could not find a valid command to import file')
  if (metadata['type'] !== undefined && metadata['type'] !== type) faults['metadata.yaml'] = { type: [`Must be equal to ${type}.`] }
  if (Object.keys(faults).length > 0) throw importRefusal(thing, faults)
  files.delete('metadata.yaml')
  return files
}

async function unzip(archive: Buffer) {
  try {
    return await readZip(archive, limits, isRead)
  } catch (error) {
    if (error instanceof ZipError) throw unreadable(error.message)
    throw error
  }
}

/** T25: nothing of a bundle becomes a file, but a path that leaves the archive says what its maker had in mind. */
function isRead(name: string): boolean {
  const parts = name.split(/[/\\]/)
  if (parts.includes('..') || /^([/\\]|[a-z]:)/i.test(name)) throw new ZipError('Found a path that leads outside of the archive')
  const last = parts.at(-1) ?? ''
  return parts.length > 1 && /\.ya?ml$/i.test(last) && !/^[._]/.test(last)
}

function readYaml(text: string): Document | null {
  try {
    const value: unknown = parse(text, { maxAliasCount, schema: 'core', strict: true, logLevel: 'error' })
    return isDocument(value) && !isDeeper(value, deepest) ? value : null
  } catch {
    return null
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))
