/** How a database cuts text into words, strings and comments. A scanner that cuts elsewhere than the database can be lied to, so these are exact. */
export interface ScanRules {
  /** What stands between double quotes: a name, or in MySQL a string. */
  readonly doubleQuotes: 'name' | 'string'
  readonly hasBackticks: boolean
  /** `[a name]`, as SQLite allows. */
  readonly hasBracketNames: boolean
  /** The quotes inside which a backslash takes the next character along. */
  readonly backslashIn: string
  /** `E'…'` with backslashes, going on in the string that follows on the next line. */
  readonly hasEscapeStrings: boolean
  readonly hasDollarQuotes: boolean
  /** `#` begins a comment: always in MySQL, before a blank or `!` in ClickHouse. */
  readonly hashComments: 'never' | 'always' | 'before blank'
  /** `//` begins a comment. */
  readonly hasSlashComments: boolean
  /** `--` is a comment only before a blank or the end; otherwise it is minus twice. */
  readonly dashesNeedBlank: boolean
  /** Characters that end a comment of one line. */
  readonly lineEnds: '\n' | '\r\n'
  readonly hasNestedComments: boolean
  /** `1a` is a name. */
  readonly digitsBeginWords: boolean
  /** `$` inside a name. */
  readonly hasDollarInWords: boolean
}

const postgresql: ScanRules = {
  doubleQuotes: 'name',
  hasBackticks: false,
  hasBracketNames: false,
  backslashIn: '',
  hasEscapeStrings: true,
  hasDollarQuotes: true,
  hashComments: 'never',
  hasSlashComments: false,
  dashesNeedBlank: false,
  lineEnds: '\r\n',
  hasNestedComments: true,
  digitsBeginWords: false,
  hasDollarInWords: true,
}

const plain: ScanRules = { ...postgresql, hasEscapeStrings: false, hasDollarQuotes: false, hasNestedComments: false, hasDollarInWords: false }

const rules: Readonly<Record<string, ScanRules>> = {
  postgresql,
  duckdb: postgresql,
  sqlite: { ...plain, hasBackticks: true, hasBracketNames: true, lineEnds: '\n', hasDollarInWords: true },
  mysql: {
    ...plain,
    doubleQuotes: 'string',
    hasBackticks: true,
    backslashIn: `'"`,
    hashComments: 'always',
    dashesNeedBlank: true,
    lineEnds: '\n',
    digitsBeginWords: true,
    hasDollarInWords: true,
  },
  clickhouse: {
    ...plain,
    hasBackticks: true,
    backslashIn: `'"\``,
    hasDollarQuotes: true,
    hashComments: 'before blank',
    hasSlashComments: true,
    lineEnds: '\n',
    hasNestedComments: true,
    digitsBeginWords: true,
    hasDollarInWords: true,
  },
  trino: plain,
}

const sameAs: Readonly<Record<string, string>> = { mariadb: 'mysql', postgres: 'postgresql', presto: 'trino' }

/** The id under which the rules of a dialect are kept; what is unknown keeps its own name. */
export const sqlDialectOf = (dialectId: string): string => sameAs[dialectId] ?? dialectId

export const scanRulesOf = (dialectId: string): ScanRules => rules[sqlDialectOf(dialectId)] ?? plain
