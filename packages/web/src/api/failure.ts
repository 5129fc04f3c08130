/** A request that did not give what was asked for. `normaliseError` turns it into words. */
export class ApiFailure extends Error {
  readonly kind: 'http' | 'network' | 'timeout'
  readonly status: number
  readonly statusText: string
  /** The parsed body where it was JSON, the text otherwise. */
  readonly body: unknown

  constructor(kind: 'http' | 'network' | 'timeout', status = 0, statusText = '', body: unknown = undefined) {
    super(kind === 'http' ? `${status} ${statusText}` : kind)
    this.name = 'ApiFailure'
    this.kind = kind
    this.status = status
    this.statusText = statusText
    this.body = body
  }
}

export const isAbort = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError'
