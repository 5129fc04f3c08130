import { expect, test } from 'vitest'
import '../../words.ts'
import { faultsOf, firstValues, readScheduleForm, scheduleInfo } from './schedule-form.ts'
import { readSpokenMoment } from './spoken-moment.ts'

/** A Sunday. */
const now = new Date(2026, 10, 15, 14, 20, 33)
const spoken = (text: string): string | undefined => {
  const at = readSpokenMoment(text, now)
  return at && `${at.getMonth() + 1}-${at.getDate()} ${at.getHours()}:${at.getMinutes()}`
}

test('moments are understood as operators write them', () => {
  expect(
    ['now', 'tomorrow at 9am', 'tomorrow 9:30pm', 'in 3 days', '2 hours from now', 'next monday at 08:15', 'sunday noon', 'today at 17'].map(spoken),
  ).toEqual(['11-15 14:20', '11-16 9:0', '11-16 21:30', '11-18 14:20', '11-15 16:20', '11-16 8:15', '11-22 12:0', '11-15 17:0'])
  expect(spoken('2026-12-01T10:00')).toBe('12-1 10:0')
  expect(['some day', 'tomorrow at 27:00', ''].map(spoken)).toEqual([undefined, undefined, '11-15 14:20'])
})

const conf = {
  JSONSCHEMA: {
    title: 'Schedule',
    required: ['start', 'output'],
    properties: {
      output: { type: 'string', title: 'Output table' },
      start: { type: 'string', format: 'date-time', default: 'tomorrow at 9am' },
      end: { type: 'string', format: 'date-time', default: 'in 30 days' },
      every: { type: 'string', enum: ['day', 'week'], enumNames: ['Each day', 'Each week'], default: 'day' },
      tries: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
      mail: { type: 'boolean' },
    },
  },
  UISCHEMA: { 'ui:order': ['start', 'end'], output: { 'ui:placeholder': 'schema.table' } },
  VALIDATION: [{ name: 'less_equal', arguments: ['start', 'end'], message: 'The end cannot be before the start.', container: 'end' }],
}

test('a schedule form is made from what the operator described', () => {
  expect(readScheduleForm({})).toBeUndefined()
  const form = readScheduleForm(conf)!
  expect(form.fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    ['start', 'moment', true],
    ['end', 'moment', false],
    ['output', 'text', true],
    ['every', 'choice', false],
    ['tries', 'number', false],
    ['mail', 'flag', false],
  ])
  expect(firstValues(form, now)).toEqual({ start: '2026-11-16T09:00', end: '2026-12-15T14:20', output: '', every: 'day', tries: '2', mail: false })
})

test('a schedule is checked field by field and by the rules between fields', () => {
  const form = readScheduleForm(conf)!
  const values = firstValues(form, now)
  expect(faultsOf(form, values)).toEqual({ output: 'Fill this in' })
  expect(faultsOf(form, { ...values, output: 'a', tries: '9', end: '2026-11-01T00:00' })).toEqual({
    tries: 'At most 5',
    end: 'The end cannot be before the start.',
  })
  expect(faultsOf(form, { ...values, output: 'a', tries: '1.5' })).toEqual({ tries: 'Write a number' })
  expect(scheduleInfo(form, { ...values, output: 'a', end: '' })).toEqual({
    start: new Date(2026, 10, 16, 9).toISOString(),
    output: 'a',
    every: 'day',
    tries: 2,
    mail: false,
  })
})
