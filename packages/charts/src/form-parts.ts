import { z } from 'zod'

/** Building blocks that the forms of all charts are made of. A saved form is years old sometimes: a choice we do not offer means the default. */
export const anything = z.unknown().optional()
export const text = z.string().nullish()
export const flag = (value: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((given) => given ?? value)
export const number = (value: number) => z.coerce.number().catch(value).default(value)
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, otherwise: Values[number]) =>
  z.enum(values).catch(otherwise).default(otherwise)
export const rowLimit = (value: number) => z.union([z.number(), z.string(), z.null()]).default(value)
export const bounds = z
  .tuple([z.union([z.number(), z.null()]).catch(null), z.union([z.number(), z.null()]).catch(null)])
  .catch([null, null])
  .default([null, null])
