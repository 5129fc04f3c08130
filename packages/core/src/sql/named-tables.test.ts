import { expect, test } from 'vitest'
import { namedTables } from './named-tables.ts'

const names = (sql: string) => namedTables(sql).map(({ catalog, schema, table }) => [catalog, schema, table].filter((part) => part !== null).join('.'))

test.each([
  ['SELECT 1', []],
  ['SELECT * FROM orders o JOIN staff s ON true', ['orders', 'staff']],
  ['select * from a, "B c"."d", x.y.z as q where a.id in (select id from e)', ['a', 'B c.d', 'x.y.z', 'e']],
  ['with c as (select * from base), d(n) as (select 1) select * from c join d on true join other on true', ['base', 'other']],
  ['select extract(year from d), trim(both from t) from days where a is distinct from b', ['days']],
  ['select * from generate_series(1, 3) g, real', ['real']],
  ['select * from (select * from inner_t) x left join (p join q on true) on true', ['inner_t', 'p', 'q']],
  ["select 'from nowhere' -- from comment\n from `my``sql`", ['my`sql']],
  ['insert into t (a) select b from s', ['t', 's']],
  ['select * from a union select * from a', ['a']],
  ["select 'open", []],
])('%s', (sql, tables) => {
  expect(names(sql)).toEqual(tables)
})
