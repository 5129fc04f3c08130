import { isInFlight } from '../state/model.ts'
import { stopOnLeave } from './run-commands.ts'
import { readLab } from './store.ts'

let isWatching = false

/** Once for the window, not for the page: going to a chart leaves a run alone, closing the window ends it where its database asks for that. */
export function stopRunsOnLeave(): void {
  if (isWatching) return
  isWatching = true
  addEventListener('pagehide', () => {
    const { sql, databases } = readLab()
    for (const run of Object.values(sql.runs)) if (isInFlight(run.state) && databases[run.dbId]?.cancel_query_on_windows_unload) stopOnLeave(run.id)
  })
}
