import type { Chart, ControlSection } from '@sightline/charts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { drawnForm, findProblems, isAltered, isStale, openExplore, reduceExplore, shownProblems, type ExploreState } from './state.ts'
import { switchType } from './switch-type.ts'

const chart = (id: string, sections: readonly ControlSection[]): Chart => ({
  id,
  name: id,
  description: '',
  category: '',
  tags: [],
  form: z.looseObject({}) as Chart['form'],
  sections,
  queries: () => [],
  picture: () => ({ kind: 'empty', title: '', hint: '', summary: '' }),
  example: { form: {}, frames: [] },
})

const line = chart('line', [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      { kind: 'metrics', name: 'metrics', label: 'Metrics', required: true },
      { kind: 'columns', name: 'groupby', label: 'Dimensions' },
      { kind: 'row-limit', name: 'row_limit', label: 'Row limit' },
      { kind: 'adhoc-filters', name: 'adhoc_filters', label: 'Filters' },
      { kind: 'metric', name: 'secondary_metric', label: 'Colour', required: true, visible: (form) => form['coloured'] === true },
    ],
  },
  { label: 'Look', tab: 'customize', expanded: true, controls: [{ kind: 'checkbox', name: 'show_legend', label: 'Legend', renderTrigger: true }] },
])
const pie = chart('pie', [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      { kind: 'metric', name: 'metric', label: 'Metric', required: true },
      { kind: 'columns', name: 'groupby', label: 'Dimensions' },
      { kind: 'adhoc-filters', name: 'adhoc_filters', label: 'Filters' },
    ],
  },
])

const form = {
  viz_type: 'line',
  datasource: '1__table',
  metrics: ['count', 'sum'],
  groupby: ['region'],
  row_limit: 100,
  adhoc_filters: [{ subject: 'a' }],
  show_legend: true,
}
const open = openExplore(form, form, true)
const set = (state: ExploreState, name: string, value: unknown): ExploreState => reduceExplore(state, { type: 'set', name, value })

test('a change of the question makes the chart stale, a change of its look only redraws it', () => {
  expect(isStale(set(open, 'groupby', ['channel']), line)).toBe(true)
  const look = set(open, 'show_legend', false)
  expect(isStale(look, line)).toBe(false)
  expect(drawnForm(look, line)).toMatchObject({ show_legend: false, groupby: ['region'] })
  expect(drawnForm(set(look, 'groupby', ['channel']), line)).toMatchObject({ show_legend: false, groupby: ['region'] })
})

test('running answers the form as it is now', () => {
  const ran = reduceExplore(set(open, 'groupby', ['channel']), { type: 'ran' })
  expect(isStale(ran, line)).toBe(false)
  expect(ran.runs).toBe(2)
})

test('empty and missing values do not count as altered', () => {
  expect(isAltered(set(open, 'extra', []))).toBe(false)
  expect(isAltered(set(open, 'row_limit', 5))).toBe(true)
})

test('EXP-5.01 EXP-5.02 required values and whole numbers are checked, for visible controls only', () => {
  expect(findProblems(line, { ...form, metrics: [], row_limit: 'many' })).toEqual({ metrics: 'empty', row_limit: 'integer' })
  expect(findProblems(line, { ...form, coloured: true })).toEqual({ secondary_metric: 'empty' })
  expect(findProblems(line, form)).toEqual({})
})

test('EXP-4.09 metrics, dimensions and filters carry over to the new type', () => {
  const next = switchType(form, pie, [])
  expect(next).toMatchObject({ viz_type: 'pie', datasource: '1__table', metric: 'count', groupby: ['region'], adhoc_filters: [{ subject: 'a' }] })
  expect(next).not.toHaveProperty('show_legend')
  expect(switchType(next, line, [])).toMatchObject({ viz_type: 'line', metrics: ['count'] })
})

test('EXP-4.08 going back to a type gives its form back, unless the dataset changed', () => {
  const left = reduceExplore(open, { type: 'typeChanged', form: switchType(form, pie, []) })
  expect(switchType(left.form, line, left.memory)).toBe(form)
  expect(switchType({ ...left.form, datasource: '2__table' }, line, left.memory)).not.toBe(form)
})

test('what is missing is a mistake only after somebody tried, or emptied it', () => {
  const fresh = openExplore({ ...form, metrics: [] }, undefined, false)
  const problemsOf = (state: ExploreState) => shownProblems(state, findProblems(line, state.form))
  expect(problemsOf(fresh)).toEqual({})
  expect(problemsOf(reduceExplore(fresh, { type: 'tried' }))).toEqual({ metrics: 'empty' })
  expect(problemsOf(set(set(fresh, 'metrics', ['count']), 'metrics', []))).toEqual({ metrics: 'empty' })
  expect(problemsOf(reduceExplore(reduceExplore(open, { type: 'ran' }), { type: 'typeChanged', form: { ...form, metrics: [] } }))).toEqual({})
})

test('EXP-4.12 a control that becomes hidden goes back to its default, unless it keeps its value', () => {
  const kinds = chart('kinds', [
    {
      label: '',
      tab: 'data',
      expanded: true,
      controls: [
        { kind: 'slider', name: 'radius', label: 'Radius', visible: (of) => of['donut'] === true },
        { kind: 'columns', name: 'groupby', label: 'Dimensions', visible: (of) => of['donut'] === true, resetOnHide: false },
        { kind: 'text', name: 'note', label: 'Note', visible: (of) => of['donut'] === true },
      ],
    },
  ])
  const withDefault = { ...kinds, form: z.looseObject({ radius: z.number().default(30) }) as Chart['form'] }
  const state = openExplore({ donut: true, radius: 80, groupby: ['region'], note: 'x' }, undefined, false)
  const hidden = reduceExplore(state, { type: 'set', name: 'donut', value: false, rules: { chart: withDefault } })
  expect(hidden.form).toEqual({ donut: false, radius: 30, groupby: ['region'] })
})

test('EXP-4.13 nothing is drawn from a control with an error', () => {
  const sized = chart('sized', [
    { label: '', tab: 'customize', expanded: true, controls: [{ kind: 'number', name: 'margin', label: 'Margin', renderTrigger: true }] },
  ])
  const typed = set(openExplore({ viz_type: 'sized', margin: 4 }, undefined, true), 'margin', 'wide')
  expect(drawnForm(typed, sized, findProblems(sized, typed.form))).toMatchObject({ margin: 4 })
  expect(drawnForm(set(typed, 'margin', 8), sized, {})).toMatchObject({ margin: 8 })
})
