import { expect, test } from 'vitest'
import { isTimeZone, momentAt, offsetAt, offsetsBetween, wallClock } from './wall-clock.ts'

/** Zones of every kind: whole, half and quarter hours, both hemispheres, none, changed laws, changes at midnight and by half an hour. */
const zones = (
  'America/New_York America/Chicago America/Denver America/Los_Angeles America/Anchorage America/Halifax America/St_Johns America/Sao_Paulo America/Asuncion America/Santiago ' +
  'America/Mexico_City America/Havana America/Caracas America/Argentina/Buenos_Aires Pacific/Honolulu Pacific/Auckland Pacific/Chatham Pacific/Apia Pacific/Kiritimati Pacific/Marquesas ' +
  'Europe/London Europe/Dublin Europe/Lisbon Europe/Berlin Europe/Paris Europe/Madrid Europe/Rome Europe/Warsaw Europe/Athens Europe/Istanbul Europe/Moscow Europe/Kiev Atlantic/Azores ' +
  'Africa/Cairo Africa/Casablanca Africa/Johannesburg Africa/Lagos Africa/Nairobi Asia/Tokyo Asia/Shanghai Asia/Kolkata Asia/Kathmandu Asia/Tehran Asia/Kabul Asia/Dubai Asia/Beirut ' +
  'Asia/Gaza Asia/Singapore Asia/Yangon Australia/Sydney Australia/Adelaide Australia/Eucla Australia/Lord_Howe'
).split(' ')

test('T32 a moment and what the clocks show are each other’s inverse, an hour around every change of clocks in 53 zones', { timeout: 60_000 }, () => {
  expect(zones.length).toBeGreaterThanOrEqual(50)
  const [from, to] = [Date.UTC(2017, 0, 1), Date.UTC(2023, 0, 1)]
  for (const zone of zones) {
    expect(isTimeZone(zone), zone).toBe(true)
    const clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' })
    for (const { from: change } of offsetsBetween(from, to, zone).slice(1)) {
      for (let minutes = -150; minutes <= 150; minutes += 30) {
        const moment = change + minutes * 60_000
        const wall = wallClock(moment, zone)
        expect(new Date(wall).toISOString().slice(0, 19).replace('T', ' '), `${zone} ${moment}`).toBe(clock.format(moment).replace(', ', ' '))
        // A time that comes twice is the first of the two; everything else comes back as it was.
        const back = momentAt(wall, zone)
        expect(wallClock(back, zone), `${zone} ${moment}`).toBe(wall)
        expect(back, `${zone} ${moment}`).toBeLessThanOrEqual(moment)
        if (offsetAt(moment - 7_200_000, zone) <= offsetAt(moment, zone)) expect(back, `${zone} ${moment}`).toBe(moment)
      }
    }
  }
})

test('T32 a time that the clocks leave out is the moment after the change', () => {
  const wall = (text: string) => Date.parse(`${text}Z`)
  expect(momentAt(wall('2021-03-28T02:30:00'), 'Europe/Berlin')).toBe(Date.parse('2021-03-28T01:30:00Z'))
  // There was no midnight: the day began at one.
  expect(momentAt(wall('2018-11-04T00:00:00'), 'America/Sao_Paulo')).toBe(Date.parse('2018-11-04T03:00:00Z'))
  // There was no such day: it left the calendar of these islands.
  expect(new Date(momentAt(wall('2011-12-30T12:00:00'), 'Pacific/Apia')).toISOString()).toBe('2011-12-30T22:00:00.000Z')
})

test('an unknown zone is UTC, and times before and after the usual ones have their zone too', () => {
  expect(isTimeZone('Mars/Olympus')).toBe(false)
  expect(isTimeZone('+02:00')).toBe(false)
  expect(offsetAt(0, 'Mars/Olympus')).toBe(0)
  expect(offsetAt(Date.UTC(1950, 6, 1), 'America/New_York')).toBe(-4 * 3_600_000)
  expect(offsetAt(Date.UTC(2050, 0, 1), 'America/New_York')).toBe(-5 * 3_600_000)
  expect(wallClock(NaN, 'America/New_York')).toBeNaN()
})
