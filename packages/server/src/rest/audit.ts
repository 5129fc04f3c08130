import type { Caller } from '@sightline/core'
import { momentOf } from '../moment.ts'

interface Clock {
  readonly now: () => Date
}

export const changedNow = ({ now }: Clock, { id }: Caller) => ({ changed_on: momentOf(now()), changed_by_id: id })

export const createdNow = (deps: Clock, caller: Caller) => {
  const changed = changedNow(deps, caller)
  return { ...changed, created_on: changed.changed_on, created_by_id: caller.id }
}

/** The keys of a body that name a stored column, for an insert or update. */
export const only = <Body extends object, Key extends keyof Body>(body: Body, keys: readonly Key[]): Partial<Pick<Body, Key>> =>
  Object.fromEntries(keys.filter((key) => body[key] !== undefined).map((key) => [key, body[key]])) as Partial<Pick<Body, Key>>
