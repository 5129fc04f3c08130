import type { ImportForm } from '@sightline/contract'
import { Refusal } from '../http/problem.ts'

export interface ImportOrder {
  readonly archive: Buffer
  readonly overwrite: boolean
  /** By path of the database's file. */
  readonly passwords: Readonly<Record<string, string>>
}

/** The form of an import, checked; without a file there is nothing to do. */
export function readImportForm(form: ImportForm | undefined): ImportOrder {
  const file = form?.formData as { readonly bytes?: unknown } | undefined
  if (!Buffer.isBuffer(file?.bytes)) throw new Refusal(400, 'Arguments are not correct')
  return { archive: file.bytes, overwrite: form?.overwrite === 'true', passwords: readSecrets(form?.passwords) }
}

function readSecrets(text: string | undefined): Record<string, string> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    throw new Refusal(400, 'Arguments are not correct')
  }
}
