import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { printWallClock, wallClockIn } from './calendar.ts'
import { readTimeRange } from './time-range.ts'

const now = new Date('2016-11-07T09:30:10Z')
const read = (text: string, more: object = {}) => {
  const result = readTimeRange(text, { now, ...more })
  if (!result.ok) return result.problem.message
  const print = (date: Date | null) => (date ? printWallClock(date).replace('T00:00:00', '') : null)
  return [print(result.value.since), print(result.value.until)]
}

describe('EXP-5.16 the texts of a time range', () => {
  test.each([
    ['Last day', '2016-11-06', '2016-11-07'],
    ['Last week', '2016-10-31', '2016-11-07'],
    ['Last month', '2016-10-07', '2016-11-07'],
    ['Last quarter', '2016-08-07', '2016-11-07'],
    ['Last year', '2015-11-07', '2016-11-07'],
    ['Last 5 months', '2016-06-07', '2016-11-07'],
    ['Next 5 months', '2016-11-07', '2017-04-07'],
    [' : now', null, '2016-11-07T09:30:10'],
    ['yesterday : tomorrow', '2016-11-06', '2016-11-08'],
    ['2018-01-01T00:00:00 : 2018-12-31T23:59:59', '2018-01-01', '2018-12-31T23:59:59'],
    ['previous calendar week', '2016-10-31', '2016-11-07'],
    ['previous calendar month', '2016-10-01', '2016-11-01'],
    ['previous calendar year', '2015-01-01', '2016-01-01'],
    ['previous calendar quarter', '2016-07-01', '2016-10-01'],
    ['Current week', '2016-11-07', '2016-11-14'],
    ['Current quarter', '2016-10-01', '2017-01-01'],
    ['start of this month : ', '2016-11-01', null],
    ['end of this month : ', '2016-11-30', null],
    ["DATEADD(DATETIME('today'), 2, quarter) : ", '2017-05-07', null],
    ["DATETRUNC(DATETIME('now'), quarter) : ", '2016-10-01', null],
    ["LASTDAY(DATETIME('now'), month) : ", '2016-11-30', null],
    ["HOLIDAY('Christmas') : ", '2016-12-25', null],
    ["HOLIDAY('Thanksgiving', DATETIME('2021'), 'US') : ", '2021-11-25', null],
    ["DATEADD(DATETIME('2016-01-31'), DATEDIFF(DATETIME('2016-01-01'), DATETIME('2016-01-04')), day) : ", '2016-02-03', null],
    ['DATEADD(DATETIME("today"), -1, month,) : today', '2016-10-07', '2016-11-07'],
    ['May : 3 days ago', '2016-05-01', '2016-11-04'],
    ['last monday : next week', '2016-10-31', '2016-11-14'],
    ['1 hour ago : in 2 hours', '2016-11-07T08:30:10', '2016-11-07T11:30:10'],
    ['yesterday at 7 pm : noon', '2016-11-06T19:00:00', '2016-11-07T12:00:00'],
    ['2016-01-01T00:00:00+02:00 : 2016-01-02', '2015-12-31T22:00:00', '2016-01-02'],
    ['No filter', null, null],
  ])('%s', (text, since, until) => {
    expect(read(text)).toEqual([since, until])
  })

  test('relative ranges count from now where the query says so', () => {
    expect(read('Last week', { relativeEnd: 'now' })).toEqual(['2016-10-31', '2016-11-07T09:30:10'])
    expect(read('Last week', { relativeStart: 'now' })).toEqual(['2016-10-31T09:30:10', '2016-11-07'])
    expect(read('Last week', { relativeStart: 'now', relativeEnd: 'now' })).toEqual(['2016-10-31T09:30:10', '2016-11-07T09:30:10'])
  })

  test('a shift moves both ends', () => {
    expect(read('yesterday : tomorrow', { timeShift: '1 day' })).toEqual(['2016-11-05', '2016-11-07'])
  })

  test('what cannot be read is refused with a reason', () => {
    expect(read('5 days : now')).toMatch(/ambiguous/)
    expect(read('tomorrow : yesterday')).toBe('From date cannot be larger than to date')
    expect(read('2021-02-31 : now')).toMatch(/2021-02-31/)
    expect(read('DATETRUNC(DATETIME("2021"), decade) : ')).toMatch(/found 'decade'/)
    expect(read(`${'DATETRUNC('.repeat(5000)} : `)).toMatch(/deep|Expected/)
  })
})

test('EXP-5.16 the recorded ranges are read as the reference product reads them', () => {
  const file = fileURLToPath(new URL('../../../../goldens/cases/explore/time-range.json', import.meta.url))
  const cases = JSON.parse(readFileSync(file, 'utf8')) as {
    request: { query: { q: string } }
    reply: { status: number; body: { result: { since: string; until: string } } }
    compare?: object
  }[]
  expect(cases.length).toBeGreaterThan(25)
  for (const { request, reply, compare } of cases) {
    const text = request.query.q.slice(1, -1).replaceAll("!'", "'")
    const range = readTimeRange(text, { now: new Date('2026-11-15T12:00:00Z') })
    if (reply.status !== 200) expect(range.ok, text).toBe(false)
    else if (range.ok) {
      expect(range.value.since ? printWallClock(range.value.since) : '', text).toBe(reply.body.result.since)
      if (!compare) expect(range.value.until ? printWallClock(range.value.until) : '', text).toBe(reply.body.result.until)
    } else expect.fail(`${text}: ${range.problem.message}`)
  }
})

test('today is the day on the wall of the zone', () => {
  const late = new Date('2026-03-01T23:30:00Z')
  expect(printWallClock(wallClockIn(late, 'Asia/Tokyo'))).toBe('2026-03-02T08:30:00')
  expect(printWallClock(wallClockIn(late, 'America/New_York'))).toBe('2026-03-01T18:30:00')
})
