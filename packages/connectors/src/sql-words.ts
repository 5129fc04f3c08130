/** Words of standard SQL that every dialect's editor completes. */
export const commonKeywords: readonly string[] = (
  'ALL ALTER AND ANY AS ASC BETWEEN BY CASE CAST CHECK COLUMN CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIMESTAMP DEFAULT DELETE DESC DISTINCT DROP ELSE END ' +
  'EXCEPT EXISTS EXPLAIN EXTRACT FALSE FETCH FILTER FIRST FOLLOWING FOR FROM FULL GROUP GROUPING HAVING IN INNER INSERT INTERSECT INTERVAL INTO IS JOIN LAST ' +
  'LATERAL LEFT LIKE LIMIT NATURAL NOT NULL NULLS OFFSET ON OR ORDER OUTER OVER PARTITION PRECEDING PRIMARY RANGE RECURSIVE RIGHT ROLLUP ROW ROWS SELECT SET ' +
  'SETS SOME TABLE THEN TO TRUE UNBOUNDED UNION UNIQUE UPDATE USING VALUES VIEW WHEN WHERE WINDOW WITH'
).split(' ')

export const commonFunctions: readonly string[] = (
  'abs avg ceil char_length coalesce concat count cume_dist dense_rank exp first_value floor greatest lag last_value lead least length ln log lower ltrim max min ' +
  'mod now nth_value ntile nullif octet_length percent_rank position power random rank replace round row_number rtrim sign sqrt stddev substring sum trim upper variance'
).split(' ')
