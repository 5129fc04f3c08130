import { chance, numbers, texts } from './random.ts'

const buildings: readonly { readonly name: string; readonly kind: string; readonly city: string; readonly size: number; readonly heat: number }[] = [
  { name: 'Alder House', kind: 'Office', city: 'Bristol', size: 82, heat: 2.1 },
  { name: 'Beacon Hall', kind: 'School', city: 'Bristol', size: 54, heat: 3.4 },
  { name: 'Bridge Street 4', kind: 'Flats', city: 'Bristol', size: 61, heat: 2.8 },
  { name: 'Canal Works', kind: 'Workshop', city: 'Utrecht', size: 140, heat: 0.9 },
  { name: 'Corn Exchange', kind: 'Shop', city: 'Utrecht', size: 66, heat: 1.4 },
  { name: 'Dyers Court', kind: 'Flats', city: 'Utrecht', size: 58, heat: 2.6 },
  { name: 'Elm Library', kind: 'School', city: 'Utrecht', size: 37, heat: 2.2 },
  { name: 'Foundry One', kind: 'Workshop', city: 'Turin', size: 210, heat: 0.7 },
  { name: 'Foundry Two', kind: 'Workshop', city: 'Turin', size: 176, heat: 0.7 },
  { name: 'Gate Tower', kind: 'Office', city: 'Turin', size: 118, heat: 1.8 },
  { name: 'Granary Lofts', kind: 'Flats', city: 'Turin', size: 73, heat: 1.9 },
  { name: 'Harbour Pool', kind: 'Leisure', city: 'Copenhagen', size: 132, heat: 4.6 },
  { name: 'Hazel Nursery', kind: 'School', city: 'Copenhagen', size: 28, heat: 2.4 },
  { name: 'Ice Rink', kind: 'Leisure', city: 'Copenhagen', size: 190, heat: -1.6 },
  { name: 'Juniper Flats', kind: 'Flats', city: 'Copenhagen', size: 64, heat: 3.6 },
  { name: 'King Street 11', kind: 'Office', city: 'Edinburgh', size: 76, heat: 2.4 },
  { name: 'Lark Arcade', kind: 'Shop', city: 'Edinburgh', size: 59, heat: 1.7 },
  { name: 'Mill Lane School', kind: 'School', city: 'Edinburgh', size: 48, heat: 3.2 },
  { name: 'North Depot', kind: 'Workshop', city: 'Edinburgh', size: 96, heat: 1.1 },
  { name: 'Observatory', kind: 'Leisure', city: 'Edinburgh', size: 22, heat: 1.3 },
  { name: 'Park Row', kind: 'Flats', city: 'Lisbon', size: 52, heat: 0.8 },
  { name: 'Quay Market', kind: 'Shop', city: 'Lisbon', size: 88, heat: 0.5 },
  { name: 'River Studios', kind: 'Office', city: 'Lisbon', size: 71, heat: 0.9 },
  { name: 'Sail Loft', kind: 'Workshop', city: 'Lisbon', size: 63, heat: 0.4 },
]

/** Mean temperature and its swing over the year, by city. */
const climate = `CASE city WHEN 'Bristol' THEN 10.9 - 6.2 * cosine WHEN 'Utrecht' THEN 10.4 - 7.8 * cosine WHEN 'Turin' THEN 13.1 - 11.0 * cosine WHEN 'Copenhagen' THEN 8.8 - 8.9 * cosine WHEN 'Edinburgh' THEN 9.0 - 5.6 * cosine ELSE 17.2 - 5.9 * cosine END`

/** Hourly readings of 24 buildings over sixteen months: about 280 000. */
export const metersSql = `
  CREATE TABLE meter_readings AS
  WITH hours AS (
    SELECT unnest(generate_series(TIMESTAMP '2025-06-01', TIMESTAMP '2026-09-30 23:00', INTERVAL 1 HOUR)) AS read_at
  ),
  numbered AS (
    SELECT
      read_at,
      place,
      epoch(read_at)::BIGINT // 3600 * 32 + place AS row,
      hour(read_at) AS hour,
      isodow(read_at) AS weekday,
      cos(2 * pi() * (dayofyear(read_at) - 20) / 365.0) AS cosine
    FROM hours, range(1, ${buildings.length + 1}) AS places(place)
  ),
  named AS (
    SELECT
      *,
      (${texts(buildings.map(({ name }) => name))})[place] AS building,
      (${texts(buildings.map(({ kind }) => kind))})[place] AS kind,
      (${texts(buildings.map(({ city }) => city))})[place] AS city,
      (${numbers(buildings.map(({ size }) => size))})[place] AS size,
      (${numbers(buildings.map(({ heat }) => heat))})[place] AS heat
    FROM numbered
  ),
  weather AS (
    SELECT
      *,
      round(${climate} + 3.4 * sin(2 * pi() * (hour - 9) / 24.0)
        -- Warm and cold spells last about a week.
        + 4.2 * sin(epoch(read_at) / 86400.0 / 6.1 + length(city)) * sin(epoch(read_at) / 86400.0 / 17.3)
        + 1.2 * (${chance('row', 61)} - 0.5), 1) AS temperature
    FROM named
  ),
  measured AS (
    SELECT
      *,
      size * CASE kind
          WHEN 'Office' THEN CASE WHEN weekday < 6 AND hour BETWEEN 7 AND 18 THEN 1.0 ELSE 0.28 END
          WHEN 'School' THEN CASE WHEN weekday < 6 AND hour BETWEEN 7 AND 15 AND month(read_at) <> 8 THEN 1.0 ELSE 0.16 END
          WHEN 'Shop' THEN CASE WHEN hour BETWEEN 8 AND 20 AND weekday < 7 THEN 1.0 ELSE 0.22 END
          WHEN 'Workshop' THEN CASE WHEN weekday < 6 AND hour BETWEEN 6 AND 21 THEN 1.0 ELSE 0.12 END
          WHEN 'Leisure' THEN CASE WHEN hour BETWEEN 9 AND 22 THEN 0.9 ELSE 0.45 END
          ELSE 0.35 + 0.4 * exp(-pow((hour - 7.5) / 1.8, 2)) + 0.7 * exp(-pow((hour - 19.5) / 2.6, 2))
        END
        + heat * greatest(-6, 16 - temperature) + CASE WHEN temperature > 24 THEN (temperature - 24) * size * 0.03 ELSE 0 END AS base
    FROM weather
  )
  SELECT
    read_at,
    building,
    kind,
    city,
    temperature,
    -- A heating valve of Beacon Hall stood open for three weeks; the meter of North Depot was dead for five days.
    CASE WHEN building = 'North Depot' AND read_at BETWEEN TIMESTAMP '2026-05-04' AND TIMESTAMP '2026-05-08 23:00' THEN NULL
      ELSE round(greatest(1.2, base * (0.9 + 0.2 * ${chance('row', 62)})
        + CASE WHEN building = 'Beacon Hall' AND read_at BETWEEN TIMESTAMP '2026-01-12' AND TIMESTAMP '2026-02-01' THEN 46 ELSE 0 END), 2) END AS kwh
  FROM measured
  ORDER BY read_at, place`
