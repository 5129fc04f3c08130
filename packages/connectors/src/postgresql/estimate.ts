import { ok, type Cell, type Result } from '@sightline/core'

/** The first line of a plan as the two costs that the server tells, in its own unit. */
export function costsOf(rows: Result<readonly (readonly Cell[])[]>): Result<Readonly<Record<string, string>>> {
  if (!rows.ok) return rows
  const [, start, total] = /cost=([\d.]+)\.\.([\d.]+)/.exec(String(rows.value[0]?.[0] ?? '')) ?? []
  return ok(start === undefined || total === undefined ? {} : { 'Start-up cost': costText(start), 'Total cost': costText(total) })
}

/** Always with a point, and without the zeros behind it: `0.0`, `0.01`. */
const costText = (cost: string): string => (Number.isInteger(Number(cost)) ? `${Number(cost)}.0` : String(Number(cost)))
