import type { Dialect } from './dialect.ts'

const truncate = (unit: string) => (column: string) => `DATE_TRUNC('${unit}', ${column})`

/** A dialect for tests of the planner and the printer alone. */
export const testDialect: Dialect = {
  id: 'postgresql',
  quote: ['"', '"'],
  placeholder: (index) => `$${index}`,
  grains: { PT1M: truncate('minute'), P1D: truncate('day'), P1W: truncate('week'), P1M: truncate('month'), P3M: truncate('quarter'), P1Y: truncate('year') },
  timeLiteral: (type, moment) =>
    type === 'DATE' ? `DATE '${moment.toISOString().slice(0, 10)}'` : `TIMESTAMP '${moment.toISOString().slice(0, 19).replace('T', ' ')}'`,
  asNumber: (placeholder) => `CAST(${placeholder} AS NUMERIC)`,
  fromEpoch: (column, unit) => `TO_TIMESTAMP(${unit === 's' ? column : `${column} / 1000`})`,
  addSeconds: (column, seconds) => `(${column} + (${seconds}) * INTERVAL '1 second')`,
  hasIlike: true,
  maxIdentifierLength: 63,
  keywords: [],
  functions: [],
  flags: { schemas: true, ctas: true, cancel: true, costEstimate: true, fileUpload: true },
}
