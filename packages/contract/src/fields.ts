import { z } from 'zod'

/** Building blocks of request bodies, with the refusals of the reference interface (`field-map.ts` words the rest). */

const hasLength = (min: number, max: number) => (text: string) => text.length >= min && text.length <= max

/** No store keeps the character zero in a text. */
const storable = (text: string) => !text.includes('\u0000')

export const text = (min?: number, max?: number) => {
  const base = z.string().refine(storable, { error: 'Null characters are not allowed.' })
  if (min === undefined && max === undefined) return base
  const message =
    max === undefined
      ? `Shorter than minimum length ${min}.`
      : min === undefined
        ? `Longer than maximum length ${max}.`
        : `Length must be between ${min} and ${max}.`
  return base.refine(hasLength(min ?? 0, max ?? Number.POSITIVE_INFINITY), { error: message })
}

/** A text that holds JSON. */
export const jsonText = (message = 'JSON not valid') => text().refine((value) => value === '' || isJson(value), { error: message })

const isJson = (value: string): boolean => {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** Whether the calendar of this machine knows a zone of that name. Offsets such as `+02:00` are no names. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
export const unknownTimeZone = 'Must be one of the time zones of the IANA database.'

/** A whole number may come as its text, and one with a fraction loses it: the reference interface takes both, and its clients send ids as texts. */
export const asWhole = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : typeof value === 'number' ? Math.trunc(value) : value

const largest = 2 ** 31 - 1
export const whole = (min = -largest - 1, max = largest): z.ZodType<number, number> => {
  const inRange = z.int({ error: 'Not a valid integer.' }).refine((value) => value >= min && value <= max, { error: 'Number too large.' })
  return z.preprocess<unknown, typeof inRange, number>(asWhole, inRange).meta({ type: 'integer' })
}

export const ids = () => z.array(whole())

const truthy = new Set<unknown>([true, 1, '1', 't', 'T', 'true', 'True', 'TRUE', 'on', 'On', 'ON', 'y', 'Y', 'yes', 'Yes', 'YES'])
const falsy = new Set<unknown>([false, 0, '0', 'f', 'F', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF', 'n', 'N', 'no', 'No', 'NO'])

/** Yes and no in every spelling that the reference interface takes: its clients send `"true"` where they mean `true`. */
export const asFlag = (value: unknown): unknown => (truthy.has(value) ? true : falsy.has(value) ? false : value)
export const flag = () => z.preprocess(asFlag, z.boolean()).meta({ type: 'boolean' })
export const optionalText = (min?: number, max?: number) => text(min, max).nullable().optional()
export const optionalWhole = () => whole().nullable().optional()
