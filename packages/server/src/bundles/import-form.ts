import type { ImportForm } from '@sightline/contract'
import { Refusal } from '../http/problem.ts'
import { isDocument, type Document } from './documents.ts'

/** By path of the database's file. */
type Secrets = Readonly<Record<string, string>>

export interface ImportOrder {
  readonly archive: Buffer
  readonly overwrite: boolean
  /** What the objects need is replaced with them. */
  readonly overwritesAll?: boolean
  /** Charts, datasets and databases that the bundle names and does not hold may be here already. */
  readonly isSparse?: boolean
  /** All that can come over comes: what a database still needs is told afterwards instead of asked for. It ends when its signal is aborted. */
  readonly isMove?: boolean
  readonly passwords: Secrets
  readonly tunnelPasswords: Secrets
  readonly tunnelKeys: Secrets
  readonly tunnelKeyPasswords: Secrets
  /** By path of the database's file, then by the place of the mask: `$.credentials.key`. */
  readonly extraSecrets?: Readonly<Record<string, Secrets>>
}

/** The form of an import, checked; without a file there is nothing to do. */
export function readImportForm(form: ImportForm | undefined, field: 'formData' | 'bundle'): ImportOrder {
  const file = form?.[field] as { readonly bytes?: unknown } | undefined
  if (!Buffer.isBuffer(file?.bytes)) throw new Refusal(400, 'Arguments are not correct')
  return {
    archive: file.bytes,
    // Everything at once replaces what is there, whatever the form says: clients send `overwrite=false` there without meaning anything by it.
    overwrite: field === 'bundle' || form?.overwrite_all === 'true' || form?.overwrite === 'true',
    overwritesAll: form?.overwrite_all === 'true',
    isSparse: form?.sparse === 'true',
    passwords: readSecrets(form?.passwords),
    tunnelPasswords: readSecrets(form?.ssh_tunnel_passwords),
    tunnelKeys: readSecrets(form?.ssh_tunnel_private_keys),
    tunnelKeyPasswords: readSecrets(form?.ssh_tunnel_private_key_passwords),
    extraSecrets: readExtraSecrets(form?.encrypted_extra_secrets),
  }
}

const readSecrets = (text: string | undefined): Secrets => textsIn(readMap(text))

const readExtraSecrets = (text: string | undefined): Readonly<Record<string, Secrets>> =>
  Object.fromEntries(Object.entries(readMap(text)).flatMap(([path, inner]) => (isDocument(inner) ? [[path, textsIn(inner)]] : [])))

const textsIn = (map: Document): Secrets => Object.fromEntries(Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

function readMap(text: string | undefined): Document {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return isDocument(value) ? value : {}
  } catch {
    throw new Refusal(400, 'Arguments are not correct')
  }
}
