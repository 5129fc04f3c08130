import { ok, type Result } from '../../result.ts'
import { refuseStep } from '../table.ts'

export type Options = Readonly<Record<string, unknown>>

export function readNames(options: Options, key: string): Result<readonly string[]> {
  const given = options[key]
  if (given === undefined || given === null) return ok([])
  const list = Array.isArray(given) ? (given as readonly unknown[]) : [given]
  return list.every((name) => typeof name === 'string') ? ok(list as readonly string[]) : refuseStep(`The option \`${key}\` must be a list of names`)
}

/** A whole number, or undefined where the option is left out. */
export function readInteger(options: Options, key: string): Result<number | undefined> {
  const given = options[key]
  if (given === undefined || given === null) return ok(undefined)
  const value = typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given
  return typeof value === 'number' && Number.isInteger(value) ? ok(value) : refuseStep(`The option \`${key}\` must be a whole number`)
}
