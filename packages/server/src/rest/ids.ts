import { Refusal } from '../http/problem.ts'

const largest = 2 ** 31 - 1

export const isId = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0 && (value as number) <= largest

/** An id of the path; what is no id at all is a row that is not there. */
export function idOf(value: string | number): number {
  const id = typeof value === 'number' ? value : /^\d{1,10}$/.test(value) ? Number(value) : 0
  if (!isId(id)) throw new Refusal(404, 'Not found')
  return id
}

/** An id inside a document, where it may be a number or the text of one; null for anything else. */
export function idIn(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return isId(id) ? id : null
}
