import type { Problem } from '@sightline/contract'

/** What a function returns when a user can make it fail. Throwing means a bug. */
export type Result<Value, Failure = Problem> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Failure }

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value })
export const fail = <Failure = Problem>(problem: Failure): { readonly ok: false; readonly problem: Failure } => ({ ok: false, problem })
