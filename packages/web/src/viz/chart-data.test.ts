import { expect, test } from 'vitest'
import { buildContext, frameOf, readDatasource } from './chart-data.ts'

test('EXP-3.09 a datasource reference is id, two underscores and type; an unknown type means table', () => {
  expect(readDatasource('7__table')).toEqual({ id: 7, type: 'table' })
  expect(readDatasource('7__query')).toEqual({ id: 7, type: 'query' })
  expect(readDatasource('7__druid')).toEqual({ id: 7, type: 'table' })
  expect(readDatasource('orders')).toBeUndefined()
})

test('EXP-3.06 a form becomes the query context of the wire', () => {
  const built = buildContext({ viz_type: 'big_number_total', datasource: '7__table', metric: 'count', slice_id: 3 })
  if (!('context' in built)) throw new Error(JSON.stringify(built))
  expect(built.context).toMatchObject({
    datasource: { id: 7, type: 'table' },
    force: false,
    result_format: 'json',
    result_type: 'full',
    form_data: { slice_id: 3 },
  })
  expect(built.context.queries).toHaveLength(1)
})

test('EXP-2.18 a type that is not installed is told from a form that cannot be read', () => {
  expect(buildContext({ viz_type: 'world_map', datasource: '7__table' })).toEqual({ kind: 'unsupported', type: 'world_map' })
  expect(buildContext({ viz_type: 'big_number_total', metric: 'count' })).toMatchObject({ kind: 'form' })
})

test('records become columns in the order of their names, with nulls where a record lacks one', () => {
  const frame = frameOf({ data: [{ b: 1, a: 'x' }, { a: 'y' }], colnames: ['a', 'b'], coltypes: [1, 0] })
  expect(frame.columns.map(({ name, kind }) => [name, kind])).toEqual([
    ['a', 'string'],
    ['b', 'numeric'],
  ])
  expect(frame.values).toEqual([
    ['x', 'y'],
    [1, null],
  ])
  expect(frame.length).toBe(2)
})
