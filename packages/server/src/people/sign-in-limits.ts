/**
 * Failed sign-ins of the last minute, per account and per address. Only failures count, so nobody is shut out by working;
 * an account under attack from many addresses and an address that tries many accounts are both slowed down.
 */
export interface SignInLimits {
  isBlocked(username: string, address: string): boolean
  noteFailure(username: string, address: string): void
  /** Takes back what `noteFailure` noted for this attempt, and forgives the account. */
  noteSuccess(username: string, address: string): void
}

const windowMs = 60_000
/** Names come from outside: what is remembered about them is bounded. */
const most = 50_000

export function makeSignInLimits(allowed: number, now: () => Date): SignInLimits {
  const failures = new Map<string, number[]>()
  const recent = (key: string): number[] => {
    const since = now().getTime() - windowMs
    const kept = (failures.get(key) ?? []).filter((at) => at > since)
    if (kept.length === 0) failures.delete(key)
    else failures.set(key, kept)
    return kept
  }
  const keysOf = (username: string, address: string) => [`account ${username.toLowerCase()}`, `address ${address}`]
  return {
    isBlocked: (username, address) => keysOf(username, address).some((key) => recent(key).length >= allowed),
    noteFailure: (username, address) => {
      if (failures.size > most) failures.clear()
      for (const key of keysOf(username, address)) failures.set(key, [...recent(key), now().getTime()])
    },
    noteSuccess: (username, address) => {
      const [account, place] = keysOf(username, address) as [string, string]
      failures.delete(account)
      failures.set(place, recent(place).slice(0, -1))
    },
  }
}
