import { cities } from './cities.ts'
import { bell, chance, numbers, pickPlace, texts } from './random.ts'

/** First and last day of everything that is sold, visited and asked. Fixed, so that the numbers never change. */
const firstDay = '2024-01-01'
const lastDay = '2026-09-30'

/**
 * How busy each day is, as a table of days: growth, a spring peak for the garden, the weeks before the holidays, weekends, two sale days,
 * and what went wrong: a flooded warehouse, a day without a shop, a strike of carriers.
 */
const busyDays = `
  SELECT
    day,
    (day - DATE '${firstDay}')::BIGINT AS number,
    (1 + 0.38 * (day - DATE '${firstDay}') / 1003.0)
      * (1 + 0.16 * sin(2 * pi() * (dayofyear(day) - 70) / 365.0) + 0.62 * exp(-pow((dayofyear(day) - 342) / 13.0, 2)))
      * ([1.02, 0.95, 0.93, 0.96, 1.05, 1.19, 1.16])[isodow(day)]
      * CASE WHEN day IN (DATE '2024-11-29', DATE '2025-11-28') THEN 1.9 ELSE 1 END
      * CASE WHEN day BETWEEN DATE '2025-03-11' AND DATE '2025-03-19' THEN 0.42 ELSE 1 END
      * CASE WHEN day = DATE '2026-02-17' THEN 0.12 ELSE 1 END
      * CASE WHEN day BETWEEN DATE '2026-06-08' AND DATE '2026-06-14' THEN 0.74 ELSE 1 END
      * (1 + 0.05 * ${bell("(day - DATE '2000-01-01')", 90)}) AS busyness
  FROM (SELECT unnest(generate_series(TIMESTAMP '${firstDay}', TIMESTAMP '${lastDay}', INTERVAL 1 DAY))::DATE AS day)`

/** Mornings, then a peak after supper. */
const secondOfDay = (row: string, salt: number): string =>
  `CASE WHEN ${chance(row, salt)} < 0.36 THEN (72000 + 7200 * ${bell(row, salt + 1)})::BIGINT ELSE (46800 + 25200 * ${bell(row, salt + 1)} / 1.5)::BIGINT END`

const products: readonly { readonly category: string; readonly name: string; readonly price: number; readonly weight: number }[] = [
  { category: 'Garden', name: 'Cedar raised bed', price: 89, weight: 6 },
  { category: 'Garden', name: 'Copper watering can', price: 34.5, weight: 9 },
  { category: 'Garden', name: 'Bulb collection', price: 18.9, weight: 12 },
  { category: 'Garden', name: 'Folding bench', price: 129, weight: 4 },
  { category: 'Kitchen', name: 'Cast iron pan', price: 59, weight: 8 },
  { category: 'Kitchen', name: 'Stoneware set', price: 74, weight: 6 },
  { category: 'Kitchen', name: 'Pour-over kettle', price: 46, weight: 8 },
  { category: 'Kitchen', name: 'Linen tea towels', price: 16.5, weight: 11 },
  { category: 'Living', name: 'Wool throw', price: 65, weight: 8 },
  { category: 'Living', name: 'Oak side table', price: 149, weight: 4 },
  { category: 'Living', name: 'Beeswax candles', price: 14.9, weight: 12 },
  { category: 'Lighting', name: 'Reading lamp', price: 79, weight: 6 },
  { category: 'Lighting', name: 'Terrace lanterns', price: 42, weight: 7 },
  { category: 'Bedroom', name: 'Linen bedding', price: 119, weight: 6 },
  { category: 'Bedroom', name: 'Down pillow', price: 49, weight: 7 },
  { category: 'Bedroom', name: 'Cotton pyjamas', price: 38, weight: 6 },
]

const categoryOf = texts(products.map(({ category }) => category))
const nameOf = texts(products.map(({ name }) => name))
/** What a piece costs the shop, as a share of its price. */
const costOf = numbers(products.map(({ name, price }) => Math.round((0.41 + ((name.length * 7) % 11) / 50 + (price > 100 ? 0.06 : 0)) * 100) / 100))
const priceOf = numbers(products.map(({ price }) => price))

