import type { Bootstrap as WireBootstrap, FeatureFlag } from '@sightline/contract'

export type { MenuItem } from '@sightline/contract'

/** What the server wrote into the page; anything may be missing, because a page can outlive the server that sent it. */
export interface Bootstrap {
  readonly user: Partial<WireBootstrap['user']>
  readonly common: Partial<WireBootstrap['common']>
}

/** A shell without data (the development server, an old cache) is an anonymous one. */
export const parseBootstrap = (text: string | null | undefined): Bootstrap => {
  const empty: Bootstrap = { user: { isAnonymous: true, roles: {} }, common: {} }
  if (!text) return empty
  try {
    const data = JSON.parse(text) as Partial<Bootstrap> | null
    return { ...data, user: { ...empty.user, isAnonymous: data?.user?.userId === undefined, ...data?.user }, common: data?.common ?? {} }
  } catch {
    return empty
  }
}

let current: Bootstrap | undefined

export const bootstrap = (): Bootstrap => {
  current ??= parseBootstrap(typeof document === 'undefined' ? null : document.getElementById('app')?.dataset['bootstrap'])
  return current
}

export const maySee = (data: Bootstrap, permission: string, view: string): boolean =>
  Object.values(data.user.roles ?? {}).some((pairs) => pairs.some(([name, on]) => name === permission && on === view))

/** Whether the person in front of the screen holds a permission pair. The server decides again; this only hides dead buttons. */
export const may = (permission: string, view: string): boolean => maySee(bootstrap(), permission, view)

/** Some things only administrators may do, whatever their other roles say. */
export const isAdmin = (): boolean => Object.keys(bootstrap().user.roles ?? {}).some((name) => name.toLowerCase() === 'admin')

/** Owners and admins may change a thing; so the server says, so the buttons show. */
export const mayEdit = (owners: readonly { readonly id: number }[] | undefined): boolean =>
  isAdmin() || (owners ?? []).some((owner) => owner.id === bootstrap().user.userId)

export const isFeatureOn = (flag: FeatureFlag): boolean => bootstrap().common.feature_flags?.[flag] === true

/** A number of `common.conf`, or what the reference interface uses by default. */
export const confNumber = (key: string, fallback: number): number => {
  const value = bootstrap().common.conf?.[key]
  return typeof value === 'number' ? value : fallback
}
