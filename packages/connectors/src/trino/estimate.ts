import { fail, ok, type Result, type Statement } from '@sightline/core'
import { fullName, noSchema, type Ask, type TablePlace } from './catalog.ts'
import { refusal } from './problems.ts'

/** From the statistics of the catalog; the row without a column's name is about the table. */
export async function estimateRows(ask: Ask, { catalog, schema, table }: TablePlace): Promise<Result<number | null>> {
  if (schema === null) return fail(noSchema)
  const stats = await ask({ sql: `SHOW STATS FOR ${fullName(catalog, schema, table)}`, params: [] })
  if (!stats.ok) return stats
  const count = stats.value.find(([name]) => name === null)?.[4]
  return ok(typeof count === 'number' ? Math.round(count) : null)
}

const labels = [
  ['Output count', 'outputRowCount', 'rows'],
  ['Output size', 'outputSizeInBytes', 'B'],
  ['CPU cost', 'cpuCost', ''],
  ['Max memory', 'maxMemory', 'B'],
  ['Network cost', 'networkCost', ''],
] as const

/** What the server's planner expects. What it does not know, because a catalog keeps no statistics, is left out rather than guessed. */
export async function estimateCost(ask: Ask, { sql, params }: Statement): Promise<Result<Readonly<Record<string, string>>>> {
  if (params.length > 0) return fail(refusal('Trino estimates the cost of whole statements only, without values beside them.'))
  const plan = await ask({ sql: `EXPLAIN (TYPE IO, FORMAT JSON)\n${sql}`, params: [] })
  if (!plan.ok) return plan
  const { estimate = {} } = JSON.parse(String(plan.value[0]?.[0] ?? '{}')) as { readonly estimate?: Readonly<Record<string, unknown>> }
  const known = labels.flatMap(([label, key, unit]) => {
    const value = estimate[key]
    return typeof value === 'number' && Number.isFinite(value) ? [[label, humanise(value, unit)] as const] : []
  })
  return ok(known.length > 0 ? Object.fromEntries(known) : { 'Output count': 'unknown' })
}

/** 904312000 → `904 M rows`: whole thousands of the largest prefix that leaves a number above one. */
export function humanise(value: number, unit: string): string {
  const prefixes = ['', 'K', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y']
  let [rest, step] = [Math.trunc(value), 0]
  while (rest > 1000 && step < prefixes.length - 1) {
    rest = Math.floor(rest / 1000)
    step++
  }
  const suffix = `${prefixes[step]}${unit === 'rows' && prefixes[step] !== '' ? ' ' : ''}${unit}`
  return suffix === '' ? String(rest) : `${rest} ${suffix}`
}
