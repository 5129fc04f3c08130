import { t } from '../../../../words/words.ts'
import { readSpokenMoment } from './spoken-moment.ts'

type Json = Readonly<Record<string, unknown>>
type Rule = { readonly name: string; readonly arguments: readonly [string, string]; readonly message: string; readonly container: string }

export interface ScheduleField {
  readonly name: string
  readonly title: string
  readonly kind: 'text' | 'long' | 'number' | 'flag' | 'moment' | 'day' | 'choice'
  readonly isRequired: boolean
  readonly isWhole: boolean
  readonly least: number | undefined
  readonly most: number | undefined
  readonly help: string | undefined
  readonly placeholder: string | undefined
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly standard: unknown
}

export interface ScheduleForm {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly fields: readonly ScheduleField[]
  readonly rules: readonly Rule[]
}

/** What stands in the fields: texts, and flags as true or false. */
export type ScheduleValues = Readonly<Record<string, string | boolean>>

const objectIn = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {})
const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The form an operator described; nothing where there is none. */
export function readScheduleForm(conf: unknown): ScheduleForm | undefined {
  const { JSONSCHEMA, UISCHEMA, VALIDATION } = objectIn(conf)
  const schema = objectIn(JSONSCHEMA)
  const looks = objectIn(UISCHEMA)
  const properties = objectIn(schema['properties'])
  if (Object.keys(objectIn(conf)).length === 0) return undefined
  const required = new Set(listIn(schema['required']))
  const order = listIn(looks['ui:order']).filter((name): name is string => typeof name === 'string' && name in properties)
  const names = [...order, ...Object.keys(properties).filter((name) => !order.includes(name))]
  return {
    title: textIn(schema['title']),
    description: textIn(schema['description']),
    fields: names.map((name) => readField(name, objectIn(properties[name]), objectIn(looks[name]), required.has(name))),
    rules: listIn(VALIDATION).map(objectIn).flatMap(readRule),
  }
}

function readField(name: string, property: Json, look: Json, isRequired: boolean): ScheduleField {
  const choices = listIn(property['enum'])
  const labels = listIn(property['enumNames'])
  return {
    name,
    title: textIn(look['ui:title']) ?? textIn(property['title']) ?? name,
    kind: kindOf(property, look),
    isRequired,
    isWhole: property['type'] === 'integer',
    least: numberIn(property['minimum']),
    most: numberIn(property['maximum']),
    help: textIn(look['ui:help']) ?? textIn(look['ui:description']) ?? textIn(property['description']),
    placeholder: textIn(look['ui:placeholder']),
    choices: choices.map((value, index) => ({ value: String(value), label: String(labels[index] ?? value) })),
    standard: property['default'],
  }
}

function kindOf(property: Json, look: Json): ScheduleField['kind'] {
  if (listIn(property['enum']).length > 0) return 'choice'
  if (property['type'] === 'boolean') return 'flag'
  if (property['type'] === 'number' || property['type'] === 'integer') return 'number'
  if (property['format'] === 'date-time') return 'moment'
  if (property['format'] === 'date') return 'day'
  return look['ui:widget'] === 'textarea' ? 'long' : 'text'
}

const comparisons: Readonly<Record<string, (a: string | number, b: string | number) => boolean>> = {
  greater: (a, b) => a > b,
  greater_equal: (a, b) => a >= b,
  less: (a, b) => a < b,
  less_equal: (a, b) => a <= b,
}

const readRule = (rule: Json): Rule[] => {
  const [first, second] = listIn(rule['arguments'])
  const name = textIn(rule['name'])
  if (name === undefined || !(name in comparisons) || typeof first !== 'string' || typeof second !== 'string') return []
  return [{ name, arguments: [first, second], message: textIn(rule['message']) ?? t('error.invalidInput'), container: textIn(rule['container']) ?? second }]
}

const two = (value: number): string => String(value).padStart(2, '0')
const dayText = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
const momentText = (at: Date): string => `${dayText(at)}T${two(at.getHours())}:${two(at.getMinutes())}`

export const firstValues = (form: ScheduleForm, now: Date): ScheduleValues =>
  Object.fromEntries(form.fields.map((field) => [field.name, firstValue(field, now)]))

function firstValue({ kind, standard }: ScheduleField, now: Date): string | boolean {
  if (kind === 'flag') return standard === true
  if (standard === undefined || standard === null) return ''
  if (kind !== 'moment' && kind !== 'day') return String(standard)
  const at = readSpokenMoment(String(standard), now)
  return at === undefined ? '' : kind === 'day' ? dayText(at) : momentText(at)
}

/** What is wrong, by the name of the field that shows it. */
export function faultsOf(form: ScheduleForm, values: ScheduleValues): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  for (const field of form.fields) {
    const fault = faultOf(field, values[field.name] ?? '')
    if (fault !== undefined) faults[field.name] = fault
  }
  for (const { name, arguments: sides, message, container } of form.rules) {
    const [a, b] = sides.map((side) => comparable(form, values, side))
    if (a === undefined || b === undefined || comparisons[name]?.(a, b)) continue
    faults[container] ??= message
  }
  return faults
}

function faultOf({ kind, isRequired, isWhole, least, most }: ScheduleField, value: string | boolean): string | undefined {
  if (typeof value === 'boolean') return undefined
  if (value.trim() === '') return isRequired ? t('sqlbar.required') : undefined
  if (kind === 'moment' || kind === 'day') return Number.isNaN(Date.parse(value)) ? t('sqlbar.notAMoment') : undefined
  if (kind !== 'number') return undefined
  const number = Number(value)
  if (!Number.isFinite(number) || (isWhole && !Number.isInteger(number))) return t('sqlbar.notANumber')
  if (least !== undefined && number < least) return t('sqlbar.atLeast', { least })
  if (most !== undefined && number > most) return t('sqlbar.atMost', { most })
  return undefined
}

function comparable(form: ScheduleForm, values: ScheduleValues, name: string): string | number | undefined {
  const field = form.fields.find((one) => one.name === name)
  const value = values[name]
  if (!field || typeof value !== 'string' || value === '') return undefined
  if (field.kind === 'number') return Number(value)
  return field.kind === 'moment' || field.kind === 'day' ? Date.parse(value) : value
}

/** What is kept with the query: numbers as numbers, moments in universal time, empty fields left out. */
export function scheduleInfo(form: ScheduleForm, values: ScheduleValues): Record<string, unknown> {
  return Object.fromEntries(
    form.fields.flatMap(({ name, kind }): [string, unknown][] => {
      const value = values[name] ?? ''
      if (value === '') return []
      if (kind === 'number') return [[name, Number(value)]]
      return [[name, kind === 'moment' ? new Date(String(value)).toISOString() : value]]
    }),
  )
}
