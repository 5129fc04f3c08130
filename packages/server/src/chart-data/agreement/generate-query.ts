import { names, regions } from './databases-for-tests.ts'

/** A question made by chance, for tests: every field of a query object has its turn. */
export interface GeneratedQuery {
  readonly wire: Readonly<Record<string, unknown>>
  readonly zone: string
  readonly rules: readonly (readonly string[])[]
  /** Cut to weeks, which begin on different days. */
  readonly hasWeeks: boolean
}

const odd = `odd "name' of`
const grains = ['PT1S', 'PT1M', 'PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y'] as const
const zones = ['UTC', 'UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe'] as const
const ranges = [
  '2021-03-01 : 2021-04-15',
  '2021-10-01 : 2021-11-20',
  '2021 : 2022',
  '2021-06-01 : ',
  ' : 2022-03-01',
  'Last year',
  'previous calendar month',
  'No filter',
  'DATETRUNC(DATETIME("2021-08-18T10:20:30"), quarter) : DATEADD(DATETIME("2021-08-18"), 7, month)',
] as const

export function generateQuery(random: () => number): GeneratedQuery {
  const pick = <Thing>(things: readonly Thing[]): Thing => things[Math.floor(random() * things.length)]!
  const chance = (part: number) => random() < part
  const some = <Thing>(things: readonly Thing[], part: number): Thing[] => things.filter(() => chance(part))

  const filter = (): object =>
    pick<() => object>([
      () => ({ col: 'region', op: pick(['==', '!=']), val: pick(regions) }),
      () => ({ col: 'region', op: pick(['IN', 'NOT IN']), val: [pick(regions), pick(regions), pick(regions)] }),
      () => ({ col: odd, op: pick(['IN', 'NOT IN', '==', '!=']), val: [pick(names), pick(names)] }),
      () => ({ col: 'region', op: pick(['LIKE', 'ILIKE', 'NOT LIKE', 'NOT ILIKE']), val: pick(['%o%', 'north', '%"%', '100%', "%'%", '_ack%']) }),
      () => ({ col: 'quantity', op: 'LIKE', val: pick(['%1%', '-%']) }),
      () => ({ col: 'quantity', op: pick(['==', '!=', '>', '<', '>=', '<=']), val: pick([0, 2, '3', 2.5, -1, true, 'many']) }),
      () => ({
        col: 'quantity',
        op: pick(['IN', 'NOT IN']),
        val: pick([
          [1, 2, null],
          ['3', 4.5],
          ['one', 2],
        ]),
      }),
      () => ({ col: pick(['price', 'ratio', 'worth']), op: pick(['>', '<', '>=', '<=']), val: pick([10, 44.5, '60.25']) }),
      () => ({ col: 'gift', op: pick(['IS TRUE', 'IS FALSE', 'IS NULL', 'IS NOT NULL']) }),
      () => ({ col: 'gift', op: pick(['==', '!=']), val: pick([true, 'false', 1]) }),
      () => ({ col: 'day', op: pick(['>', '<=', '==', '!=']), val: pick(['2021-07-01', Date.UTC(2021, 8, 1), '2021-11-07']) }),
      () => ({ col: 'at', op: pick(['>=', '<']), val: pick(['2021-07-01', '2021-09-10 12:30:00', Date.UTC(2021, 10, 7, 6)]) }),
      () => ({ col: pick(['at', 'day', 'seen']), op: 'TEMPORAL_RANGE', val: pick(ranges) }),
      () => ({ col: 'at', op: '==', val: Date.UTC(2021, 5, 1), grain: 'P1M' }),
      () => ({ col: { expressionType: 'SQL', label: 'twice', sqlExpression: 'quantity * 2' }, op: pick(['>', '==']), val: 4 }),
      () => ({ col: 'nowhere', op: '==', val: 1 }),
      () => ({ col: 'at', op: pick(['IS NULL', 'IS NOT NULL']) }),
    ])()

  const grain = pick(grains)
  const axisColumn = pick(['at', 'at', 'day', 'seen'])
  // A day has no seconds; cutting it to them says nothing and gives it a time.
  const axisGrain = axisColumn === 'day' && grain.startsWith('PT') ? 'P1D' : grain
  const axis = { columnType: 'BASE_AXIS', sqlExpression: axisColumn, label: 'axis', expressionType: 'SQL', timeGrain: axisGrain }
  const simple = (aggregate: string, column: string) => ({
    expressionType: 'SIMPLE',
    aggregate,
    column: { column_name: column },
    label: `${aggregate}(${column})`,
  })
  const metrics: readonly unknown[] = [
    'count',
    'worth_sum',
    simple('AVG', pick(['quantity', 'price', 'ratio'])),
    simple('SUM', pick(['quantity', 'worth'])),
    simple(pick(['MIN', 'MAX']), pick(['quantity', 'price', 'at', 'day'])),
    simple('COUNT', 'region'),
    simple('COUNT_DISTINCT', pick(['region', 'quantity', odd])),
    {
      expressionType: 'SQL',
      sqlExpression: pick(['SUM(quantity) + 1', "SUM(CASE WHEN region = 'north' THEN 1 ELSE 0 END) -- of the north", 'MAX(ratio) - MIN(ratio)']),
      label: 'own',
    },
  ]
  const dimensions = some<unknown>(
    ['region', odd, 'quantity', 'gift', { expressionType: 'SQL', label: 'sign', sqlExpression: 'CASE WHEN quantity > 2 THEN 1 ELSE 0 END' }],
    0.35,
  )
  const common = {
    filters: Array.from({ length: Math.floor(random() * 4) }, filter),
    extras: {
      ...(chance(0.2) ? { where: pick(["region <> 'north'", 'quantity > 0 OR ratio < 50', '(price > 10 /* not cheap */)']) } : {}),
      ...(chance(0.1) ? { relative_start: 'now' } : {}),
      ...(chance(0.1) ? { relative_end: 'now' } : {}),
    },
    ...(chance(0.1) ? { apply_fetch_values_predicate: true } : {}),
    ...(chance(0.1) ? { time_shift: '1 month' } : {}),
    ...(chance(0.1) ? { is_rowcount: true } : {}),
  }
  const around = { zone: pick(zones), rules: chance(0.2) ? [["region = 'north'", 'quantity > 3'], ['price > 5']] : [] }

  if (chance(0.25)) {
    // Rows as they are, a page of them.
    const wire = {
      ...common,
      columns: ['id', ...some(['at', 'day', 'region', odd, 'quantity', 'price', 'ratio', 'gift', 'worth'], 0.5)],
      orderby: [['id', chance(0.5)]],
      row_limit: 1 + Math.floor(random() * 60),
      row_offset: Math.floor(random() * 30),
    }
    return { ...around, wire, hasWeeks: false }
  }
  if (chance(0.15)) return { ...around, wire: { ...common, columns: ['region', ...some([odd, 'quantity', 'gift'], 0.5)], metrics: [] }, hasWeeks: false }

  const isLegacy = chance(0.2)
  const hasAxis = !isLegacy && chance(0.7)
  const series = dimensions.filter((one) => typeof one === 'string')
  const limited = series.length > 0 && chance(0.4)
  const chosen = ['id_sum', ...some(metrics, 0.35)]
  const compares = hasAxis && !common.is_rowcount && chance(0.25)
  const wire = {
    ...common,
    columns: [...(hasAxis ? [axis] : []), ...dimensions],
    metrics: chosen,
    ...(compares
      ? {
          filters: [...common.filters, { col: axisColumn, op: 'TEMPORAL_RANGE', val: '2021-09-01 : 2022-03-01' }].filter((one) => !isRangeOf(one, axisColumn)),
          time_offsets: [pick(['1 month ago', '28 days ago', '1 year ago'])],
          time_shift: null,
        }
      : {}),
    extras: {
      ...common.extras,
      ...(isLegacy ? { time_grain_sqla: grain } : {}),
      ...(chance(0.15) ? { having: pick(['COUNT(*) > 1', 'SUM(id) > 3000']) } : {}),
    },
    ...(isLegacy ? { granularity: 'at', is_timeseries: true, time_range: pick(ranges) } : {}),
    ...(limited
      ? {
          series_columns: series,
          series_limit: 1 + Math.floor(random() * 3),
          series_limit_metric: 'id_sum',
          order_desc: chance(0.7),
          group_others_when_limit_reached: chance(0.4) && !series.includes('gift'),
        }
      : {}),
    ...(chance(0.4) ? { orderby: [['id_sum', chance(0.5)]], row_limit: 1 + Math.floor(random() * 40), row_offset: Math.floor(random() * 5) } : {}),
    ...(hasAxis && !common.is_rowcount && chance(0.4) ? { post_processing: steps(pick, chosen) } : {}),
  }
  return { ...around, wire, hasWeeks: (hasAxis && axisGrain === 'P1W') || (isLegacy && grain === 'P1W') }
}

