import { fetchUpdated } from './calls.ts'
import { fetchResults, isAwaited } from './run-commands.ts'
import { change, readLab, useLab } from './store.ts'
import { dropInactive, needsPolling, newsSince, refreshRuns } from '../state/runs.ts'
import { toldRun } from '../state/told-run.ts'

const everyMs = 2000

/** Asks about runs of the background while there are any, one question at a time. Call the answer to end it. */
export function pollRuns(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  // Until the server has answered again nobody knows that it is back, so a page that is offline goes on asking.
  const isDue = (): boolean => readLab().sql.isOffline || needsPolling(readLab().sql, Date.now())
  const ask = async (): Promise<void> => {
    timer = undefined
    if (isOver || !isDue()) return
    try {
      const news = (await fetchUpdated(newsSince(readLab().sql))).map(toldRun)
      const keysBefore = new Map(Object.values(readLab().sql.runs).map((run) => [run.id, run.resultsKey]))
      change((state) => ({ ...(news.length === 0 ? dropInactive(state, Date.now(), everyMs, isAwaited) : refreshRuns(state, news)), isOffline: false }))
      for (const { id, resultsKey } of news) {
        const run = readLab().sql.runs[id]
        if (resultsKey && resultsKey !== keysBefore.get(id) && run?.runAsync && run.results === null && run.state !== 'stopped' && run.state !== 'failed')
          void fetchResults(id)
      }
    } catch {
      change((state) => ({ ...state, isOffline: true }))
    }
    wait()
  }
  const wait = (): void => {
    if (!isOver && isDue()) timer ??= setTimeout(() => void ask(), everyMs)
  }
  const stop = useLab.subscribe((lab, before) => {
    if (lab.sql.runs !== before.sql.runs) wait()
  })
  wait()
  return () => {
    isOver = true
    stop()
    clearTimeout(timer)
  }
}
