import { scanRulesOf, scanSql } from '@sightline/core'
import { expect, test } from 'vitest'
import { layOutSql } from './lay-out.ts'

test('SQL-7.06 keywords are written large and clauses get lines of their own', async () => {
  expect(await layOutSql('select a,b from t where x=1 order by a', 'postgresql')).toBe(
    ['SELECT', '  a,', '  b', 'FROM', '  t', 'WHERE', '  x = 1', 'ORDER BY', '  a'].join('\n'),
  )
})

const texts: readonly (readonly [dialect: string, sql: string])[] = [
  ['postgresql', `select 'a  --  b', "My  Col", $q$ x  y $q$ from t -- why  so\nwhere a = E'\\'x'`],
  ['postgresql', 'select date, name, "order".group, t.select from "Order" -- end'],
  ['mysql', 'select `a  b`, "it\'s" # note  it\nfrom t where x in (1,2) limit 3, 4'],
  ['clickhouse', 'select toDate(date) as date from Events final prewhere x = 1 settings max_threads = 1'],
  ['duckdb', `from t select * exclude (a), {'a': 1}['a'], [1, 2][1]`],
  ['sqlite', "select [a b], x from t where y glob '*'"],
  ['trino', `select * from "catalog".s.t cross join unnest(a) as u (x) where d = date '2020-01-01'`],
  ['postgresql', `select * from t where a = '{{ who }}' {% if x in y %} and b in {{ f('c') | where_in }} {% endif %}`],
]

test.each(texts)('names, literals and comments come out as they went in: %s %s', async (dialect, sql) => {
  const laidOut = await layOutSql(sql, dialect)
  expect(laidOut).not.toBeNull()
  const solid = (text: string) =>
    scanSql(text, scanRulesOf(dialect))!
      .filter(({ kind }) => kind !== 'space')
      .map(({ kind, text: own }) => (kind === 'word' ? own.toLowerCase() : own.trimEnd()))
  expect(solid(laidOut!)).toEqual(solid(sql))
})

test('a name that some databases tell by its case keeps it', async () =>
  expect(await layOutSql('select date, Name, toDate(x) from Events', 'clickhouse')).toBe('SELECT\n  date,\n  Name,\n  toDate(x)\nFROM\n  Events'))

test('what cannot be read or laid out faithfully is left alone', async () => {
  expect(await layOutSql(`select 'open`, 'postgresql')).toBeNull()
  expect(await layOutSql('select ((((', 'postgresql')).toBeNull()
})
