import { issueCodes } from '@sightline/contract'
import type { ProblemCode } from '@sightline/contract'
import { t } from '../words/words.ts'
import { ApiFailure } from './failure.ts'

/** What a screen says about any failure. */
export interface ClientError {
  /** The sentence to show. */
  readonly error: string
  readonly description?: string
  /** Where to read more, when the server names a place. */
  readonly link?: string
  readonly errorType?: ProblemCode | (string & {})
  readonly level: 'error' | 'warning' | 'info'
  /** Lines under "See more": issue texts. */
  readonly hints: readonly string[]
  readonly stack?: string
  readonly status?: number
  readonly extra?: Readonly<Record<string, unknown>>
}

/** Texts an operator configured to stand for a server's error type, e.g. in the page's configuration. */
export type CustomMessages = Readonly<Record<string, string>>

const plain = (error: string, more: Partial<ClientError> = {}): ClientError => ({ level: 'error', hints: [], ...more, error })

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const mentionsCsrf = (text: string | undefined): boolean => text !== undefined && /csrf/i.test(text)

/** The first text found in a message map such as `{slug: ['Must be unique']}`. */
const firstText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return textIn(value)
  for (const inner of Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []) {
    const text = firstText(inner)
    if (text !== undefined) return text
  }
  return undefined
}

const readHints = (extra: Readonly<Record<string, unknown>> | undefined): readonly string[] => {
  const codes = extra?.['issue_codes']
  if (!Array.isArray(codes)) return []
  return codes.flatMap((entry: unknown) => {
    if (!isRecord(entry)) return []
    const own = textIn(entry['message'])
    const known = typeof entry['code'] === 'number' ? issueCodes[entry['code']] : undefined
    return own !== undefined ? [own] : known === undefined ? [] : [`Issue ${String(entry['code'])} - ${known}`]
  })
}

const readStructured = (first: Record<string, unknown>, custom: CustomMessages): ClientError => {
  const extra = isRecord(first['extra']) ? first['extra'] : undefined
  const errorType = textIn(first['error_type'])
  const message = textIn(first['message']) ?? t('error.fallback')
  const level = first['level'] === 'warning' || first['level'] === 'info' ? first['level'] : 'error'
  const replaced = errorType === undefined ? undefined : custom[errorType]
  const link = textIn(extra?.['link']) ?? textIn(first['link'])
  return plain(replaced ?? message, {
    description: textIn(extra?.['description']) ?? message,
    level,
    hints: readHints(extra),
    ...(errorType === undefined ? {} : { errorType }),
    ...(link === undefined ? {} : { link }),
    ...(extra === undefined ? {} : { extra }),
  })
}

const readBody = (body: Record<string, unknown>, custom: CustomMessages): ClientError | undefined => {
  const errors = body['errors']
  if (Array.isArray(errors) && isRecord(errors[0])) return readStructured(errors[0], custom)
  if (isRecord(body['message'])) return plain(firstText(body['message']) ?? t('error.invalidInput'))
  const stack = textIn(body['stack']) ?? textIn(body['stacktrace'])
  const text = textIn(body['error']) ?? textIn(body['message']) ?? textIn(body['msg'])
  if (stack !== undefined)
    return plain(t('error.unexpectedWith', { description: text ?? t('error.noDescription') }), { stack, ...(text === undefined ? {} : { description: text }) })
  return text === undefined ? undefined : plain(text)
}

/** `{status, statusText, …body}`: what other code hands over instead of a failure object. */
const readLoose = (cause: Record<string, unknown>, custom: CustomMessages): ClientError => {
  const statusText = textIn(cause['statusText'])
  return readBody(cause, custom) ?? plain(statusText ?? t('error.fallback'))
}

/**
 * Any cause in, words out: a text, a thrown error, a failed request, a parsed body. Pure; the order of the questions is the
 * specification's, and a CSRF text anywhere ends as the sentence about the session.
 */
export const normaliseError = (cause: unknown, custom: CustomMessages = {}): ClientError => {
  const found = readCause(cause, custom)
  return mentionsCsrf(found.error) ? { ...found, error: t('error.csrf'), errorType: found.errorType ?? 'FRONTEND_CSRF_ERROR' } : found
}

const readCause = (cause: unknown, custom: CustomMessages): ClientError => {
  if (typeof cause === 'string') return plain(cause === '' ? t('error.fallback') : cause)
  if (cause instanceof ApiFailure) {
    if (cause.kind === 'network') return plain(t('error.network'), { errorType: 'FRONTEND_NETWORK_ERROR' })
    if (cause.kind === 'timeout') return timedOut()
    const status = cause.status > 0 ? { status: cause.status } : {}
    if (isRecord(cause.body)) {
      const read = readBody(cause.body, custom)
      if (read !== undefined) return { ...read, ...status }
    }
    if (typeof cause.body === 'string' && mentionsCsrf(cause.body)) return plain(cause.body, status)
    return plain(cause.statusText === '' ? t('error.fallback') : cause.statusText, status)
  }
  if (cause instanceof TypeError && /fetch/i.test(cause.message)) return plain(t('error.network'), { errorType: 'FRONTEND_NETWORK_ERROR' })
  if (isRecord(cause) && cause['timeout'] !== undefined) return timedOut()
  if (cause instanceof Error)
    return cause.name === 'TimeoutError'
      ? timedOut()
      : plain(t('error.unexpectedWith', { description: cause.message || t('error.noDescription') }), {
          description: cause.message,
          ...(cause.stack === undefined ? {} : { stack: cause.stack }),
        })
  if (isRecord(cause)) return readLoose(cause, custom)
  return plain(t('error.fallback'))
}

const timedOut = (): ClientError =>
  plain(t('error.timeout'), { errorType: 'FRONTEND_TIMEOUT_ERROR', hints: [t('error.timeoutDataset'), t('error.timeoutLoad')] })

/** What stands behind "See more". */
export const describeDetails = (error: ClientError): string =>
  [error.description === error.error ? undefined : error.description, ...error.hints, error.stack]
    .filter((part) => part !== undefined && part !== '')
    .join('\n')