/** The range that the comparison needs is the last one of its column. */
const isRangeOf = (filter: object, column: string): boolean =>
  'op' in filter && filter.op === 'TEMPORAL_RANGE' && 'col' in filter && filter.col === column && 'val' in filter && filter.val !== '2021-09-01 : 2022-03-01'

function steps(pick: <Thing>(things: readonly Thing[]) => Thing, metrics: readonly unknown[]): readonly object[] {
  const plain = metrics.filter((metric) => typeof metric === 'string')
  return pick([
    [
      { operation: 'pivot', options: { index: ['axis'], columns: [], aggregates: Object.fromEntries(plain.map((name) => [name, { operator: 'sum' }])) } },
      { operation: 'flatten' },
    ],
    [
      { operation: 'pivot', options: { index: ['axis'], columns: [], aggregates: { id_sum: { operator: 'mean' } } } },
      { operation: 'resample', options: { rule: '1MS', method: 'sum' } },
      { operation: 'cum', options: { operator: 'sum', columns: { id_sum: 'id_sum' } } },
      { operation: 'flatten' },
    ],
    [{ operation: 'contribution', options: { columns: ['id_sum'], rename_columns: ['%id_sum'] } }],
    [
      { operation: 'select', options: { columns: ['axis', 'id_sum'] } },
      { operation: 'aggregate', options: { groupby: ['axis'], aggregates: { id_sum: { operator: 'max' } } } },
    ],
  ])
}