/** About 640 000 orders of an invented home and garden shop. */
export const ordersSql = `
  CREATE TABLE orders AS
  WITH days AS (${busyDays}),
  numbered AS (
    SELECT day, number * 4096 + k AS row, number / 1003.0 AS age
    FROM (SELECT day, number, unnest(range((505 * busyness)::BIGINT)) AS k FROM days)
  ),
  chosen AS (
    SELECT
      row,
      age,
      day,
      day::TIMESTAMP + to_seconds(${secondOfDay('row', 1)}) AS ordered_at,
      -- The south was opened last and grows fastest: its cities stand at the end of the list.
      CASE WHEN ${chance('row', 15)} < 0.13 * age THEN ${cities.length - 4} + floor(${chance('row', 16)} * 5)::INTEGER
        ELSE ${pickPlace(
          cities.map(({ weight }) => weight),
          chance('row', 5),
        )} END AS place,
      CASE
        -- Spring is for the garden, and the south never stops.
        WHEN ${chance('row', 6)} < 0.26 * greatest(0, sin(2 * pi() * (dayofyear(day) - 45) / 365.0)) THEN 1 + floor(${chance('row', 7)} * 4)::INTEGER
        ELSE ${pickPlace(
          products.map(({ weight }) => weight),
          chance('row', 7),
        )}
      END AS item,
      ${chance('row', 8)} AS by_channel,
      ${chance('row', 9)} AS by_quantity,
      ${chance('row', 10)} AS by_discount,
      ${chance('row', 11)} AS by_return,
      ${chance('row', 12)} AS by_customer,
      ${chance('row', 13)} AS by_delivery,
      ${chance('row', 14)} AS by_cost
    FROM numbered
  ),
  priced AS (
    SELECT
      *,
      (${texts(cities.map(({ region }) => region))})[place] AS region,
      (${categoryOf})[item] AS category,
      CASE WHEN by_channel < 0.46 + 0.16 * age THEN 'Web shop' WHEN by_channel < 0.66 + 0.12 * age THEN 'App' WHEN by_channel < 0.9 + 0.05 * age THEN 'Stores' ELSE 'Trade' END AS channel,
      CASE WHEN by_quantity < 0.62 THEN 1 WHEN by_quantity < 0.84 THEN 2 WHEN by_quantity < 0.94 THEN 3 ELSE 4 + floor(by_quantity * 100)::INTEGER % 5 END
        * CASE WHEN channel = 'Trade' THEN 4 ELSE 1 END AS quantity,
      round((${priceOf})[item] * (1 + 0.09 * age), 2) AS unit_price,
      CASE
        WHEN month(day) IN (1, 7) AND by_discount < 0.45 THEN 0.2
        WHEN day IN (DATE '2024-11-29', DATE '2025-11-28') THEN 0.3
        WHEN by_discount < 0.09 THEN 0.1
        ELSE 0
      END AS discount
    FROM chosen
  )
  SELECT
    row AS order_id,
    ordered_at,
    (day + (1 + floor(by_delivery * 3) + CASE WHEN isodow(day) > 5 THEN 1 ELSE 0 END + CASE WHEN region IN ('South', 'North') THEN 1 ELSE 0 END
      + CASE WHEN dayofyear(day) BETWEEN 335 AND 360 THEN 1 ELSE 0 END + CASE WHEN day BETWEEN DATE '2026-06-06' AND DATE '2026-06-14' THEN 6 WHEN day BETWEEN DATE '2025-03-09' AND DATE '2025-03-19' THEN 4 ELSE 0 END)::INTEGER)::DATE AS delivered_on,
    1 + floor(pow(by_customer, 1.7) * 84000)::BIGINT AS customer_id,
    region,
    (${texts(cities.map(({ country }) => country))})[place] AS country,
    (${texts(cities.map(({ name }) => name))})[place] AS city,
    (${numbers(cities.map(({ latitude }) => latitude))})[place] AS latitude,
    (${numbers(cities.map(({ longitude }) => longitude))})[place] AS longitude,
    channel,
    category,
    (${nameOf})[item] AS product,
    quantity::INTEGER AS quantity,
    unit_price::DECIMAL(10, 2) AS unit_price,
    discount::DECIMAL(4, 2) AS discount,
    (quantity * unit_price * (1 - discount))::DECIMAL(12, 2) AS revenue,
    (quantity * unit_price * (${costOf})[item] * (0.94 + 0.12 * by_cost))::DECIMAL(12, 2) AS cost,
    by_return < CASE
      -- A batch of lanterns that let the rain in.
      WHEN category = 'Lighting' AND day BETWEEN DATE '2025-06-01' AND DATE '2025-08-31' THEN 0.17
      WHEN category = 'Bedroom' THEN 0.062
      WHEN channel = 'Stores' THEN 0.012
      ELSE 0.028
    END AS is_returned
  FROM priced
  ORDER BY ordered_at, row`

