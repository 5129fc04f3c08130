import { decodeRison, type RisonValue } from '@sightline/core'
import { Refusal } from '../http/problem.ts'

/** The little of JSON Schema that the `q` argument needs. */
export type Shape =
  | { readonly type: 'integer' | 'number' | 'string' | 'boolean' | 'null' }
  | { readonly type: 'string'; readonly enum: readonly string[] }
  | { readonly type: 'array'; readonly items?: Shape }
  | { readonly type: 'object'; readonly properties: Readonly<Record<string, Shape>>; readonly required?: readonly string[] }
  | { readonly anyOf: readonly Shape[] }

/** The argument as a value; missing or empty is `{}`. Throws the refusals the interface documents. */
export function readQ<Value>(q: string | undefined, shape: Shape): Value {
  const value = parse(q)
  const wrong = firstWrong(value, shape)
  if (wrong !== undefined) throw new Refusal(400, `Not a valid rison schema ${wrong}`)
  return value as Value
}

function parse(q: string | undefined): unknown {
  if (q === undefined || q === '') return {}
  const decoded = decodeRison(q)
  if (decoded.ok) return decoded.value satisfies RisonValue
  try {
    return JSON.parse(q) as unknown
  } catch {
    throw new Refusal(400, 'Not a valid rison/json argument')
  }
}

function firstWrong(value: unknown, shape: Shape): string | undefined {
  if ('anyOf' in shape)
    return shape.anyOf.some((one) => firstWrong(value, one) === undefined) ? undefined : `${shown(value)} is not valid under any of the given schemas`
  if (!isOf(value, shape.type)) return `${shown(value)} is not of type '${shape.type}'`
  if ('enum' in shape && !shape.enum.includes(value as string)) return `${shown(value)} is not one of ${shown(shape.enum)}`
  if (shape.type === 'array' && 'items' in shape && shape.items) {
    for (const item of value as unknown[]) {
      const wrong = firstWrong(item, shape.items)
      if (wrong !== undefined) return wrong
    }
  }
  if (shape.type === 'object') {
    const object = value as Record<string, unknown>
    for (const name of shape.required ?? []) if (!Object.hasOwn(object, name)) return `'${name}' is a required property`
    for (const [name, inner] of Object.entries(shape.properties)) {
      if (!Object.hasOwn(object, name)) continue
      const wrong = firstWrong(object[name], inner)
      if (wrong !== undefined) return wrong
    }
  }
  return undefined
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

/** Values as the reference words them. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'string') return `'${value.slice(0, 200)}'`
  if (Array.isArray(value)) return `[${value.slice(0, 50).map(shown).join(', ')}]`
  if (typeof value === 'object') return JSON.stringify(value).slice(0, 200)
  return String(value)
}

const texts: Shape = { type: 'array', items: { type: 'string' } }
const keysOf = (...names: string[]): Shape => ({ type: 'array', items: { type: 'string', enum: names } })

export interface ListQuery {
  readonly columns?: readonly string[]
  readonly select_columns?: readonly string[]
  readonly filters?: readonly { readonly col: string; readonly opr: string; readonly value: unknown }[]
  readonly order_column?: string
  readonly order_direction?: 'asc' | 'desc'
  readonly page?: number
  readonly page_size?: number
  readonly keys?: readonly string[]
}
export const listShape: Shape = {
  type: 'object',
  properties: {
    keys: keysOf('list_columns', 'order_columns', 'label_columns', 'description_columns', 'list_title', 'none'),
    columns: texts,
    select_columns: texts,
    order_column: { type: 'string' },
    order_direction: { type: 'string', enum: ['asc', 'desc'] },
    page: { type: 'integer' },
    page_size: { type: 'integer' },
    filters: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          col: { type: 'string' },
          opr: { type: 'string' },
          value: { anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'boolean' }, { type: 'array' }] },
        },
        required: ['col', 'opr', 'value'],
      },
    },
  },
}

export interface ItemQuery {
  readonly columns?: readonly string[]
  readonly keys?: readonly string[]
}
export const itemShape: Shape = {
  type: 'object',
  properties: { columns: texts, keys: keysOf('show_columns', 'description_columns', 'label_columns', 'show_title', 'none') },
}

export interface InfoQuery {
  readonly keys?: readonly string[]
}
export const infoShape: Shape = {
  type: 'object',
  properties: { keys: keysOf('add_columns', 'edit_columns', 'filters', 'permissions', 'add_title', 'edit_title', 'none') },
}

export interface ChoicesQuery {
  readonly filter?: string
  readonly page?: number
  readonly page_size?: number
  readonly include_ids?: readonly number[]
}
export const choicesShape: Shape = {
  type: 'object',
  properties: {
    filter: { type: 'string' },
    page: { type: 'integer' },
    page_size: { type: 'integer' },
    include_ids: { type: 'array', items: { type: 'integer' } },
  },
}

export const idsShape: Shape = { type: 'array', items: { type: 'integer' } }
