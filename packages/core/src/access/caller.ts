/** Who asks. Built by the server once per request; everything that decides takes it as its first argument. */
export interface Caller {
  readonly kind: 'user' | 'guest' | 'anonymous'
  /** null for guests and anonymous callers. */
  readonly id: number | null
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  /** Every pair of every role, as `pairKey` writes it. */
  readonly pairs: ReadonlySet<string>
  /** Of guests alone: the token's reach. */
  readonly guest?: GuestReach
}

/** What a guest token opens: dashboards that are embedded, and the rows that its rules leave of a dataset (of every dataset, where none is named). */
export interface GuestReach {
  readonly dashboardIds: readonly number[]
  readonly rules: readonly { readonly datasetId: number | null; readonly clause: string }[]
}

export const pairKey = (permission: string, view: string): string => `${permission} on ${view}`

/** A permission check is a pair match. */
export const mayDo = (caller: Caller, permission: string, view: string): boolean => caller.pairs.has(pairKey(permission, view))

export const isAdmin = (caller: Caller): boolean => caller.roles.some(({ name }) => name.toLowerCase() === 'admin')