/** About 520 000 visits to the shop's pages. */
export const sessionsSql = `
  CREATE TABLE web_sessions AS
  WITH days AS (${busyDays}),
  numbered AS (
    SELECT day, number * 4096 + k AS row, number / 1003.0 AS age
    FROM (SELECT day, number, unnest(range((408 * (0.6 + 0.4 * busyness) * CASE WHEN day BETWEEN DATE '2026-04-20' AND DATE '2026-05-03' THEN 1.35 ELSE 1 END)::BIGINT)) AS k FROM days)
  ),
  chosen AS (
    SELECT
      row,
      day,
      age,
      day::TIMESTAMP + to_seconds(${secondOfDay('row', 21)}) AS started_at,
      ${pickPlace(
        cities.map(({ weight }) => weight),
        chance('row', 25),
      )} AS place,
      ${chance('row', 26)} AS by_device,
      -- A campaign in the spring of 2026 brought many who only looked.
      CASE WHEN day BETWEEN DATE '2026-04-20' AND DATE '2026-05-03' AND ${chance('row', 27)} < 0.3 THEN 'Social'
        ELSE (['Search', 'Direct', 'Newsletter', 'Social', 'Partners', 'Advertising'])[${pickPlace([38, 24, 13, 10, 6, 9], chance('row', 28))}] END AS source,
      ${chance('row', 29)} AS by_pages,
      ${chance('row', 30)} AS by_purchase,
      ${chance('row', 31)} AS by_page
    FROM numbered
  ),
  described AS (
    SELECT
      *,
      CASE WHEN by_device < 0.47 + 0.13 * age THEN 'Phone' WHEN by_device < 0.58 + 0.1 * age THEN 'Tablet' ELSE 'Computer' END AS device,
      CASE WHEN by_pages < CASE source WHEN 'Social' THEN 0.52 WHEN 'Advertising' THEN 0.45 WHEN 'Newsletter' THEN 0.21 WHEN 'Direct' THEN 0.27 ELSE 0.34 END THEN 1 ELSE (1 - 4.2 * ln(1.0001 - by_pages))::INTEGER + 1 END AS pages
    FROM chosen
  )
  SELECT
    row AS session_id,
    started_at,
    (${texts(cities.map(({ country }) => country))})[place] AS country,
    device,
    source,
    (['/', '/garden', '/kitchen', '/sale', '/journal', '/lighting', '/bedroom'])[${pickPlace([30, 18, 14, 14, 9, 8, 7], 'by_page')}] AS landing_page,
    pages,
    CASE WHEN pages = 1 THEN (4 + 38 * by_page)::INTEGER ELSE (pages * (22 + 46 * by_page))::INTEGER END AS seconds,
    pages = 1 AS is_bounce,
    pages > 2 AND day <> DATE '2026-02-17' AND by_purchase < CASE device WHEN 'Computer' THEN 0.082 WHEN 'Tablet' THEN 0.058 ELSE 0.037 + 0.012 * age END
      * CASE source WHEN 'Newsletter' THEN 1.9 WHEN 'Social' THEN 0.45 WHEN 'Direct' THEN 1.3 ELSE 1 END AS is_purchase
  FROM described
  ORDER BY started_at, row`

