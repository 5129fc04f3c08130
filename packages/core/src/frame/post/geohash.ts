import { ok } from '../../result.ts'
import { columnsNamed, isColumnNamed, putColumns, refuseMissing, refuseStep, toNumber, type TableColumn } from '../table.ts'
import type { Options } from './options.ts'
import type { Step } from './step.ts'

const alphabet = '0123456789bcdefghjkmnpqrstuvwxyz'

/** The middle of the cell that a geohash names; null if it is none. */
function decode(hash: string): readonly [latitude: number, longitude: number] | null {
  const ranges = [
    [-180, 180],
    [-90, 90],
  ] as [[number, number], [number, number]]
  let at = 0
  for (const letter of hash.toLowerCase()) {
    const value = alphabet.indexOf(letter)
    if (value < 0) return null
    for (let bit = 4; bit >= 0; bit--, at ^= 1) {
      const range = ranges[at as 0 | 1]
      const middle = (range[0] + range[1]) / 2
      if ((value >> bit) & 1) range[0] = middle
      else range[1] = middle
    }
  }
  return hash === '' ? null : [(ranges[1][0] + ranges[1][1]) / 2, (ranges[0][0] + ranges[0][1]) / 2]
}

function encode(latitude: number, longitude: number, letters = 12): string {
  const ranges = [
    [-180, 180, longitude],
    [-90, 90, latitude],
  ] as [[number, number, number], [number, number, number]]
  let [text, at] = ['', 0]
  while (text.length < letters) {
    let value = 0
    for (let bit = 0; bit < 5; bit++, at ^= 1) {
      const range = ranges[at as 0 | 1]
      const middle = (range[0] + range[1]) / 2
      const isUpper = range[2] >= middle
      value = value * 2 + (isUpper ? 1 : 0)
      if (isUpper) range[0] = middle
      else range[1] = middle
    }
    text += alphabet[value]
  }
  return text
}

const nameIn = (options: Options, key: string): string => (typeof options[key] === 'string' ? options[key] : '')

export const geohashDecode: Step = (table, options) => {
  const [source] = columnsNamed(table, nameIn(options, 'geohash'))
  if (!source) return refuseMissing()
  if (!nameIn(options, 'longitude') || !nameIn(options, 'latitude')) return refuseStep('Names of the longitude and latitude columns are missing')
  const places = source.values.map((cell) => (typeof cell === 'string' ? decode(cell) : null))
  if (places.some((place, row) => place === null && source.values[row] !== null)) return refuseStep('Invalid geohash string')
  const column = (key: string, part: 0 | 1) => ({
    parts: [nameIn(options, key)],
    kind: 'numeric' as const,
    type: '',
    values: places.map((place) => place?.[part] ?? null),
  })
  return ok(putColumns(table, [column('latitude', 0), column('longitude', 1)]))
}

export const geohashEncode: Step = (table, options) => {
  const [latitude] = columnsNamed(table, nameIn(options, 'latitude'))
  const [longitude] = columnsNamed(table, nameIn(options, 'longitude'))
  if (!latitude || !longitude) return refuseMissing()
  const values = latitude.values.map((cell, row) => {
    const [north, east] = [toNumber(cell), toNumber(longitude.values[row])]
    return north === null || east === null ? null : encode(north, east)
  })
  const place = (name: string, source: TableColumn): readonly TableColumn[] => (isColumnNamed(table, name) ? [] : [{ ...source, parts: [name] }])
  const hash: TableColumn = { parts: [nameIn(options, 'geohash') || 'geohash'], kind: 'string', type: '', values }
  // Clients find the two numbers under their plain names as well.
  return ok(putColumns(table, [...place('latitude', latitude), ...place('longitude', longitude), hash]))
}

/** `lat,lon[,altitude]` in one text column. */
export const geodeticParse: Step = (table, options) => {
  const [source] = columnsNamed(table, nameIn(options, 'geodetic'))
  if (!source) return refuseMissing()
  const places = source.values.map((cell) => (typeof cell === 'string' ? cell.split(/[,;\s]+/).map(Number) : null))
  if (places.some((place) => place !== null && (place.length < 2 || place.some((part) => !Number.isFinite(part))))) return refuseStep('Invalid geodetic string')
  const named = (['latitude', 'longitude', 'altitude'] as const).filter((key) => nameIn(options, key) !== '')
  return ok(
    putColumns(
      table,
      named.map((key) => {
        const part = { latitude: 0, longitude: 1, altitude: 2 }[key]
        return { parts: [nameIn(options, key)], kind: 'numeric', type: '', values: places.map((place) => (place ? (place[part] ?? 0) : null)) }
      }),
    ),
  )
}
