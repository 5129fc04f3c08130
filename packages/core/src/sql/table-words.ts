/** The words by which the reading of tables finds its way. */

/** Functions whose arguments have a FROM of their own that names no table. */
export const functionsWithFrom = new Set(['EXTRACT', 'SUBSTRING', 'TRIM', 'OVERLAY', 'POSITION'])

/** Readings of another kind that may stand where a query could. */
export const otherReadings = new Set(['SUMMARIZE', 'DESCRIBE', 'DESC', 'SHOW', 'CALL', 'EXECUTE', 'COPY', 'EXPLAIN', 'PRAGMA'])

/** Clauses that turn tables into others in ways this reading does not know, wherever they stand. */
export const unknownClauses = new Set(['PIVOT', 'UNPIVOT', 'INTO', 'MATCH_RECOGNIZE', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** What may follow a table without being its other name. */
export const afterTable = new Set(
  (
    'ON USING JOIN INNER LEFT RIGHT FULL CROSS NATURAL ASOF POSITIONAL SEMI ANTI LATERAL TABLESAMPLE WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH UNION EXCEPT INTERSECT MINUS ' +
    'SELECT WINDOW QUALIFY PREWHERE FOR WITH SET RETURNING STRAIGHT_JOIN PARTITION USE FORCE IGNORE INDEXED NOT FINAL SAMPLE GLOBAL ANY ALL ARRAY PASTE SETTINGS FORMAT AT MATCH_RECOGNIZE'
  ).split(' '),
)

/** The words that say which clause begins. */
const clauseWords =
  'FROM JOIN STRAIGHT_JOIN TABLE WITH SELECT IN SETTINGS FORMAT WHERE HAVING QUALIFY PREWHERE GROUP ORDER LIMIT OFFSET FETCH BY WINDOW UNION EXCEPT INTERSECT MINUS'

/** All words that mean something to the reading where no table is expected: most words of a text are not among them, and are passed over at once. */
export const steeringWords = new Set([...clauseWords.split(' '), ...otherReadings, ...unknownClauses])

/** After these the name of a table cannot be replaced by a sub-query. */
export const bindsToTable = new Set(['TABLESAMPLE', 'PARTITION', 'USE', 'FORCE', 'IGNORE', 'INDEXED', 'NOT', 'FINAL', 'SAMPLE', 'FOR', 'AT', 'WITH'])

/** Functions in FROM that make rows from their arguments alone. */
export const rowFunctions: Readonly<Record<string, RegExp>> = {
  postgresql:
    /^(?:generate_series|unnest|generate_subscripts|jsonb?_(?:array_elements(?:_text)?|each(?:_text)?|object_keys|to_recordset|to_record|populate_recordset|path_query)|regexp_(?:matches|split_to_table)|string_to_table)$/,
  duckdb: /^(?:generate_series|range|unnest|generate_subscripts|json_each|json_tree|repeat|repeat_row|regexp_split_to_table)$/,
  mysql: /^json_table$/,
  sqlite: /^(?:json_each|json_tree|jsonb_each|jsonb_tree|generate_series)$/,
  clickhouse: /^(?:numbers|numbers_mt|zeros|zeros_mt|generate_series|generateseries|generaterandom|values|null)$/,
  trino: /^(?:unnest|json_table)$/,
}

/** Words that may stand before a parenthesis without calling anything. */
export const beforeParenthesis = new Set(
  (
    'ALL AND ANY ARRAY AS BETWEEN BY CASE CAST CONVERT COALESCE CUBE DISTINCT DIV ELSE EXCEPT EXISTS EXTRACT FETCH FILTER FIRST FROM GLOB GREATEST GROUP GROUPING HAVING IF ILIKE IN ' +
    'INTERSECT INTERVAL IS JOIN LATERAL LEAST LIKE LIMIT MATERIALIZED MINUS MOD NEXT NOT NULLIF OFFSET ON OR ORDER OVER OVERLAPS OVERLAY PARTITION POSITION PREWHERE QUALIFY REGEXP ' +
    'RETURN RLIKE ROLLUP ROW SELECT SETS SOME SUBSTRING THEN TO TRIM TRY_CAST UNION USING VALUES WHEN WHERE WINDOW WITH WITHIN XOR ZONE ' +
    'BINARY BIT CHAR CHARACTER DATETIME DEC DECIMAL DOUBLE FLOAT NCHAR NUMERIC NVARCHAR PRECISION REAL TEXT TIME TIMESTAMP VARBINARY VARCHAR VARYING'
  ).split(' '),
)

/** More of them in single dialects. */
export const moreBeforeParenthesis: Readonly<Record<string, readonly string[]>> = {
  duckdb: ['STRUCT', 'MAP', 'UNION', 'LIST', 'COLUMNS', 'EXCLUDE', 'REPLACE', 'RENAME', 'ENUM', 'DATETIME', 'TRY'],
  mysql: ['STRAIGHT_JOIN', 'AGAINST', 'MATCH', 'INDEX', 'KEY', 'CHARSET', 'SIGNED', 'UNSIGNED', 'REPLACE', 'SEPARATOR', 'COLUMNS'],
  clickhouse: [
    'REPLACE',
    'APPLY',
    'COLUMNS',
    'TUPLE',
    'MAP',
    'NESTED',
    'NULLABLE',
    'LOWCARDINALITY',
    'SAMPLE',
    'DATETIME64',
    'DECIMAL32',
    'DECIMAL64',
    'DECIMAL128',
    'FIXEDSTRING',
    'ENUM8',
    'ENUM16',
  ],
  trino: ['MAP', 'TRY', 'JSON_VALUE', 'SKIP'],
}

/** Functions that stand before a parenthesis only after this word: `TABLESAMPLE SYSTEM (10)`. */
export const samplers = new Set(['BERNOULLI', 'SYSTEM', 'RESERVOIR'])
