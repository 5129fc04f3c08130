import type { GuestTokenBody } from '@sightline/contract'
import { jwtVerify, SignJWT } from 'jose'
import { hkdfSync } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { idIn } from '../rest/ids.ts'

type TokenDeps = Pick<Deps, 'secrets' | 'now'>
type MakerDeps = TokenDeps & Pick<Deps, 'config'>
type Claims = Pick<GuestTokenBody, 'resources'> & { readonly user: NonNullable<GuestTokenBody['user']>; readonly rls_rules: GuestTokenBody['rls'] }

/** Guests have a key of their own: no token of a user passes for one of a guest, nor the other way round. */
const keyOf = ({ secrets }: TokenDeps): Uint8Array => new Uint8Array(hkdfSync('sha256', secrets.signingKey, '', 'guest tokens', 32))

export function makeGuestToken(deps: MakerDeps, { user, resources, rls }: GuestTokenBody, host: string): Promise<string> {
  const at = deps.now().getTime() / 1000
  return new SignJWT({ user: user ?? {}, resources, rls_rules: rls, type: 'guest' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(host)
    .setIssuedAt(at)
    .setExpirationTime(at + deps.config.guestTokenSeconds)
    .sign(keyOf(deps))
}

/** What a token grants; null where it is not one of ours or its time is over. */
export async function readGuestToken(deps: TokenDeps, token: string): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(deps), { algorithms: ['HS256'], currentDate: deps.now(), requiredClaims: ['iat', 'exp', 'aud'] })
    return payload['type'] === 'guest' ? (payload as unknown as Claims) : null
  } catch {
    return null
  }
}

/** The dashboards that these uuids (or ids) of embedded dashboards stand for. What is not embedded any more is not there. */
export async function embeddedDashboardIds({ config, db }: Pick<Deps, 'config' | 'db'>, names: readonly string[]): Promise<readonly number[]> {
  if (!config.featureFlags.EMBEDDED_SUPERSET || names.length === 0) return []
  const ids = names.flatMap((name) => idIn(name) ?? [])
  const found = await db
    .selectFrom('embedded_dashboards')
    .select('dashboard_id')
    .where((eb) =>
      eb.or([
        eb(
          'uuid',
          'in',
          names.map((name) => name.toLowerCase()),
        ),
        ...(ids.length > 0 ? [eb('dashboard_id', 'in', ids)] : []),
      ]),
    )
    .execute()
  return found.map(({ dashboard_id }) => dashboard_id)
}
