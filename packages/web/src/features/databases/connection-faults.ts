import { ApiFailure } from '../../api/failure.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import type { ClientError } from '../../api/normalise-error.ts'
import { t } from '../../words/words.ts'
import type { ConnectionForm } from './connection-form.ts'
import { isJsonObject, isSeconds } from './extra-form.ts'
import { isFileKind } from './file-address.ts'
import { missingParameters } from './parameter-values.ts'
import type { Kind } from './wire.ts'

/** What is wrong, by the name of the field it stands beside. */
export type Faults = Readonly<Record<string, string>>

export interface ReadFaults {
  readonly fields: Faults
  /** What no field explains; it gets a box. */
  readonly rest: ClientError | undefined
}

interface WireProblem {
  readonly message?: string
  readonly error_type?: string
  readonly extra?: { readonly missing?: unknown; readonly invalid?: unknown; readonly engine_name?: unknown }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const names = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [])

/** The machine in the middle has an address and a user of its own; host and port are those of the database behind it. */
const fieldOf = (name: string, engine: unknown): string => (engine === 'SSH Tunnel' && name !== 'host' && name !== 'port' ? `ssh.${name}` : name)

/** Not yet typed is no mistake: these are said only when the person wants to go on. */
const unlessForced = new Set(['CONNECTION_MISSING_PARAMETERS_ERROR', 'CONNECTION_ACCESS_DENIED_ERROR'])

/** Sorts a refusal of the server into what belongs to a field and what does not. */
export const readFaults = (cause: unknown, isForced: boolean): ReadFaults => {
  const body = cause instanceof ApiFailure && isRecord(cause.body) ? cause.body : undefined
  const fields: Record<string, string> = {}
  if (Array.isArray(body?.['errors'])) {
    let rest: ClientError | undefined
    for (const problem of body['errors'].filter(isRecord) as readonly WireProblem[]) {
      if (!isForced && unlessForced.has(problem.error_type ?? '')) continue
      const missing = names(problem.extra?.missing)
      const invalid = names(problem.extra?.invalid).map((name) => fieldOf(name, problem.extra?.engine_name))
      for (const name of missing) fields[name] ??= t('databases.required')
      for (const name of invalid) fields[name] ??= problem.message ?? t('error.invalidInput')
      if (missing.length + invalid.length === 0) rest ??= normaliseError(new ApiFailure('http', (cause as ApiFailure).status, '', { errors: [problem] }))
    }
    return { fields, rest }
  }
  const message = body?.['message']
  if (isRecord(message)) {
    for (const [name, text] of Object.entries(message)) {
      const first = Array.isArray(text) ? text[0] : text
      if (typeof first === 'string') fields[name] = first
    }
    if (Object.keys(fields).length > 0) return { fields, rest: undefined }
  }
  return { fields, rest: normaliseError(cause) }
}

/** What can be said without asking the server. */
export const findFaults = (form: ConnectionForm, kind: Kind | undefined): Faults => {
  const faults: Record<string, string> = {}
  const require = (name: string, text: string): void => {
    if (text.trim() === '') faults[name] = t('databases.required')
  }
  require('database_name', form.database_name)
  if (form.method === 'address') require('sqlalchemy_uri', form.uri)
  else if (isFileKind(kind)) require('file', form.file)
  else for (const name of missingParameters(form.parameters, kind?.parameters)) faults[name] = t('databases.required')
  if (form.tunnel.isOn) {
    require('ssh.server_address', form.tunnel.server_address)
    require('ssh.username', form.tunnel.username)
    if (form.tunnel.login === 'password') require('ssh.password', form.tunnel.password)
    else require('ssh.private_key', form.tunnel.private_key)
    const port = Number(form.tunnel.server_port)
    if (form.tunnel.server_port.trim() === '') faults['ssh.server_port'] = t('databases.required')
    else if (!Number.isInteger(port) || port < 1 || port > 65_535) faults['ssh.server_port'] = t('databases.badPort')
  }
  if (!isSeconds(form.cache_timeout, -1)) faults['cache_timeout'] = t('databases.badSecondsFromMinusOne')
  for (const name of ['schema_cache_timeout', 'table_cache_timeout'] as const) if (!isSeconds(form.extra[name], 0)) faults[name] = t('databases.badSeconds')
  for (const name of ['metadata_params', 'engine_params'] as const) if (!isJsonObject(form.extra[name])) faults[name] = t('databases.badJson')
  if (!isJsonObject(form.secureExtra)) faults['masked_encrypted_extra'] = t('databases.badJson')
  return faults
}

export type DialogTab = 'connection' | 'sql' | 'performance' | 'security' | 'other'

const places: Readonly<Record<string, DialogTab>> = {
  force_ctas_schema: 'sql',
  cache_timeout: 'performance',
  schema_cache_timeout: 'performance',
  table_cache_timeout: 'performance',
  masked_encrypted_extra: 'security',
  server_cert: 'security',
  metadata_params: 'other',
  engine_params: 'other',
  extra: 'other',
}

/** The tab a field stands on. */
export const tabOf = (field: string): DialogTab => places[field] ?? 'connection'
