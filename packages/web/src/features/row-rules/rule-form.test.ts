import { expect, test } from 'vitest'
import './words.ts'
import { bodyOf, findRuleFaults, formOf, isClosed, questionOf } from './rule-form.ts'

const stored = {
  id: 4,
  name: 'North only',
  description: null,
  filter_type: 'Base',
  tables: [{ id: 7, table_name: 'orders', schema: 'main' }],
  roles: [{ id: 2, name: 'Alpha' }],
  group_key: 'region',
  clause: "region = 'north'",
} as const

test('a stored rule goes through the form unchanged', () => {
  expect(bodyOf(formOf(stored))).toEqual({
    name: 'North only',
    description: null,
    filter_type: 'Base',
    tables: [7],
    roles: [2],
    group_key: 'region',
    clause: "region = 'north'",
  })
  expect(formOf(stored).datasets).toEqual([{ value: 7, label: 'main.orders' }])
})

test('a rule needs a name, a dataset and a clause; roles may be left out', () => {
  expect(findRuleFaults(formOf(undefined))).toEqual({
    name: 'This field is required',
    datasets: 'Choose at least one dataset',
    clause: 'This field is required',
  })
  expect(findRuleFaults({ ...formOf(stored), roles: [] })).toEqual({})
  expect(findRuleFaults({ ...formOf(stored), name: '  ', clause: "a = 'b" })).toEqual({
    name: 'This field is required',
    clause: 'A parenthesis or a quote is not closed, or closed too often',
  })
})

test('a clause that leaves its parentheses is told before it is saved', () => {
  for (const clause of ["a = 'it''s (here'", 'a IN (1, 2)', '"odd )name" = 1', "owner = '{{ current_username() }}'", "a = {{ url_param(')') }}"])
    expect([clause, isClosed(clause)]).toEqual([clause, true])
  for (const clause of ['1 = 1) OR (1 = 1', '(a = 1', "a = 'b", 'a = 1)', '"a = 1']) expect([clause, isClosed(clause)]).toEqual([clause, false])
})

test('a warning holds for the clause and the datasets that were asked about, and for nothing else', () => {
  const form = formOf(stored)
  expect(questionOf({ ...form, name: 'Other', clause: `${form.clause} ` })).toBe(questionOf(form))
  expect(questionOf({ ...form, clause: 'region = 1' })).not.toBe(questionOf(form))
  expect(questionOf({ ...form, datasets: [] })).not.toBe(questionOf(form))
})
