import { fieldMapOf } from '@sightline/contract'
import type { z } from 'zod'
import { Refusal } from '../../http/problem.ts'

/** The value of a form field that is itself a JSON document, checked. These old views answer `{error}`. */
export function readField<Value>(schema: z.ZodType<Value>, name: string, text: string): Value {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw Refusal.raw(400, { error: `${name} is not valid JSON.` })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw Refusal.raw(400, { error: `${name} is not valid: ${JSON.stringify(fieldMapOf(parsed.error.issues, value))}` })
}
