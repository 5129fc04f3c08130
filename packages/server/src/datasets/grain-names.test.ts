import { connectors } from '@sightline/connectors'
import { timeGrains } from '@sightline/contract'
import { expect, test } from 'vitest'
import { grainChoices } from './grain-names.ts'

const choicesOf = (id: string) => grainChoices(connectors.find((one) => one.id === id)!.dialect)

test('EXP-9.03 every grain that exists has a name, and a database offers those it can cut times to', () => {
  expect(
    choicesOf('sqlite')
      .map(([grain]) => grain)
      .toSorted(),
  ).toEqual(timeGrains.toSorted())
  expect(
    choicesOf('trino')
      .map(([grain]) => grain)
      .toSorted(),
  ).toEqual(timeGrains.toSorted())
  const short = ['PT1S', 'PT1M', 'PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y']
  expect(choicesOf('postgresql').map(([grain]) => grain)).toEqual(short)
  expect(choicesOf('duckdb').map(([grain]) => grain)).toEqual(short)
  expect(Object.fromEntries(choicesOf('sqlite'))).toMatchObject({
    PT5S: '5 second',
    PT30M: '30 minute',
    PT6H: '6 hour',
    '1969-12-28T00:00:00Z/P1W': 'Week starting Sunday',
    'P1W/1970-01-03T00:00:00Z': 'Week ending Saturday',
  })
})
