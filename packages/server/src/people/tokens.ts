import { jwtVerify, SignJWT } from 'jose'
import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'

type Kind = 'access' | 'refresh'
type TokenDeps = Pick<Deps, 'config' | 'secrets' | 'now'>

export interface Bearer {
  readonly userId: number
  readonly issuedAt: Date
}

export function makeToken({ config, secrets, now }: TokenDeps, kind: Kind, userId: number): Promise<string> {
  const at = now().getTime() / 1000
  const life = kind === 'access' ? config.accessTokenMinutes * 60 : config.refreshTokenDays * 86_400
  // The moment of issue keeps its fraction: a password changed in the same second must end tokens from before it and spare those from after.
  return new SignJWT({ type: kind, fresh: kind === 'access' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(userId))
    .setIssuer('sightline')
    .setIssuedAt(at)
    .setExpirationTime(at + life)
    .setJti(crypto.randomUUID())
    .sign(secrets.signingKey)
}

interface Verified extends Bearer {
  readonly kind: unknown
  readonly expiresAt: number
}
/** Programs send the same token with every call, and checking a signature costs more than most calls do. The one used longest ago leaves first. */
const mostVerified = 1000
const verified = new WeakMap<Uint8Array, Map<string, Verified>>()

/** Who a token speaks for, or why it does not. Only the signature is remembered: the time is looked at every time, and so is the user, by the caller. */
export async function readToken({ secrets, now }: TokenDeps, kind: Kind, token: string): Promise<Bearer | string> {
  const kept = verified.get(secrets.signingKey) ?? new Map<string, Verified>()
  verified.set(secrets.signingKey, kept)
  const known = kept.get(token) ?? (await verify(secrets.signingKey, token))
  if (typeof known === 'string') return known
  kept.delete(token)
  if (known.expiresAt <= Math.floor(now().getTime() / 1000)) return 'Token has expired'
  kept.set(token, known)
  if (kept.size > mostVerified) kept.delete(kept.keys().next().value!)
  return known.kind === kind ? { userId: known.userId, issuedAt: known.issuedAt } : `Only ${kind} tokens are allowed`
}

/** The time is checked by who asks. */
async function verify(key: Uint8Array, token: string): Promise<Verified | string> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: 'sightline',
      currentDate: new Date(0),
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    const userId = Number(payload.sub)
    if (!Number.isSafeInteger(userId)) return 'Invalid token'
    return { userId, issuedAt: new Date((payload.iat ?? 0) * 1000), kind: payload['type'], expiresAt: payload.exp ?? 0 }
  } catch {
    return 'Invalid token'
  }
}

/** The user is still there and switched on, and has not changed the password since. */
export async function isStillValid({ db }: Pick<Deps, 'db'>, { userId, issuedAt }: Bearer): Promise<boolean> {
  const user = await db.selectFrom('users').select('sessions_valid_from').where('id', '=', userId).where('active', '=', true).executeTakeFirst()
  return user !== undefined && (user.sessions_valid_from === null || momentOf(issuedAt) >= user.sessions_valid_from)
}
