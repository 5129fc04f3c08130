import type { ImportForm } from '@sightline/contract'
import { Refusal } from '../http/problem.ts'

/** By path of the database's file. */
type Secrets = Readonly<Record<string, string>>

export interface ImportOrder {
  readonly archive: Buffer
  readonly overwrite: boolean
  /** All that can come over comes: what a database still needs is told afterwards instead of asked for. It ends when its signal is aborted. */
  readonly isMove?: boolean
  readonly passwords: Secrets
  readonly tunnelPasswords: Secrets
  readonly tunnelKeys: Secrets
  readonly tunnelKeyPasswords: Secrets
}

/** The form of an import, checked; without a file there is nothing to do. */
export function readImportForm(form: ImportForm | undefined, field: 'formData' | 'bundle'): ImportOrder {
  const file = form?.[field] as { readonly bytes?: unknown } | undefined
  if (!Buffer.isBuffer(file?.bytes)) throw new Refusal(400, 'Arguments are not correct')
  return {
    archive: file.bytes,
    overwrite: field === 'bundle' || form?.overwrite === 'true',
    passwords: readSecrets(form?.passwords),
    tunnelPasswords: readSecrets(form?.ssh_tunnel_passwords),
    tunnelKeys: readSecrets(form?.ssh_tunnel_private_keys),
    tunnelKeyPasswords: readSecrets(form?.ssh_tunnel_private_key_passwords),
  }
}

function readSecrets(text: string | undefined): Secrets {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    throw new Refusal(400, 'Arguments are not correct')
  }
}
