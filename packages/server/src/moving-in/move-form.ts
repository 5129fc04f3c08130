import type { MoveForm } from '@sightline/contract'
import { readImportForm } from '../bundles/import-form.ts'
import { Refusal } from '../http/problem.ts'
import type { MoveSecrets } from './move-in.ts'

/** An account of the server that is moved from. */
export interface RemoteAccount {
  readonly address: string
  readonly username: string
  readonly password: string
  readonly provider: string
}

export interface MoveOrder {
  readonly from: { readonly bundle: { readonly name: string; readonly archive: Buffer } } | { readonly server: RemoteAccount }
  readonly isDryRun: boolean
  readonly secrets: MoveSecrets
}

/** The form of a move, checked: a file, or an address with an account. */
export function readMoveForm(form: MoveForm | undefined): MoveOrder {
  const isDryRun = form?.dry_run === 'true'
  if (form?.from !== undefined && form.from.trim() !== '') {
    const { from, username, password, provider } = form
    if (!username || !password) throw new Refusal(400, 'A running server is read with the name and the password of one of its accounts.')
    return { from: { server: { address: from.trim(), username, password, provider: provider || 'db' } }, isDryRun, secrets: readSecretsOf(form) }
  }
  const { archive } = readImportForm(form, 'bundle')
  return { from: { bundle: { name: nameOf(form?.bundle), archive } }, isDryRun, secrets: readSecretsOf(form) }
}

function nameOf(file: unknown): string {
  const { filename } = file as { readonly filename?: unknown }
  return typeof filename === 'string' && filename !== '' ? filename.slice(0, 250) : 'bundle.zip'
}

function readSecretsOf(form: MoveForm | undefined): MoveSecrets {
  const { passwords, tunnelPasswords, tunnelKeys, tunnelKeyPasswords } = readImportForm({ ...form, bundle: { bytes: Buffer.alloc(0) } }, 'bundle')
  return { passwords, tunnelPasswords, tunnelKeys, tunnelKeyPasswords }
}
