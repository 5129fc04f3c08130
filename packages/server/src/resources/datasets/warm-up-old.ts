import type { Caller } from '@sightline/core'
import { loadSavedContext } from '../../chart-data/load-saved-context.ts'
import { readFilters } from '../../chart-data/read-filters.ts'
import { warmUp, type Warmed } from '../../chart-data/warm-up.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { idIn } from '../../rest/ids.ts'
import { warmUpDataset } from './warm-up.ts'

/** The charts that an old address names, run anew: one chart, or those of a table. */
export async function warmUpOld(deps: Deps, caller: Caller, address: Readonly<Record<string, unknown>>, signal: AbortSignal) {
  const text = (name: string): string => (typeof address[name] === 'string' ? address[name] : '')
  const [slice, table_name, db_name, extra_filters] = ['slice_id', 'table_name', 'db_name', 'extra_filters'].map(text) as [string, string, string, string]
  if (!slice && !(table_name && db_name)) throw Refusal.raw(400, { error: 'Malformed request. slice_id or table_name and db_name arguments are expected' })
  const warmed = slice
    ? [await warmUpChart(deps, caller, slice, extra_filters, signal)]
    : await warmUpDataset(deps, caller, { table_name, db_name, extra_filters, dashboard_id: idIn(text('dashboard_id')) ?? null }, signal).catch(
        (error: unknown) => {
          throw isMissing(error) ? Refusal.raw(404, { error: `Table ${table_name} wasn't found in the database ${db_name}` }) : error
        },
      )
  return warmed.map(({ chart_id, ...rest }) => ({ slice_id: chart_id, ...rest }))
}

async function warmUpChart(deps: Deps, caller: Caller, slice: string, extraFilters: string, signal: AbortSignal): Promise<Warmed> {
  const id = idIn(slice) ?? 0
  const { context } = await loadSavedContext(deps, caller, id).catch((error: unknown) => {
    throw isMissing(error) ? Refusal.raw(404, { error: `Chart ${slice} not found` }) : error
  })
  return warmUp(deps, caller, { id, context: () => context, filters: readFilters(extraFilters) }, signal)
}

const isMissing = (error: unknown): boolean => error instanceof Refusal && error.status === 404
