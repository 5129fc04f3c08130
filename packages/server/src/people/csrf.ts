import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'

type CsrfDeps = Pick<Deps, 'secrets' | 'now'>

const life = 7 * 86_400

/**
 * A token is bound to the value of the session cookie and signed, so that nothing needs to be stored:
 * not for people who have not signed in yet either, and no stranger can fill the store by asking for tokens.
 */
export function makeCsrfToken({ secrets, now }: CsrfDeps, sessionKey: string): string {
  const until = Math.floor(now().getTime() / 1000) + life
  return `${until.toString(36)}.${signatureOf(secrets.signingKey, sessionKey, until)}`
}

/** null when the token is right, otherwise what is wrong with it. */
export function csrfFault({ secrets, now }: CsrfDeps, sessionKey: string | undefined, token: string | undefined): string | null {
  if (!token) return 'The CSRF token is missing.'
  if (!sessionKey) return 'The CSRF session token is missing.'
  const [end = '', signature = ''] = token.split('.')
  const until = Number.parseInt(end, 36)
  const expected = Buffer.from(signatureOf(secrets.signingKey, sessionKey, until))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'The CSRF tokens do not match.'
  return until * 1000 < now().getTime() ? 'The CSRF token has expired.' : null
}

const signatureOf = (key: Uint8Array, sessionKey: string, until: number): string =>
  createHmac('sha256', key).update(`csrf ${until} ${sessionKey}`).digest('base64url')
