import { stringify } from 'yaml'
import { zipFiles } from '../files/zip.ts'

export type BundleType = 'SavedQuery'

export interface BundleFile {
  /** Inside the root folder: `queries/examples/main/Top.yaml`. */
  readonly path: string
  readonly content: Readonly<Record<string, unknown>>
}

export interface PrintedBundle {
  readonly name: string
  readonly bytes: Buffer
}

const version = '1.0.0'

/** A zip of YAML files under one root folder that carries the archive's own name. Files of the same path are one: related objects come along once. */
export async function printBundle(resource: string, type: BundleType, files: readonly BundleFile[], now: Date): Promise<PrintedBundle> {
  const name = `${resource}_export_${now.toISOString().replace(/[-:]/g, '').slice(0, 15)}`
  const metadata = { path: 'metadata.yaml', content: { version, type, timestamp: now.toISOString().replace('Z', '000+00:00') } }
  const once = new Map([metadata, ...files].map((file) => [file.path, file]))
  const entries = [...once.values()].map(({ path, content }) => ({ name: `${name}/${path}`, bytes: Buffer.from(stringify(content, { lineWidth: 0 })) }))
  return { name: `${name}.zip`, bytes: await zipFiles(entries) }
}
