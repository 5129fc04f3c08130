import { z } from 'zod'
import { asFlag, asWhole } from './fields.ts'

/** Building blocks of query objects. */

// The words of a refusal are those that clients of the reference interface know.
export const told = (words: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined ? 'Missing data for required field.' : issue.input === null ? 'Field may not be null.' : words,
})
export const text = () => z.string(told('Not a valid string.'))
export const list = <Item extends z.ZodType>(item: Item) => z.array(item, told('Not a valid list.'))
export const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) => z.enum(names, told(`Must be one of: ${names.join(', ')}.`))
export const record = () => z.record(z.string(), z.unknown(), told('Not a valid mapping type.'))

export const flag = () => z.preprocess(asFlag, z.boolean(told('Not a valid boolean.')))

export const integer = () => z.preprocess(asWhole, z.number(told('Not a valid integer.')).int('Not a valid integer.'))
export const count = (name: string) => integer().pipe(z.number().min(0, `\`${name}\` must be greater than or equal to 0`))
