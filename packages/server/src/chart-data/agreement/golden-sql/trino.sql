-- rows as they are
SELECT "id",
       "at",
       "region",
       "odd ""name' of"
FROM "shop"."sales ""of"" naïve"
LIMIT 50000

-- different rows
SELECT "region",
       "gift"
FROM "shop"."sales ""of"" naïve"
GROUP BY "region", "gift"
LIMIT 50000

-- one number
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
LIMIT 50000

-- every aggregate
SELECT "region",
       AVG("quantity") AS "AVG(quantity)",
       COUNT("quantity") AS "COUNT(quantity)",
       COUNT(DISTINCT "quantity") AS "COUNT_DISTINCT(quantity)",
       MAX("quantity") AS "MAX(quantity)",
       MIN("quantity") AS "MIN(quantity)",
       SUM("quantity") AS "SUM(quantity)"
FROM "shop"."sales ""of"" naïve"
GROUP BY "region"
LIMIT 50000

-- saved metrics and calculated columns
SELECT (quantity * price) AS "worth",
       (SUM(quantity * price)) AS "worth_sum",
       MAX((quantity * price)) AS "MAX(worth)"
FROM "shop"."sales ""of"" naïve"
GROUP BY (quantity * price)
LIMIT 50000

-- custom SQL
SELECT (quantity / 2) AS "half",
       (SUM(CASE WHEN region = 'north' THEN 1 ELSE 0 END)) AS "of the north"
FROM "shop"."sales ""of"" naïve"
GROUP BY (quantity / 2)
LIMIT 50000

