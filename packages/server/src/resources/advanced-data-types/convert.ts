import { decodeRison, printCell, type Cell, type Result } from '@sightline/core'
import { Refusal } from '../../http/problem.ts'
import { readInternetAddress } from './internet-address.ts'
import { readPort } from './port.ts'

const kinds: Readonly<Record<string, (text: string) => Result<Cell>>> = { internet_address: readInternetAddress, port: readPort }
export const kindNames = Object.keys(kinds)

const operators = ['EQUALS', 'GREATER_THAN_OR_EQUAL', 'GREATER_THAN', 'IN', 'LESS_THAN', 'LESS_THAN_OR_EQUAL']

/** `(type:port,values:!(https))` → what the texts mean, as JSON. The first text that means nothing is told, and nothing after it is read. */
export function convertValues(q: string | undefined): string {
  const { type, values } = readAsked(q)
  const read = Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (!read) throw new Refusal(400, `Invalid advanced data type: ${type}`)
  const meant: Cell[] = []
  let error = ''
  if (values.length === 1 && values[0] === '') meant.push('')
  else
    for (const text of values) {
      const value = read(text)
      if (!value.ok) {
        error = value.problem.message
        break
      }
      meant.push(value.value)
    }
  const shown = meant.filter((value) => value !== '').map(show)
  const rest = { display_value: shown.join(', '), error_message: error, valid_filter_operators: operators }
  return `{"result":{"values":${printCell(meant)},${JSON.stringify(rest).slice(1)}}`
}

/** A network is shown by its ends, a list of ports as a list. */
function show(value: Cell): string {
  if (typeof value === 'object' && value !== null && 'start' in value) return `${printCell(value['start'] ?? null)} - ${printCell(value['end'] ?? null)}`
  return Array.isArray(value) ? `[${value.map(printCell).join(', ')}]` : printCell(value)
}

function readAsked(q: string | undefined): { readonly type: string; readonly values: readonly string[] } {
  const decoded = decodeRison(q ?? '')
  if (!decoded.ok || typeof decoded.value !== 'object' || decoded.value === null) throw new Refusal(400, 'Not a valid rison/json argument')
  const { type, values } = decoded.value as { readonly type?: unknown; readonly values?: unknown }
  if (typeof type !== 'string' || type === '') throw new Refusal(400, 'Missing advanced data type in request')
  if (!Array.isArray(values) || values.length === 0) throw new Refusal(400, 'Missing values in request.')
  const texts = values.map((value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null))
  if (texts.includes(null)) throw new Refusal(400, 'Values must be texts or whole numbers')
  return { type, values: texts as string[] }
}
