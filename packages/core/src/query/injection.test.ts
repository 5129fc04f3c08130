import { filterOperators, queryObjectSchema } from '@sightline/contract'
import { expect, test } from 'vitest'
import { planQuery } from './plan.ts'
import { printSelect } from './print.ts'
import { readQueryObject } from './query.ts'
import type { QueryDataset } from './query-dataset.ts'
import { testDialect } from './test-dialect.ts'

const dataset: QueryDataset = {
  schema: null,
  table: 't"; DROP TABLE x; --',
  sql: null,
  columns: [
    { name: 'a"b', type: 'TEXT', expression: null, isTemporal: false, dateFormat: null },
    { name: 'n', type: 'INTEGER', expression: null, isTemporal: false, dateFormat: null },
    { name: 'd', type: 'TIMESTAMP', expression: null, isTemporal: true, dateFormat: null },
    { name: 'b', type: 'BOOLEAN', expression: null, isTemporal: false, dateFormat: null },
  ],
  metrics: [{ name: 'count', expression: 'COUNT(*)' }],
  mainTimeColumn: null,
  alwaysFiltersMainTime: false,
  offsetHours: 0,
  fetchValuesPredicate: null,
}

/** The same numbers every run, without a clock. */
function* random(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

const pieces = [
  "'",
  '"',
  ';',
  '--',
  '/*',
  '*/',
  '\\',
  '$1',
  '?',
  ')',
  '(',
  'OR 1=1',
  'UNION SELECT',
  '\n',
  '$$',
  '\0',
  'é',
  '${x}',
  '{{',
  '2021-01-01',
  '`',
  '[',
]
/** Marks every value so that it can be looked for in the text. */
const marker = 'zq7'

test('T9 no value of a query ever reaches the SQL text', () => {
  const numbers = random(7)
  const pick = <Thing>(list: readonly Thing[]): Thing => list[Math.floor(numbers.next().value * list.length)]!
  const nasty = () => marker + Array.from({ length: 1 + Math.floor(numbers.next().value * 5) }, () => pick(pieces)).join('')
  for (let round = 0; round < 3000; round++) {
    const label = Array.from({ length: 3 }, () => pick(pieces)).join('')
    const filters = [0, 1].map(() => {
      const op = pick(filterOperators.filter((one) => one !== 'TEMPORAL_RANGE'))
      return { col: pick(['a"b', 'n', 'd', 'b']), op, val: pick<unknown>([nasty(), [nasty(), nasty()], { [nasty()]: 1 }, [null, nasty()]]) }
    })
    const wire = queryObjectSchema.parse({
      columns: [{ sqlExpression: 'n + 1', label, expressionType: 'SQL' }],
      metrics: ['count'],
      filters,
      orderby: [['count', false]],
      url_params: { x: nasty() },
    })
    const query = readQueryObject(wire)
    if (!query.ok) continue
    const plan = planQuery(query.value, dataset, [['n > 0']], new Date(0), 'UTC', testDialect)
    if (!plan.ok) {
      expect(plan.problem.message).toMatch(/value|text/)
      continue
    }
    const { sql, params } = printSelect(plan.value.select, testDialect)
    expect(sql).not.toContain(marker)
    // With names, labels and placeholders taken out, the text is the same few words for every value and label.
    const shape = sql.replace(/"(?:[^"]|"")*"/g, 'N').replace(/\$\d+/g, 'P')
    expect(shape).not.toMatch(/DROP|UNION|OR 1=1|;|--|\/\*/)
    expect((shape.match(/P/g) ?? []).length).toBeGreaterThanOrEqual(params.length)
    expect(shape).toMatch(
      /^SELECT \(n \+ 1\) AS N,\s+\(COUNT\(\*\)\) AS N\nFROM N\nWHERE [\s\S]*\(\(n > 0\)\)\nGROUP BY \(n \+ 1\)\nORDER BY N DESC\nLIMIT 50000$/,
    )
  }
})
