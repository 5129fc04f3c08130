import type { LoadColumn } from '../connector.ts'
import { momentText } from '../moment-text.ts'
import { RefusedError, type Handle } from './open-file.ts'
import type { LoadOrder } from './protocol.ts'

export interface Loading {
  /** Column by column. */
  add(values: readonly (readonly unknown[])[], length: number): void
  finish(): number
  undo(): void
}

const words: Readonly<Record<LoadColumn['type'], string>> = {
  integer: 'INTEGER',
  decimal: 'DECIMAL',
  double: 'REAL',
  string: 'TEXT',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'DATETIME',
}

const quoted = (name: string): string => `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`

/** The whole load is one transaction, the making of the table too. */
export function loadRows(handle: Handle, { table, columns, ifExists }: LoadOrder): Loading {
  handle.exec('BEGIN IMMEDIATE')
  const undo = (): void => {
    if (handle.inTransaction) handle.exec('ROLLBACK')
  }
  try {
    const isThere = handle.prepare('SELECT 1 FROM sqlite_schema WHERE lower(name) = lower(?)').raw(true).get([table]) !== undefined
    if (isThere && ifExists === 'fail') throw new RefusedError(`Table "${table}" already exists.`)
    if (isThere && ifExists === 'replace') handle.exec(`DROP TABLE ${quoted(table)}`)
    if (!isThere || ifExists === 'replace')
      handle.exec(`CREATE TABLE ${quoted(table)} (${columns.map(({ name, type }) => `${quoted(name)} ${words[type]}`).join(', ')})`)
    const names = columns.map(({ name }) => quoted(name)).join(', ')
    const insert = handle.prepare(`INSERT INTO ${quoted(table)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`)
    const types = columns.map(({ type }) => type)
    let count = 0
    return {
      add: (values, length) => {
        for (let row = 0; row < length; row++) insert.run(types.map((type, index) => storable(values[index]?.[row], type)))
        count += length
      },
      finish: () => {
        handle.exec('COMMIT')
        return count
      },
      undo,
    }
  } catch (error) {
    undo()
    throw error
  }
}

function storable(value: unknown, type: LoadColumn['type']): null | bigint | number | string {
  if (value === null || value === undefined) return null
  // As the engine's own functions write them.
  if (type === 'date' || type === 'timestamp') return momentText(Number(value), type, 'where any')
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : Number(value)
  if (typeof value === 'number') return type !== 'double' && Number.isSafeInteger(value) ? BigInt(value) : value
  // Digits that a double cannot hold arrive as their text in an object.
  if (typeof value === 'object' && 'text' in value) return Number(value.text)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
