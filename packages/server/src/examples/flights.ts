import { cities } from './cities.ts'
import { bell, chance, numbers, pickPlace, texts } from './random.ts'

const ports = cities.filter(({ name }) => !['Utrecht', 'Turin', 'Cork', 'Bristol'].includes(name))
const weights = ports.map(({ weight }) => weight)
const named = texts(ports.map(({ name }) => name))
const latitudes = numbers(ports.map(({ latitude }) => latitude))
const longitudes = numbers(ports.map(({ longitude }) => longitude))

/** About 190 000 flights of four invented carriers between twenty cities, over two years. */
export const flightsSql = `
  CREATE TABLE flights AS
  WITH days AS (
    SELECT day, (day - DATE '2024-10-01')::BIGINT AS number
    FROM (SELECT unnest(generate_series(TIMESTAMP '2024-10-01', TIMESTAMP '2026-09-30', INTERVAL 1 DAY))::DATE AS day)
  ),
  numbered AS (
    SELECT day, number * 1024 + k AS row
    FROM (
      SELECT day, number, unnest(range((258 * (1 + 0.19 * sin(2 * pi() * (dayofyear(day) - 110) / 365.0)) * ([1.06, 0.97, 0.98, 1.04, 1.12, 0.86, 0.97])[isodow(day)])::BIGINT)) AS k
      FROM days)
  ),
  routed AS (
    SELECT
      *,
      ${pickPlace(weights, chance('row', 71))} AS start,
      ${pickPlace(weights, chance('row', 72))} AS finish,
      (['Northwind Air', 'Aurelia', 'Blue Meridian', 'Kestrel'])[${pickPlace([34, 29, 22, 15], chance('row', 73))}] AS carrier,
      (5 + floor(${chance('row', 74)} * 18))::INTEGER AS hour
    FROM numbered
  ),
  measured AS (
    SELECT
      *,
      CASE WHEN finish = start THEN 1 + finish % ${ports.length} ELSE finish END AS landing,
      (CASE carrier WHEN 'Kestrel' THEN 4 WHEN 'Northwind Air' THEN 9 ELSE 6 END
        + 13 * greatest(0, ${bell('row', 75)})
        -- Delays pile up over the day, in snow and in the strike of controllers.
        + (hour - 5) * 0.7
        + CASE WHEN month(day) IN (12, 1, 2) THEN 7 WHEN month(day) IN (7, 8) THEN 5 ELSE 0 END
        + CASE WHEN day BETWEEN DATE '2026-01-07' AND DATE '2026-01-10' THEN 48 WHEN day = DATE '2025-09-18' THEN 63 ELSE 0 END
        - 22 * ln(1.0001 - ${chance('row', 78)}) * CASE WHEN ${chance('row', 79)} < 0.22 THEN 1 ELSE 0.05 END
        - 9)::INTEGER AS delay,
      ${chance('row', 80)} AS by_cancel,
      ${chance('row', 81)} AS by_load
    FROM routed
  ),
  placed AS (
    SELECT
      *,
      (${latitudes})[start] AS origin_latitude,
      (${longitudes})[start] AS origin_longitude,
      (${latitudes})[landing] AS destination_latitude,
      (${longitudes})[landing] AS destination_longitude,
      by_cancel < CASE WHEN day BETWEEN DATE '2026-01-07' AND DATE '2026-01-10' THEN 0.24 WHEN day = DATE '2025-09-18' THEN 0.31 ELSE 0.011 END AS is_cancelled
    FROM measured
  )
  SELECT
    row AS flight_id,
    day::TIMESTAMP + to_minutes((hour * 60 + 5 * floor(by_load * 12))::INTEGER) AS departs_at,
    carrier,
    (${named})[start] AS origin,
    origin_latitude,
    origin_longitude,
    (${named})[landing] AS destination,
    destination_latitude,
    destination_longitude,
    round(12742 * asin(sqrt(pow(sin(radians(destination_latitude - origin_latitude) / 2), 2) + cos(radians(origin_latitude)) * cos(radians(destination_latitude)) * pow(sin(radians(destination_longitude - origin_longitude) / 2), 2))))::INTEGER AS distance_km,
    CASE carrier WHEN 'Kestrel' THEN 98 WHEN 'Aurelia' THEN 186 ELSE 174 END AS seats,
    CASE WHEN is_cancelled THEN 0 ELSE (CASE carrier WHEN 'Kestrel' THEN 98 WHEN 'Aurelia' THEN 186 ELSE 174 END
      * least(1, greatest(0.3, 0.76 + 0.1 * sin(2 * pi() * (dayofyear(day) - 110) / 365.0) + 0.26 * (by_load - 0.5))))::INTEGER END AS passengers,
    CASE WHEN NOT is_cancelled THEN delay END AS delay_minutes,
    is_cancelled
  FROM placed
  ORDER BY departs_at, row`
