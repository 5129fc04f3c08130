import fc from 'fast-check'
import { tableNames } from './worlds-for-tests.ts'

/** Words that are names to one database and clauses to another: what a reading of tables is most easily fooled by. */
const oddNames =
  'a b orders secret offset qualify window values final sample limit fetch for format settings partition use at global any positional semi only'.split(' ')

const quotesOf: Readonly<Record<string, readonly string[]>> = {
  postgresql: ['"'],
  duckdb: ['"'],
  sqlite: ['"', '`', '['],
  mysql: ['`'],
}

/** Blanks and comments between words, some of which only look like comments or strings. */
const gapsOf = (dialectId: string) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(' ') },
    fc.constantFrom('\n', '\t', '/* x */', "/* ' */", '/* FROM secret */', "-- ' \n", '-- "\n', ...(dialectId === 'mysql' ? ["# ' \n", '#"\n'] : [])),
  )

/** Statements over the tables of the tests, most of them valid in the dialect; a `~` stands for a gap. */
export function statements(dialectId: string): fc.Arbitrary<string> {
  const name = fc.constantFrom(...tableNames)
  const table = fc.oneof(
    { weight: 5, arbitrary: name },
    name.map((text) => (dialectId === 'mysql' ? text : text.toUpperCase())),
    fc.tuple(name, fc.constantFrom(...quotesOf[dialectId]!)).map(([text, quote]) => `${quote}${text}${quote === '[' ? ']' : quote}`),
  )
  const alias = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('x', 'y', 'z') }, fc.constantFrom(...oddNames))
  const { query } = fc.letrec<{ query: string; core: string; source: string; item: string; condition: string; value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('1', 'id', 'amount', "'north'", "'FROM secret'", 'region', 'max(id)', 'count(*)', 'lower(region)', 'coalesce(amount, 0)', `'it''s'`),
      tie('query').map((text) => `(${text.replace(/^SELECT~\*/, 'SELECT~max(amount)')})`),
      fc.constantFrom(...(dialectId === 'sqlite' ? ['substr(region, 2)'] : ['substring(region FROM 2)', "trim(BOTH 'n' FROM region)"])),
      fc.constantFrom(
        ...(dialectId === 'postgresql' || dialectId === 'duckdb' ? ["extract(year~FROM~DATE '2020-01-01')", '$$ FROM secret $$', "E'\\' FROM secret'"] : ['7']),
      ),
      fc.constantFrom(...(dialectId === 'mysql' ? ["'\\' FROM secret'", '"a \\" FROM secret"', '5--1'] : ['8'])),
    ),
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('1 = 1', "region = 'south'", 'amount > 3', 'region IS NOT NULL', 'id IN (1, 2, 3)'),
      tie('query').map((text) => `EXISTS~(${text})`),
      tie('query').map((text) => `id IN~(${text.replace(/^SELECT~\*/, 'SELECT~id')})`),
      fc.tuple(tie('value'), tie('value')).map(([a, b]) => (dialectId === 'mysql' || dialectId === 'sqlite' ? `${a} = ${b}` : `${a} IS DISTINCT FROM ${b}`)),
      fc.constantFrom(...(dialectId === 'sqlite' ? ['(id, region, amount) IN secret', 'id IN (secret.id)'] : ['id = id'])),
    ),
    item: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 5, arbitrary: table },
      { weight: 4, arbitrary: fc.tuple(table, fc.constantFrom('~', '~AS~'), alias).map((parts) => parts.join('')) },
      fc.tuple(tie('query'), alias).map(([text, own]) => `(${text})~AS~${own}`),
      fc.tuple(tie('item'), tie('item')).map(([a, b]) => `(${a}~CROSS JOIN~${b})`),
      fc.constantFrom(
        ...(dialectId === 'postgresql'
          ? [
              'ONLY secret',
              'generate_series(1, 2) WITH ORDINALITY',
              'generate_series(1, 2) WITH ORDINALITY AS g(id, n)',
              'secret TABLESAMPLE SYSTEM (100)',
              'LATERAL (SELECT * FROM secret) l',
              'secret *',
            ]
          : dialectId === 'duckdb'
            ? ['range(3) r(id)', '(FROM secret)', '(FROM secret) s', 'unnest([1, 2]) u(id)', 'sx: secret', 'LATERAL (SELECT * FROM secret) l']
            : dialectId === 'mysql'
              ? ['secret FORCE INDEX FOR ORDER BY ()', '(orders, secret)', 'orders STRAIGHT_JOIN secret', 'DUAL', '{OJ orders LEFT JOIN secret ON 1 = 1}']
              : ['secret NOT INDEXED', "json_each('[1]')", "'secret'", 'main.secret']),
      ),
    ),
    source: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: tie('item') },
      fc.tuple(tie('item'), tie('item')).map(([a, b]) => `${a}, ${b}`),
      fc.tuple(table, fc.constantFrom(...oddNames), table).map(([a, own, b]) => `${a}~${own}, ${b}`),
      fc
        .tuple(tie('item'), fc.constantFrom('JOIN', 'LEFT JOIN', 'INNER JOIN'), tie('item'), tie('condition'))
        .map(([a, join, b, on]) => `${a}~${join}~${b}~ON~${on}`),
      fc
        .tuple(tie('item'), fc.constantFrom('NATURAL JOIN', 'CROSS JOIN', ...(dialectId === 'mysql' ? ['STRAIGHT_JOIN'] : [])), tie('item'))
        .map((parts) => parts.join('~')),
      fc.tuple(tie('item'), tie('item')).map(([a, b]) => `${a}~JOIN~${b}~USING~(id)`),
    ),
    core: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 6, arbitrary: fc.tuple(fc.constantFrom('*', 'DISTINCT *'), tie('source')).map(([what, from]) => `SELECT~${what}~FROM~${from}`) },
      fc.tuple(tie('value'), tie('value'), tie('source')).map(([a, b, from]) => `SELECT~${a}, ${b}~FROM~${from}`),
      fc.tuple(tie('source'), tie('condition')).map(([from, where]) => `SELECT~*~FROM~${from}~WHERE~${where}`),
      fc.tuple(tie('source'), tie('condition')).map(([from, where]) => `SELECT~count(*)~FROM~${from}~WHERE~${where}~HAVING~count(*) > 0`),
      tie('source').map((from) => `SELECT~*~FROM~${from}~WHERE~1 = 1~ORDER BY~1, 2`),
      fc.constantFrom(...(dialectId === 'sqlite' || dialectId === 'mysql' ? ['SELECT~1'] : ['TABLE~secret', 'TABLE~orders'])),
      ...(dialectId === 'duckdb' ? [tie('source').map((from) => `FROM~${from}`), tie('source').map((from) => `FROM~${from}~SELECT~id, region`)] : []),
    ),
    query: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 5, arbitrary: tie('core') },
      fc.tuple(tie('core'), fc.constantFrom('UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT'), tie('core')).map((parts) => parts.join('~')),
      fc.tuple(fc.constantFrom('WITH', 'WITH RECURSIVE'), alias, tie('core'), tie('core')).map(([w, own, body, rest]) => `${w}~${own}~AS~(${body})~${rest}`),
      fc.tuple(alias, tie('core'), alias, tie('core'), tie('core')).map(([a, one, b, two, rest]) => `WITH~${a}~AS~(${one}),~${b}~AS~(${two})~${rest}`),
      fc.tuple(alias, tie('core'), tie('core')).map(([own, seed, rest]) => `WITH RECURSIVE~${own}~AS~(${seed}~UNION~SELECT~*~FROM~${own})~${rest}`),
    ),
  }))
  return fc.tuple(query, fc.infiniteStream(gapsOf(dialectId))).map(([text, gaps]) => text.replace(/~/g, () => gaps.next().value as string))
}
