/**
 * The words the editor knows of itself. Only words that mean nothing else are told by colour: a column called `name`, `value` or `status` looks
 * like a column.
 */

/** Offered by completion in every database. */
export const offeredKeywords = (
  'AND AS ASC AVG BETWEEN BY CASE COUNT CREATE CROSS DATABASE DEFAULT DELETE DESC DISTINCT DROP ELSE END EXCEPT EXISTS FOREIGN FROM FULL GRANT GROUP HAVING IF IN INNER INSERT ' +
  'INTERSECT INTO IS JOIN KEY LEFT LIKE LIMIT MAX MIN NATURAL NOT NULL OFFSET ON OR ORDER OUTER OVER PARTITION PRIMARY REFERENCES RIGHT SELECT SUM TABLE THEN TYPE UNION UPDATE ' +
  'USING VALUES VIEW WHEN WHERE WINDOW WITH'
).split(' ')

export const offeredTypes =
  'BIGINT BINARY BIT BOOLEAN CHAR DATE DECIMAL DOUBLE FLOAT INT INTEGER MONEY NUMBER NUMERIC REAL SET SMALLINT TEXT TIME TIMESTAMP VARCHAR'.split(' ')

/** Words that every database here reserves, or that stand where no name could. */
export const reservedWords = (
  'all alter analyze and any as asc between both by case cast check collate column constraint create cross current_date current_time current_timestamp current_user database default ' +
  'delete desc distinct drop else end escape except exists explain fetch for foreign from full grant group having if ilike in index inner insert intersect interval into is join ' +
  'lateral left like limit natural not null offset on or order outer over partition primary recursive references returning revoke right rlike rows schema select session_user set some ' +
  'table then to trailing leading transaction true false truncate union unique update user using values view when where window with within'
).split(' ')

/** Coloured as keywords beside the reserved ones. */
export const colouredWords =
  'begin commit rollback temporary temp rename explain describe show filter nulls preceding following unbounded ties materialized rollup cube grouping similar isnull notnull'.split(
    ' ',
  )

export const colouredTypes = (
  'array bigint bigserial binary bit blob bool boolean bytea char character date datetime decimal double float float4 float8 hugeint int int2 int4 int8 integer json jsonb ' +
  'longtext mediumint mediumtext money numeric nvarchar precision real serial signed smallint struct text time timestamp timestamptz timetz tinyint ubigint uinteger unsigned uuid ' +
  'varbinary varchar varying'
).split(' ')

/** What single databases know beside that. */
export const wordsOfDialect: Readonly<Record<string, readonly string[]>> = {
  postgresql: ['analyse', 'concurrently', 'returning', 'tablesample', 'verbose', 'overlaps', 'placing', 'symmetric'],
  duckdb: ['anti', 'asof', 'exclude', 'pivot', 'positional', 'qualify', 'semi', 'summarize', 'unpivot', 'pragma', 'attach', 'detach', 'glob'],
  mysql: ['straight_join', 'regexp', 'div', 'xor', 'force', 'ignore', 'dual', 'high_priority', 'sql_calc_found_rows', 'separator'],
  sqlite: ['glob', 'regexp', 'pragma', 'attach', 'detach', 'indexed', 'vacuum', 'without', 'rowid', 'autoincrement'],
  clickhouse: [
    'prewhere',
    'final',
    'sample',
    'settings',
    'global',
    'asof',
    'anti',
    'semi',
    'totals',
    'engine',
    'ttl',
    'qualify',
    'optimize',
    'codec',
    'dictionary',
  ],
  trino: ['unnest', 'tablesample', 'ordinality', 'match_recognize', 'qualify', 'catalogs', 'schemas'],
}

/** Functions whose names are columns as often: they are coloured as functions only where they are called. */
export const doubtfulFunctions: ReadonlySet<string> = new Set(
  (
    'any chr count date datetime day domain empty entropy epoch extract format has hash hour if index instr left length level list log map max median min minute mod mode month name ' +
    'now number path pi position quarter random range rank repeat replace reverse right round row second sign size space sum time timestamp timezone truncate type url user uuid value values ' +
    'variance version week year'
  ).split(' '),
)
