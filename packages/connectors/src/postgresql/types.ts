import type { Cell, FrameColumn, Kind } from '@sightline/core'
import pg from 'pg'
import { exactInteger, exactNumber } from '../exact-number.ts'

/** Text of the server → cell. Every value is asked for as text, so no digit is lost on the way. */
type Read = (text: string) => Cell

interface TypeFact {
  readonly word: string
  readonly kind: Kind
  readonly read: Read
}

const asText: Read = (text) => text
const fact = (word: string, kind: Kind, read: Read): TypeFact => ({ word, kind, read })

/** By object id of the server's built-in types, which never change. */
const facts: Readonly<Record<number, TypeFact>> = {
  16: fact('BOOLEAN', 'boolean', (text) => text === 't'),
  17: fact('BYTEA', 'string', textOfBytes),
  18: fact('CHAR', 'string', asText),
  19: fact('NAME', 'string', asText),
  20: fact('BIGINT', 'numeric', exactInteger),
  21: fact('SMALLINT', 'numeric', Number),
  23: fact('INTEGER', 'numeric', Number),
  25: fact('TEXT', 'string', asText),
  26: fact('OID', 'numeric', Number),
  114: fact('JSON', 'string', readJson),
  700: fact('REAL', 'numeric', readFloat),
  701: fact('DOUBLE PRECISION', 'numeric', readFloat),
  1042: fact('CHAR', 'string', asText),
  1043: fact('VARCHAR', 'string', asText),
  1082: fact('DATE', 'temporal', readMoment),
  1083: fact('TIME WITHOUT TIME ZONE', 'string', asText),
  1114: fact('TIMESTAMP WITHOUT TIME ZONE', 'temporal', readMoment),
  1184: fact('TIMESTAMP WITH TIME ZONE', 'temporal', readMoment),
  1186: fact('INTERVAL', 'string', asText),
  1266: fact('TIME WITH TIME ZONE', 'string', asText),
  1700: fact('NUMERIC', 'numeric', exactNumber),
  2950: fact('UUID', 'string', asText),
  3802: fact('JSONB', 'string', readJson),
}

/** Object id of a list type → object id of its items. */
const lists: Readonly<Record<number, number>> = {
  199: 114,
  1000: 16,
  1001: 17,
  1002: 18,
  1003: 19,
  1005: 21,
  1007: 23,
  1009: 25,
  1014: 1042,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1028: 26,
  1115: 1114,
  1182: 1082,
  1183: 1083,
  1185: 1184,
  1187: 1186,
  1231: 1700,
  2951: 2950,
  3807: 3802,
}

export interface Field {
  readonly name: string
  readonly dataTypeID: number
  readonly dataTypeModifier: number
}

/** What a database calls the types that its users made. */
export interface TypeNames {
  columnsOf(fields: readonly Field[]): Promise<readonly FrameColumn[]>
  /** Whether a type is a list of a type that users made. */
  isList(id: number): boolean
}

interface NamedType {
  readonly name: string
  readonly isList: boolean
}

/** Asked for once per type and kept: a type's name hardly ever changes, and a driver lives for minutes. */
export function createTypeNames(ask: (ids: readonly number[]) => Promise<readonly (NamedType & { readonly id: number })[]>): TypeNames {
  const names = new Map<number, NamedType>()
  return {
    columnsOf: async (fields) => {
      const unknown = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))].filter((id) => !isBuiltIn(id) && !names.has(id))
      // A type that cannot be asked for is still a type; its values are texts.
      if (unknown.length > 0) for (const { id, ...type } of await ask(unknown).catch(() => [])) names.set(id, type)
      return fields.map((field) => columnOf(field, names.get(field.dataTypeID)?.name))
    },
    isList: (id) => names.get(id)?.isList === true,
  }
}

const isBuiltIn = (id: number): boolean => facts[id] !== undefined || lists[id] !== undefined

export function columnOf(field: Field, name = 'USER-DEFINED'): FrameColumn {
  const item = lists[field.dataTypeID]
  if (item !== undefined) return { name: field.name, kind: 'string', type: `${facts[item]?.word ?? 'TEXT'}[]` }
  const { word, kind } = facts[field.dataTypeID] ?? { word: name, kind: 'string' as const }
  return { name: field.name, kind, type: word + modifierOf(field) }
}

/** Length and precision are kept in one number, four more than the value; -1 means none. */
function modifierOf({ dataTypeID, dataTypeModifier }: Field): string {
  if (dataTypeModifier < 4) return ''
  const value = dataTypeModifier - 4
  if (dataTypeID === 1700) return `(${value >> 16}, ${((value & 0x7ff) ^ 1024) - 1024})`
  return dataTypeID === 1042 || dataTypeID === 1043 ? `(${value})` : ''
}

export function readerOf(field: Field, names?: TypeNames): Read {
  const item = lists[field.dataTypeID]
  if (item === undefined && names?.isList(field.dataTypeID)) return (text) => readList(text, asText)
  if (item === undefined) return facts[field.dataTypeID]?.read ?? asText
  const readItem = facts[item]
  // Moments inside lists stay texts: only whole columns are temporal.
  return (text) => readList(text, readItem && readItem.kind !== 'temporal' ? readItem.read : asText)
}

const parseTextList = pg.types.getTypeParser(1009 as never) as unknown as (text: string) => unknown

function readList(text: string, read: Read): Cell {
  const walk = (value: unknown): Cell => (Array.isArray(value) ? value.map(walk) : value === null ? null : read(String(value)))
  return walk(parseTextList(text))
}

function readFloat(text: string): Cell {
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

function readJson(text: string): Cell {
  return JSON.parse(text) as Cell
}

/** `2021-01-02`, `2021-01-02 03:04:05.123456`, with a zone, before Christ, or `infinity`: epoch milliseconds with microseconds as fraction. */
export function readMoment(text: string): number | null {
  const match = /^(\d{4,})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(\.\d+)?([+-]\d\d(?::\d\d(?::\d\d)?)?)?)?( BC)?$/.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = '', era] = match
  const whole = Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const date = new Date(whole)
  date.setUTCFullYear(era ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day))
  const micros = fraction === '' ? 0 : Math.round(Number(fraction) * 1e6)
  return date.getTime() - zoneOffset(zone) + micros / 1000
}

function zoneOffset(zone: string): number {
  if (zone === '') return 0
  const [hours = '0', minutes = '0', seconds = '0'] = zone.slice(1).split(':')
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return zone.startsWith('-') ? -size : size
}

/** Bytes that are text are shown as text, others as the server writes them. */
function textOfBytes(text: string): string {
  if (!text.startsWith('\\x')) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text.slice(2), 'hex'))
  } catch {
    return text
  }
}