/** About 92 000 questions to the shop's support. */
export const ticketsSql = `
  CREATE TABLE support_tickets AS
  WITH days AS (${busyDays}),
  numbered AS (
    SELECT day, number * 2048 + k AS row
    FROM (
      SELECT day, number, unnest(range((66 * busyness * ([1.35, 1.15, 1.05, 1.0, 0.95, 0.5, 0.42])[isodow(day)]
        * CASE WHEN day BETWEEN DATE '2025-03-12' AND DATE '2025-03-26' THEN 4.1 WHEN day BETWEEN DATE '2026-06-09' AND DATE '2026-06-19' THEN 2.3 WHEN day = DATE '2026-02-17' THEN 16 ELSE 1 END)::BIGINT)) AS k
      FROM days)
  ),
  chosen AS (
    SELECT
      row,
      day,
      day::TIMESTAMP + to_seconds(${secondOfDay('row', 41)}) AS opened_at,
      ${pickPlace(
        cities.map(({ weight }) => weight),
        chance('row', 45),
      )} AS place,
      CASE WHEN (day BETWEEN DATE '2025-03-12' AND DATE '2025-03-26' OR day BETWEEN DATE '2026-06-09' AND DATE '2026-06-19') AND ${chance('row', 46)} < 0.7 THEN 'Delivery'
        WHEN day = DATE '2026-02-17' THEN 'Website'
        ELSE (['Delivery', 'Returns', 'Product question', 'Payment', 'Website', 'Account'])[${pickPlace([30, 22, 20, 10, 8, 10], chance('row', 47))}] END AS topic,
      (['Mail', 'Chat', 'Phone'])[${pickPlace([46, 36, 18], chance('row', 48))}] AS channel,
      (['Low', 'Normal', 'High', 'Urgent'])[${pickPlace([22, 56, 17, 5], chance('row', 49))}] AS priority,
      ${chance('row', 50)} AS by_reply,
      ${chance('row', 51)} AS by_solution,
      ${chance('row', 52)} AS by_mood
    FROM numbered
  ),
  timed AS (
    SELECT
      *,
      CASE WHEN topic IN ('Delivery', 'Returns') THEN 'Logistics' WHEN topic IN ('Payment', 'Account') THEN 'Accounts' ELSE 'Advice' END AS team,
      (CASE channel WHEN 'Phone' THEN 4 WHEN 'Chat' THEN 9 ELSE 190 END
        * CASE priority WHEN 'Urgent' THEN 0.4 WHEN 'High' THEN 0.7 WHEN 'Low' THEN 1.6 ELSE 1 END
        * CASE WHEN isodow(day) > 5 THEN 1.7 ELSE 1 END
        * CASE WHEN day BETWEEN DATE '2025-03-12' AND DATE '2025-03-26' THEN 2.6 ELSE 1 END
        * (0.25 - 1.1 * ln(1.0001 - by_reply)))::INTEGER + 1 AS reply_minutes
    FROM chosen
  ),
  solved AS (
    SELECT *, reply_minutes + (CASE topic WHEN 'Returns' THEN 2900 WHEN 'Delivery' THEN 1700 ELSE 620 END * (0.1 - ln(1.0001 - by_solution)))::INTEGER AS solution_minutes
    FROM timed
  )
  SELECT
    row AS ticket_id,
    opened_at,
    opened_at + to_minutes(reply_minutes) AS first_reply_at,
    CASE WHEN opened_at + to_minutes(solution_minutes) < TIMESTAMP '2026-10-01' THEN opened_at + to_minutes(solution_minutes) END AS solved_at,
    team,
    topic,
    channel,
    priority,
    (${texts(cities.map(({ country }) => country))})[place] AS country,
    reply_minutes,
    solution_minutes,
    CASE WHEN opened_at + to_minutes(solution_minutes) < TIMESTAMP '2026-10-01' THEN 'Solved' ELSE 'Open' END AS status,
    CASE WHEN by_mood < 0.41 THEN greatest(1, least(5, round(5.2 - ln(1 + reply_minutes / 90.0) - solution_minutes / 6000.0 - 1.6 * ${chance('row', 53)})))::INTEGER END AS satisfaction
  FROM solved
  ORDER BY opened_at, row`
