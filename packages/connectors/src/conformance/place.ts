import type { ProblemCode } from '@sightline/contract'
import type { Cell, Kind } from '@sightline/core'
import type { Ability, LoadColumn } from '../connector.ts'

/** Values whose way through a database the suite follows. The expected cells stand in `typed-values.ts`. */
export type ValueName =
  | 'integer'
  | 'big integer'
  | 'lowest integer'
  | 'decimal'
  | 'exact decimal'
  | 'double'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'timestamp with zone'
  | 'json'
  | 'array'
  | 'text bytes'
  | 'other bytes'
  | 'text'
  | 'uuid'
  | 'null'

/** An SQL expression for a value; `cell` and `kind` only where the database has another idea of the value than the suite. */
export interface TypedValue {
  readonly sql: string
  readonly cell?: Cell
  readonly kind?: Kind
}

/** What a table of the suite can be made of. */
export type ColumnWord = 'integer' | 'text' | 'timestamp' | 'decimal'

export interface Said {
  readonly code: ProblemCode
  readonly message?: string | RegExp
}

/** A real database that can be reached now. */
export interface Reached {
  readonly uri: string
  /** How many statements whose text holds `tag` the database itself says are running. Absent where the database keeps no such list. */
  readonly running?: (tag: string) => Promise<number>
  /** What the connection of the next statement is: a session's number on the server, or the process of an embedded engine. */
  readonly backend: string | (() => Promise<string>)
  /** An account with a password, for the rows about passwords. */
  readonly account?: () => Promise<{ readonly username: string; readonly password: string }>
  /** Removes what `reach` and `account` made. */
  readonly leave?: () => Promise<void>
}

/** How the suite speaks to one kind of database. Everything here is text for a test database; nothing of it is used by the product. */
export interface Place {
  /** Of the connector. */
  readonly id: string
  /** `ci`: must run where `CI` is set, otherwise when its variable is. `own command`: only when its variable is. */
  readonly when: 'always' | 'ci' | 'own command'
  /** The environment variable with its address, and the command that sets it; null for a database that needs no server. */
  readonly variable: string | null
  readonly command?: string
  /** What the server of the suite lacks although the database has it, with the reason. */
  readonly lacks?: Readonly<Partial<Record<Ability, string>>>
  /** null: the variable is not set. The folder may hold database files. */
  readonly reach: (folder: string) => Promise<Reached | null>

  /** Rows 0 … n - 1 in a column `n`. */
  readonly series: (count: number) => string
  /** Runs for minutes and says so in `running`. */
  readonly slow: string
  /** How many stops the suite tries, where a stop or a start is dear; otherwise hundreds. */
  readonly stops?: number
  /** How long a row may take where the usual minute is short: a server in one small JVM. */
  readonly patienceMilliseconds?: number
  readonly asText: (expression: string) => string
  /** Exactly the values whose ability the connector does not lack. */
  readonly values: Readonly<Partial<Record<ValueName, TypedValue>>>
  /** Where values live in columns of a table rather than in expressions: statements that make it, and its FROM clause. */
  readonly valuesFrom?: { readonly make: readonly string[]; readonly from: string; readonly drop: readonly string[] }
  /** A moment without zone as SQL, and how the result of a grain is read where it is not epoch milliseconds. */
  readonly moment: (text: string) => string
  readonly readMoment?: (cell: Cell) => number

  readonly schema?: { readonly make: (quoted: string) => string; readonly drop: (quoted: string) => string }
  /** CREATE TABLE; names come quoted. */
  readonly table: (table: string, columns: readonly (readonly [name: string, word: ColumnWord])[], primaryKey?: string) => string
  readonly view?: (view: string, select: string) => string
  /** Two tables: `child` with a foreign key to `parent`. Names come quoted; columns are `id` and `parent_id`. */
  readonly foreignKey?: (parent: string, child: string) => readonly string[]
  /** A table divided by the column `day` with the newest day 2021-01-02. */
  readonly partitions?: { readonly make: (table: string) => readonly string[]; readonly latest: Cell }
  /** Makes the statistics that the row estimate reads. */
  readonly analyze?: (table: string) => string
  /** Statements that a read-only session must refuse; the table is called `guarded` and has an integer column `a`. */
  readonly writes: readonly string[]
  /** Something only the same session can see: made by `set`, then seen by `get`. */
  readonly sessionState?: { readonly set: readonly string[]; readonly get: string; readonly seen: readonly (readonly Cell[])[] }
  /** The nearest name that the database can have, where it cannot have every one. */
  readonly nameOf?: (name: string) => string
  /** What loaded cells come back as, where not as they went in. */
  readonly loaded?: Readonly<Partial<Record<LoadColumn['type'], (cell: Cell) => Cell>>>

  /** What the database says to `SELEC 1`, to an unknown column `nope` in line 2, to an unknown table `nope`, to a wrong password and user. */
  readonly says: { readonly syntax: Said; readonly column: Said; readonly table: Said; readonly password?: Said; readonly database?: Said }
  /** Parameters of the address that make a driver give up a silent server after a second. */
  readonly impatient?: string
  /** Addresses that reach files, sockets, commands or settings of the server and must be refused (T17). */
  readonly refusedAddresses: readonly string[]
}

/** The ability a value depends on. */
export const abilityOf: Readonly<Partial<Record<ValueName, Ability>>> = {
  'exact decimal': 'exact decimals',
  boolean: 'booleans',
  'timestamp with zone': 'timestamps with zone',
  json: 'json',
  array: 'arrays',
  'text bytes': 'binary',
  'other bytes': 'binary',
  uuid: 'uuid',
}
