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

/** Who a token speaks for, or why it does not. */
export async function readToken({ secrets, now }: TokenDeps, kind: Kind, token: string): Promise<Bearer | string> {
  try {
    const { payload } = await jwtVerify(token, secrets.signingKey, {
      algorithms: ['HS256'],
      issuer: 'sightline',
      currentDate: now(),
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    const userId = Number(payload.sub)
    if (payload['type'] !== kind) return `Only ${kind} tokens are allowed`
    if (!Number.isSafeInteger(userId)) return 'Invalid token'
    return { userId, issuedAt: new Date((payload.iat ?? 0) * 1000) }
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_JWT_EXPIRED' ? 'Token has expired' : 'Invalid token'
  }
}

/** The user is still there and switched on, and has not changed the password since. */
export async function isStillValid({ db }: Pick<Deps, 'db'>, { userId, issuedAt }: Bearer): Promise<boolean> {
  const user = await db.selectFrom('users').select('sessions_valid_from').where('id', '=', userId).where('active', '=', true).executeTakeFirst()
  return user !== undefined && (user.sessions_valid_from === null || momentOf(issuedAt) >= user.sessions_valid_from)
}
