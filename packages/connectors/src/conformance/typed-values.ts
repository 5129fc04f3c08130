import { Exact, type Cell, type Kind } from '@sightline/core'
import type { ValueName } from './place.ts'

/** What every database must give back for each value, unless its place says what it has instead. */
export const typedValues: Readonly<Record<ValueName, { readonly cell: Cell; readonly kind: Kind }>> = {
  integer: { cell: 42, kind: 'numeric' },
  'big integer': { cell: 9007199254740993n, kind: 'numeric' },
  'lowest integer': { cell: -9223372036854775808n, kind: 'numeric' },
  decimal: { cell: 1.5, kind: 'numeric' },
  'exact decimal': { cell: new Exact('1234567890123456789.000000000000000001'), kind: 'numeric' },
  double: { cell: 0.1, kind: 'numeric' },
  boolean: { cell: true, kind: 'boolean' },
  date: { cell: Date.UTC(2021, 0, 2), kind: 'temporal' },
  timestamp: { cell: Date.UTC(2021, 0, 2, 3, 4, 5) + 123.456, kind: 'temporal' },
  'timestamp with zone': { cell: Date.UTC(2021, 0, 2, 1, 4, 5), kind: 'temporal' },
  json: { cell: { a: [1, null] }, kind: 'string' },
  array: { cell: [1, 2, null], kind: 'string' },
  'text bytes': { cell: 'naïve 🙂', kind: 'string' },
  'other bytes': { cell: '\\x00ff', kind: 'string' },
  text: { cell: "it's 🙂", kind: 'string' },
  uuid: { cell: '6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d4', kind: 'string' },
  null: { cell: null, kind: 'numeric' },
}