-- grain PT1S
SELECT date_trunc('second', CAST("at" AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('second', CAST("at" AS TIMESTAMP))
LIMIT 50000

-- grain PT5S
SELECT date_trunc('second', CAST("at" AS TIMESTAMP)) - interval '1' second * (second(CAST("at" AS TIMESTAMP)) % 5) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('second', CAST("at" AS TIMESTAMP)) - interval '1' second * (second(CAST("at" AS TIMESTAMP)) % 5)
LIMIT 50000

-- grain PT30S
SELECT date_trunc('second', CAST("at" AS TIMESTAMP)) - interval '1' second * (second(CAST("at" AS TIMESTAMP)) % 30) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('second', CAST("at" AS TIMESTAMP)) - interval '1' second * (second(CAST("at" AS TIMESTAMP)) % 30)
LIMIT 50000

-- grain PT1M
SELECT date_trunc('minute', CAST("at" AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('minute', CAST("at" AS TIMESTAMP))
LIMIT 50000

-- grain PT5M
SELECT date_trunc('minute', CAST("at" AS TIMESTAMP)) - interval '1' minute * (minute(CAST("at" AS TIMESTAMP)) % 5) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('minute', CAST("at" AS TIMESTAMP)) - interval '1' minute * (minute(CAST("at" AS TIMESTAMP)) % 5)
LIMIT 50000

-- grain PT10M
SELECT date_trunc('minute', CAST("at" AS TIMESTAMP)) - interval '1' minute * (minute(CAST("at" AS TIMESTAMP)) % 10) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('minute', CAST("at" AS TIMESTAMP)) - interval '1' minute * (minute(CAST("at" AS TIMESTAMP)) % 10)
LIMIT 50000

-- grain PT15M
SELECT date_trunc('minute', CAST("at" AS TIMESTAMP)) - interval '1' minute * (minute(CAST("at" AS TIMESTAMP)) % 15) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('minute', CAST("at" AS TIMESTAMP)) - interval '1' minute * (minute(CAST("at" AS TIMESTAMP)) % 15)
LIMIT 50000

-- grain PT30M
SELECT date_trunc('minute', CAST("at" AS TIMESTAMP)) - interval '1' minute * (minute(CAST("at" AS TIMESTAMP)) % 30) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('minute', CAST("at" AS TIMESTAMP)) - interval '1' minute * (minute(CAST("at" AS TIMESTAMP)) % 30)
LIMIT 50000

-- grain PT1H
SELECT date_trunc('hour', CAST("at" AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('hour', CAST("at" AS TIMESTAMP))
LIMIT 50000

-- grain PT6H
SELECT date_trunc('hour', CAST("at" AS TIMESTAMP)) - interval '1' hour * (hour(CAST("at" AS TIMESTAMP)) % 6) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('hour', CAST("at" AS TIMESTAMP)) - interval '1' hour * (hour(CAST("at" AS TIMESTAMP)) % 6)
LIMIT 50000

-- grain P1D
SELECT date_trunc('day', CAST("at" AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('day', CAST("at" AS TIMESTAMP))
LIMIT 50000

-- grain P1W
SELECT date_trunc('week', CAST("at" AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('week', CAST("at" AS TIMESTAMP))
LIMIT 50000

-- grain P1M
SELECT date_trunc('month', CAST("at" AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('month', CAST("at" AS TIMESTAMP))
LIMIT 50000

-- grain P3M
SELECT date_trunc('quarter', CAST("at" AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('quarter', CAST("at" AS TIMESTAMP))
LIMIT 50000

-- grain P1Y
SELECT date_trunc('year', CAST("at" AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('year', CAST("at" AS TIMESTAMP))
LIMIT 50000

-- grain 1969-12-28T00:00:00Z/P1W
SELECT date_trunc('week', CAST("at" AS TIMESTAMP) + interval '1' day) - interval '1' day AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('week', CAST("at" AS TIMESTAMP) + interval '1' day) - interval '1' day
LIMIT 50000

-- grain 1969-12-29T00:00:00Z/P1W
SELECT date_trunc('week', CAST("at" AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('week', CAST("at" AS TIMESTAMP))
LIMIT 50000

-- grain P1W/1970-01-03T00:00:00Z
SELECT date_trunc('week', CAST("at" AS TIMESTAMP) + interval '1' day) + interval '5' day AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('week', CAST("at" AS TIMESTAMP) + interval '1' day) + interval '5' day
LIMIT 50000

-- grain P1W/1970-01-04T00:00:00Z
SELECT date_trunc('week', CAST("at" AS TIMESTAMP)) + interval '6' day AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('week', CAST("at" AS TIMESTAMP)) + interval '6' day
LIMIT 50000

-- grain of days
SELECT date_trunc('month', CAST("day" AS TIMESTAMP)) AS "day",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY date_trunc('month', CAST("day" AS TIMESTAMP))
LIMIT 50000

-- grain of numbers since 1970
SELECT date_trunc('day', CAST(from_unixtime("seen") AS TIMESTAMP)) AS "seen",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "seen" >= ?
  AND "seen" < ?
GROUP BY date_trunc('day', CAST(from_unixtime("seen") AS TIMESTAMP))
LIMIT 50000
-- with [1609459200,1640995200]

-- axis without a grain
SELECT "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY "at"
LIMIT 50000

-- time axis of old
SELECT date_trunc('month', CAST("at" AS TIMESTAMP)) AS "__timestamp",
       "region",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "at" >= TIMESTAMP '2021-01-01 00:00:00.000000'
  AND "at" < TIMESTAMP '2022-01-01 00:00:00.000000'
GROUP BY date_trunc('month', CAST("at" AS TIMESTAMP)), "region"
LIMIT 50000

-- filter ==
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "region" = ?
LIMIT 50000
-- with ["north"]

-- filter !=
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "region" != ?
LIMIT 50000
-- with ["north"]

-- filter >
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "region" > ?
LIMIT 50000
-- with ["north"]

-- filter <
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "region" < ?
LIMIT 50000
-- with ["north"]

-- filter >=
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "region" >= ?
LIMIT 50000
-- with ["north"]

-- filter <=
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "region" <= ?
LIMIT 50000
-- with ["north"]

-- filter LIKE
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "region" LIKE ?
LIMIT 50000
-- with ["%o%"]

-- filter NOT LIKE
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE NOT ("region" LIKE ?)
LIMIT 50000
-- with ["100%"]

-- filter ILIKE
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE LOWER("region") LIKE LOWER(?)
LIMIT 50000
-- with ["%O%"]

-- filter NOT ILIKE
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE NOT (LOWER("region") LIKE LOWER(?))
LIMIT 50000
-- with ["n%"]

-- filter IS NULL
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "region" IS NULL
LIMIT 50000

-- filter IS NOT NULL
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "region" IS NOT NULL
LIMIT 50000

-- filter IN
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE ("region" IS NULL OR "region" IN (?, ?))
LIMIT 50000
-- with ["north","o'south"]

-- filter NOT IN
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE NOT (("region" IS NULL OR "region" IN (?)))
LIMIT 50000
-- with ["north"]

-- filter IS TRUE
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "gift" = TRUE
LIMIT 50000

-- filter IS FALSE
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "gift" = FALSE
LIMIT 50000

-- filter TEMPORAL_RANGE
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "at" >= TIMESTAMP '2021-03-01 00:00:00.000000'
  AND "at" < TIMESTAMP '2021-03-28 01:30:00.000000'
LIMIT 50000

-- filter LATEST PARTITION
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "day" = (
  SELECT MAX("day") AS "latest"
  FROM "shop"."sales ""of"" naïve"
)
LIMIT 50000

-- filter == nothing
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "region" IS NULL
LIMIT 50000

-- filter with quotes, backslashes and comments
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "odd ""name' of" IN (?, ?, ?, ?, ?, ?, ?, ?)
LIMIT 50000
-- with ["plain","it's; -- no","b/* c */","{{ d }}","$1 ?","back\\slash","'","\\"]

-- filter of numbers
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "quantity" > ?
  AND "price" < ?
  AND "id" != CAST(? AS DECIMAL(38, 0))
LIMIT 50000
-- with [2.5,60.25,"9007199254740993"]

-- filter of numbers as texts
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE CAST("quantity" AS VARCHAR) LIKE ?
LIMIT 50000
-- with ["1%"]

-- filter of days and moments
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "day" >= DATE '2021-06-01'
  AND "at" < TIMESTAMP '2021-09-01 00:00:00.000000'
LIMIT 50000

-- filter cut to a grain
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE date_trunc('month', CAST("at" AS TIMESTAMP)) = TIMESTAMP '2021-06-01 00:00:00.000000'
LIMIT 50000

-- filter of custom SQL
SELECT (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE (quantity * 2) = ?
LIMIT 50000
-- with [4]

-- clauses
SELECT "region",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE (region <> 'north' OR quantity > 2)
GROUP BY "region"
HAVING (COUNT(*) > 3)
LIMIT 50000

-- rules
SELECT "region",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE ((region = 'north') OR (quantity > 3))
  AND ((price > 5))
GROUP BY "region"
LIMIT 50000

-- predicate of value lists
SELECT "region"
FROM "shop"."sales ""of"" naïve"
WHERE (quantity > 0)
GROUP BY "region"
LIMIT 50000

-- largest series
SELECT date_trunc('month', CAST("at" AS TIMESTAMP)) AS "at",
       "region",
       "odd ""name' of",
       (COUNT(*)) AS "count",
       (SUM(id * id)) AS "id_sum"
FROM "shop"."sales ""of"" naïve"
JOIN (
  SELECT "region" AS "region__",
         "odd ""name' of" AS "odd ""name' of__",
         (COUNT(*)) AS "mme_inner__"
  FROM "shop"."sales ""of"" naïve"
  WHERE "at" >= TIMESTAMP '2021-01-01 00:00:00.000000'
    AND "at" < TIMESTAMP '2022-01-01 00:00:00.000000'
  GROUP BY "region", "odd ""name' of"
  ORDER BY (SUM(id * id)) DESC
  LIMIT 2
) AS "series_limit" ON "region" = "region__" AND "odd ""name' of" = "odd ""name' of__"
WHERE "at" >= TIMESTAMP '2021-01-01 00:00:00.000000'
  AND "at" < TIMESTAMP '2022-01-01 00:00:00.000000'
GROUP BY date_trunc('month', CAST("at" AS TIMESTAMP)), "region", "odd ""name' of"
LIMIT 50000

-- largest series and all others
SELECT CASE WHEN "region__" IS NOT NULL THEN "region" ELSE 'Others' END AS "region",
       CASE WHEN "quantity__" IS NOT NULL THEN CAST("quantity" AS VARCHAR) ELSE 'Others' END AS "quantity",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
LEFT JOIN (
  SELECT "region" AS "region__",
         "quantity" AS "quantity__",
         (COUNT(*)) AS "mme_inner__"
  FROM "shop"."sales ""of"" naïve"
  GROUP BY "region", "quantity"
  ORDER BY (COUNT(*)) DESC
  LIMIT 2
) AS "series_limit" ON "region" = "region__" AND "quantity" = "quantity__"
GROUP BY CASE WHEN "region__" IS NOT NULL THEN "region" ELSE 'Others' END, CASE WHEN "quantity__" IS NOT NULL THEN CAST("quantity" AS VARCHAR) ELSE 'Others' END
LIMIT 50000

-- smallest series of old
SELECT date_trunc('day', CAST("at" AS TIMESTAMP)) AS "__timestamp",
       "region",
       (SUM(id * id)) AS "id_sum"
FROM "shop"."sales ""of"" naïve"
JOIN (
  SELECT "region" AS "region__",
         (SUM(id * id)) AS "mme_inner__"
  FROM "shop"."sales ""of"" naïve"
  WHERE "at" >= TIMESTAMP '2021-01-01 00:00:00.000000'
    AND "at" < TIMESTAMP '2022-01-01 00:00:00.000000'
  GROUP BY "region"
  ORDER BY (SUM(id * id)) ASC
  LIMIT 3
) AS "series_limit" ON "region" = "region__"
WHERE "at" >= TIMESTAMP '2021-01-01 00:00:00.000000'
  AND "at" < TIMESTAMP '2022-01-01 00:00:00.000000'
GROUP BY date_trunc('day', CAST("at" AS TIMESTAMP)), "region"
LIMIT 50000

-- series of the main time in a comparison
SELECT date_trunc('month', CAST("at" AS TIMESTAMP)) AS "at",
       "region",
       (SUM(id * id)) AS "id_sum"
FROM "shop"."sales ""of"" naïve"
JOIN (
  SELECT "region" AS "region__",
         (SUM(id * id)) AS "mme_inner__"
  FROM "shop"."sales ""of"" naïve"
  WHERE "at" >= TIMESTAMP '2021-12-01 00:00:00.000000'
    AND "at" < TIMESTAMP '2022-03-01 00:00:00.000000'
  GROUP BY "region"
  ORDER BY (SUM(id * id)) DESC
  LIMIT 2
) AS "series_limit" ON "region" = "region__"
WHERE "at" >= TIMESTAMP '2020-12-01 00:00:00.000000'
  AND "at" < TIMESTAMP '2021-03-01 00:00:00.000000'
GROUP BY date_trunc('month', CAST("at" AS TIMESTAMP)), "region"
LIMIT 50000

-- order and page
SELECT "region",
       "quantity",
       (SUM(id * id)) AS "id_sum"
FROM "shop"."sales ""of"" naïve"
GROUP BY "region", "quantity"
ORDER BY "id_sum" DESC, "region" ASC, AVG("price") ASC
OFFSET 20
LIMIT 10

-- order by what is not selected
SELECT "region",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
GROUP BY "region"
ORDER BY (SUM(quantity * price)) DESC
LIMIT 50000

-- number of rows
SELECT COUNT(*) AS "rowcount"
FROM (
  SELECT "region",
         (COUNT(*)) AS "count"
  FROM "shop"."sales ""of"" naïve"
  GROUP BY "region"
  LIMIT 50000
) AS "rowcount_qry"

-- dataset of SQL
SELECT "region",
       (COUNT(*)) AS "count"
FROM (
SELECT 'north' AS region
) AS "virtual_table"
GROUP BY "region"
LIMIT 50000

-- hours added by the dataset
SELECT date_trunc('day', CAST("at" AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "at" >= TIMESTAMP '2020-12-31 22:00:00.000000'
  AND "at" < TIMESTAMP '2021-12-31 22:00:00.000000'
GROUP BY date_trunc('day', CAST("at" AS TIMESTAMP))
LIMIT 50000

-- label that is too long
SELECT (COUNT(*)) AS "ea385c1d2e887d64"
FROM "shop"."sales ""of"" naïve"
LIMIT 50000

-- label with quotes
SELECT (COUNT(*)) AS "a ""b"" `c` \ 'd' ; -- e"
FROM "shop"."sales ""of"" naïve"
LIMIT 50000

-- days of New York
SELECT date_trunc('day', CAST(date_add('second', CASE WHEN "at" < TIMESTAMP '2021-03-14 07:00:00.000000' THEN -18000 WHEN "at" < TIMESTAMP '2021-11-07 06:00:00.000000' THEN -14400 ELSE -18000 END, CAST("at" AS TIMESTAMP)) AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "at" >= TIMESTAMP '2021-01-01 05:00:00.000000'
  AND "at" < TIMESTAMP '2022-01-01 05:00:00.000000'
GROUP BY date_trunc('day', CAST(date_add('second', CASE WHEN "at" < TIMESTAMP '2021-03-14 07:00:00.000000' THEN -18000 WHEN "at" < TIMESTAMP '2021-11-07 06:00:00.000000' THEN -14400 ELSE -18000 END, CAST("at" AS TIMESTAMP)) AS TIMESTAMP))
LIMIT 50000

-- hours of Kolkata
SELECT date_add('second', -1800, CAST(date_trunc('hour', CAST(date_add('second', 1800, CAST("at" AS TIMESTAMP)) AS TIMESTAMP)) AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "at" >= TIMESTAMP '2020-12-31 18:30:00.000000'
  AND "at" < TIMESTAMP '2021-12-31 18:30:00.000000'
GROUP BY date_add('second', -1800, CAST(date_trunc('hour', CAST(date_add('second', 1800, CAST("at" AS TIMESTAMP)) AS TIMESTAMP)) AS TIMESTAMP))
LIMIT 50000

-- hours of Lord Howe
SELECT date_add('second', CASE WHEN "at" < TIMESTAMP '2021-04-03 15:00:00.000000' THEN 0 WHEN "at" < TIMESTAMP '2021-10-02 15:30:00.000000' THEN -1800 ELSE 0 END, CAST(date_trunc('hour', CAST(date_add('second', CASE WHEN "at" < TIMESTAMP '2021-04-03 15:00:00.000000' THEN 0 WHEN "at" < TIMESTAMP '2021-10-02 15:30:00.000000' THEN 1800 ELSE 0 END, CAST("at" AS TIMESTAMP)) AS TIMESTAMP)) AS TIMESTAMP)) AS "at",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "at" >= TIMESTAMP '2020-12-31 13:00:00.000000'
  AND "at" < TIMESTAMP '2021-12-31 13:00:00.000000'
GROUP BY date_add('second', CASE WHEN "at" < TIMESTAMP '2021-04-03 15:00:00.000000' THEN 0 WHEN "at" < TIMESTAMP '2021-10-02 15:30:00.000000' THEN -1800 ELSE 0 END, CAST(date_trunc('hour', CAST(date_add('second', CASE WHEN "at" < TIMESTAMP '2021-04-03 15:00:00.000000' THEN 0 WHEN "at" < TIMESTAMP '2021-10-02 15:30:00.000000' THEN 1800 ELSE 0 END, CAST("at" AS TIMESTAMP)) AS TIMESTAMP)) AS TIMESTAMP))
LIMIT 50000

-- months of days in Berlin
SELECT date_trunc('month', CAST("day" AS TIMESTAMP)) AS "day",
       (COUNT(*)) AS "count"
FROM "shop"."sales ""of"" naïve"
WHERE "day" >= DATE '2021-01-01'
  AND "day" < DATE '2022-01-01'
GROUP BY date_trunc('month', CAST("day" AS TIMESTAMP))
LIMIT 50000
