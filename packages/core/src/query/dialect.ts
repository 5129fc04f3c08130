/** Text with numbered values beside it: values never stand in the text. */
export interface Statement {
  readonly sql: string
  readonly params: readonly unknown[]
}

/** Names of `facts`: ISO 8601 durations, and week variants such as `1969-12-28T00:00:00Z/P1W`. */
export type Grain = string

/** Everything the printer, the editor and the query limits must know about a database, as data. No I/O, no classes. */
export interface Dialect {
  /** `postgresql`, `duckdb` …: also the name of the dialect for the SQL parser. */
  readonly id: string
  readonly quote: readonly [open: string, close: string]
  /** A backslash inside a quoted name begins an escape. */
  readonly backslashInNames?: boolean
  /** 1-based: `$1`, `?`. */
  readonly placeholder: (index: number) => string
  /** Grain → SQL expression around a column expression. Only grains listed here are offered. */
  readonly grains: Readonly<Record<Grain, (column: string) => string>>
  /** A moment as SQL literal text for a column of this type (`DATE`, `TIMESTAMP` …); the text is made by us, never by a user. */
  readonly timeLiteral: (type: string, moment: Date) => string
  /** Wraps a placeholder whose value is a number that the database might otherwise read as a smaller type than it is. */
  readonly asNumber?: (placeholder: string, value: unknown) => string
  /** There is no IS TRUE and IS FALSE: flags are compared with `=`. */
  readonly comparesFlags?: boolean
  /** A column of seconds or milliseconds since 1970 as a time. Without it such columns take no grain. */
  readonly fromEpoch?: (column: string, unit: 's' | 'ms') => string
  /** A time and as many seconds more. `seconds` is a number or an expression of one. */
  readonly addSeconds?: (column: string, seconds: string) => string
  /** A moment as the clocks of a zone show it, where the database knows zones by itself. The name of the zone is one that exists. */
  readonly wallTime?: (column: string, zone: string, type: string) => string
  /** OFFSET stands before LIMIT. */
  readonly limitComesLast?: boolean
  /** What CAST makes a text with; `VARCHAR` unless told. */
  readonly textType?: string
  /** What CAST makes a floating-point number with; `DOUBLE` unless told. */
  readonly doubleType?: string
  /** About how many different values a column has, found in one pass and little memory. */
  readonly approximateDistinct?: (column: string) => string
  /** Stands behind a table's name: about this percentage of its rows, taken from all over it. */
  readonly sampleClause?: (percent: number) => string
  /** Whether ILIKE exists; otherwise LOWER(x) LIKE LOWER(y). */
  readonly hasIlike: boolean
  readonly maxIdentifierLength: number
  readonly keywords: readonly string[]
  readonly functions: readonly string[]
  readonly flags: {
    readonly schemas: boolean
    readonly ctas: boolean
    readonly cancel: boolean
    readonly costEstimate: boolean
    readonly fileUpload: boolean
  }
}
