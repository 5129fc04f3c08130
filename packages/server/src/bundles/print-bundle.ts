import { streamZip, type ZipStreamEntry } from '../files/zip.ts'
import type { Document } from './documents.ts'
import { openYaml } from './open-yaml.ts'

export type BundleType = 'SavedQuery' | 'Database' | 'SqlaTable' | 'Slice' | 'Dashboard' | 'assets'

export interface BundleFile {
  /** Inside the root folder: `queries/examples/main/Top.yaml`. */
  readonly path: string
  readonly content: Document
}

export interface PrintedBundle {
  readonly name: string
  readonly bytes: Buffer
}

const version = '1.0.0'

/** A zip of YAML files under one root folder that carries the archive's own name. */
export async function printBundle(resource: string, type: BundleType, files: readonly BundleFile[], now: Date): Promise<PrintedBundle> {
  const name = `${resource}_export_${now.toISOString().replace(/[-:]/g, '').slice(0, 15)}`
  const metadata = { path: 'metadata.yaml', content: { version, type, timestamp: now.toISOString().replace('Z', '000+00:00') } }
  const parts: Buffer[] = []
  for await (const part of streamZip(printFiles(name, [metadata, ...files]))) parts.push(part)
  return { name: `${name}.zip`, bytes: Buffer.concat(parts) }
}

/** File by file, with a turn for others in between: a large bundle is no reason to let them wait. */
async function* printFiles(root: string, files: readonly BundleFile[]): AsyncGenerator<ZipStreamEntry> {
  const yaml = openYaml()
  try {
    for (const { path, content } of files) yield { name: `${root}/${path}`, pieces: [Buffer.from(await yaml.print(content))] }
  } finally {
    await yaml.close()
  }
}

/** Files by their path, each object once. Where another object has taken a path, the id makes the difference. */
export function makeFileSet() {
  const files = new Map<string, BundleFile>()
  return {
    add(plain: string, id: number, content: Document): void {
      const other = files.get(plain)
      const path = other && other.content['uuid'] !== content['uuid'] ? plain.replace(/\.yaml$/, `_${id}.yaml`) : plain
      files.set(path, { path, content })
    },
    list: (): readonly BundleFile[] => [...files.values()],
  }
}
export type FileSet = ReturnType<typeof makeFileSet>
