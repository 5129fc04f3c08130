import { ApiFailure } from '../../api/failure.ts'

/** A secret that a bundle does not carry and the server asks for. The names are those of the form's fields. */
const secretKinds = ['passwords', 'ssh_tunnel_passwords', 'ssh_tunnel_private_keys', 'ssh_tunnel_private_key_passwords'] as const
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

/** The errors in a failed request, or those that a move kept: both have the body of an import's refusal. */
const errorsOf = (cause: unknown): readonly unknown[] => {
  const body = cause instanceof ApiFailure ? cause.body : cause
  const errors = isRecord(body) ? body['errors'] : undefined
  return Array.isArray(errors) ? errors : []
}

/**
 * What a refused import asks for, by its messages: secrets, a yes to overwriting, or both. Nothing where anything else is wrong, which no answer
 * of the person would mend.
 */
export const readImportNeeds = (cause: unknown): ImportNeeds | undefined => {
  const secrets: NeededSecret[] = []
  let needsOverwrite = false
  let isOther = false
  for (const error of errorsOf(cause)) {
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

/** What a refusal says about one file of the bundle. */
interface FileFault {
  readonly file: string
  readonly said: readonly string[]
}

/** `{position: {ROW-1: ['Wrong']}}` → `position, ROW-1: Wrong`. Names that only wrap the messages are left out. */
const linesIn = (value: unknown, path: readonly string[] = []): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => linesIn(one, path))
  if (isRecord(value)) return Object.entries(value).flatMap(([key, inner]) => linesIn(inner, key === '_schema' || /^\d+$/.test(key) ? path : [...path, key]))
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return [path.length === 0 ? text : `${path.join(', ')}: ${text}`]
}

/** Everything that a refused import says about each file, in the order of the reply. */
export const readFileFaults = (cause: unknown): readonly FileFault[] =>
  errorsOf(cause).flatMap((error) => {
    const extra = isRecord(error) && isRecord(error['extra']) ? error['extra'] : {}
    return Object.entries(extra).flatMap(([file, said]) => (file === 'issue_codes' ? [] : [{ file, said: [...new Set(linesIn(said))] }]))
  })

/** `databases/My_data.yaml` → `My_data`, to be asked for by. */
export const nameOfFile = (file: string): string => file.replace(/^.*\//, '').replace(/\.ya?ml$/, '')

export const keyOfSecret = ({ kind, file }: NeededSecret): string => `${kind} ${file}`

/** What was typed, by `keyOfSecret`. */
export type Secrets = Readonly<Record<string, string>>

export const nothingNeeded: ImportNeeds = { secrets: [], needsOverwrite: false }

/** What was asked before and given stays asked for: the server checks one thing after the other. */
export const joinNeeds = (before: ImportNeeds, asked: ImportNeeds): ImportNeeds => ({
  needsOverwrite: before.needsOverwrite || asked.needsOverwrite,
  secrets: [...new Map([...before.secrets, ...asked.secrets].map((secret) => [keyOfSecret(secret), secret])).values()],
})

export const hasEverySecret = (needs: ImportNeeds, secrets: Secrets): boolean => needs.secrets.every((secret) => (secrets[keyOfSecret(secret)] ?? '') !== '')

/** The secrets that were asked for, as JSON texts by file. */
export const appendSecrets = (form: FormData, needs: ImportNeeds, secrets: Secrets): void => {
  for (const kind of secretKinds) {
    const given = needs.secrets.filter((secret) => secret.kind === kind)
    if (given.length > 0) form.append(kind, JSON.stringify(Object.fromEntries(given.map((secret) => [secret.file, secrets[keyOfSecret(secret)] ?? '']))))
  }
}

/** The form that is sent: the file and what was asked for before. */
export const importForm = (file: File, needs: ImportNeeds, secrets: Secrets): FormData => {
  const form = new FormData()
  form.append('formData', file, file.name)
  appendSecrets(form, needs, secrets)
  if (needs.needsOverwrite) form.append('overwrite', 'true')
  return form
}
