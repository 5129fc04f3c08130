import { ApiFailure } from '../../api/failure.ts'

/** A secret that a bundle does not carry and the server asks for. The names are those of the form's fields. */
export const secretKinds = ['passwords', 'ssh_tunnel_passwords', 'ssh_tunnel_private_keys', 'ssh_tunnel_private_key_passwords'] as const
export type SecretKind = (typeof secretKinds)[number]

const askingMessages: Readonly<Record<SecretKind, string>> = {
  passwords: 'Must provide a password for the database',
  ssh_tunnel_passwords: 'Must provide a password for the ssh tunnel',
  ssh_tunnel_private_keys: 'Must provide a private key for the ssh tunnel',
  ssh_tunnel_private_key_passwords: 'Must provide a private key password for the ssh tunnel',
}
const existsMessage = 'already exists and overwrite=true was not passed'

export interface NeededSecret {
  readonly kind: SecretKind
  /** The file of the bundle, `databases/Name.yaml`. */
  readonly file: string
}

export interface ImportNeeds {
  readonly secrets: readonly NeededSecret[]
  readonly needsOverwrite: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}

/**
 * What a refused import asks for, by its messages: secrets, a yes to overwriting, or both. Nothing where anything else is wrong, which no answer
 * of the person would mend.
 */
export const readImportNeeds = (cause: unknown): ImportNeeds | undefined => {
  const body = cause instanceof ApiFailure && isRecord(cause.body) ? cause.body : undefined
  const errors = Array.isArray(body?.['errors']) ? (body['errors'] as readonly unknown[]) : []
  const secrets: NeededSecret[] = []
  let needsOverwrite = false
  let isOther = false
  for (const error of errors) {
    const extra = isRecord(error) && isRecord(error['extra']) ? error['extra'] : {}
    for (const [file, said] of Object.entries(extra)) {
      if (file === 'issue_codes') continue
      for (const text of textsIn(said)) {
        const kind = secretKinds.find((one) => askingMessages[one] === text)
        if (kind !== undefined) secrets.push({ kind, file })
        else if (text.replaceAll('`', '').includes(existsMessage)) needsOverwrite = true
        else isOther = true
      }
    }
  }
  return isOther || (secrets.length === 0 && !needsOverwrite) ? undefined : { secrets, needsOverwrite }
}

/** `databases/My_data.yaml` → `My_data`, to be asked for by. */
export const nameOfFile = (file: string): string => file.replace(/^.*\//, '').replace(/\.ya?ml$/, '')

export const keyOfSecret = ({ kind, file }: NeededSecret): string => `${kind} ${file}`

/** The form that is sent: the file and what was asked for before. */
export const importForm = (
  file: File,
  answers: { readonly secrets: readonly (NeededSecret & { readonly value: string })[]; readonly overwrites: boolean },
): FormData => {
  const form = new FormData()
  form.append('formData', file, file.name)
  for (const kind of secretKinds) {
    const given = answers.secrets.filter((secret) => secret.kind === kind)
    if (given.length > 0) form.append(kind, JSON.stringify(Object.fromEntries(given.map((secret) => [secret.file, secret.value]))))
  }
  if (answers.overwrites) form.append('overwrite', 'true')
  return form
}
