import { ApiFailure } from './failure.ts'
import { leaveForSignIn, readCsrfToken } from './client.ts'

/** A reply that is read as it arrives. A client without a limit of its own: rows may take their time, the person can stop them. */
export async function requestStream(
  path: string,
  options: { readonly method?: 'GET' | 'POST'; readonly body?: unknown; readonly accept: string; readonly signal: AbortSignal },
): Promise<Response> {
  const method = options.method ?? 'GET'
  const headers: Record<string, string> = { Accept: options.accept }
  if (method !== 'GET') headers['X-CSRFToken'] = await readCsrfToken()
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  let reply: Response
  try {
    reply = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      signal: options.signal,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
  } catch {
    if (options.signal.aborted) throw new DOMException('The request was called off', 'AbortError')
    throw new ApiFailure('network')
  }
  if (reply.ok) return reply
  if (reply.status === 401) leaveForSignIn()
  const text = await reply.text()
  let body: unknown = text
  try {
    body = JSON.parse(text) as unknown
  } catch {
    // The text itself is what there is to say.
  }
  throw new ApiFailure('http', reply.status, reply.statusText, body)
}
