import type { BadgeProps } from '../../../ui/Badge.tsx'
import { t, type WordKey } from '../../../words/words.ts'
import type { RunStatus } from '../state/model.ts'

/** What a run is called on its badge: one of the seven labels. Before it is taken up it is pending, whatever the server calls that. */
export type RunLabel = 'offline' | 'failed' | 'pending' | 'fetching' | 'running' | 'stopped' | 'success'

export const labelOfStatus = (status: RunStatus): RunLabel => {
  switch (status) {
    case 'started':
      return 'running'
    case 'scheduled':
      return 'pending'
    case 'timed_out':
      return 'failed'
    default:
      return status
  }
}

export const labelTones: Readonly<Record<RunLabel, NonNullable<BadgeProps['tone']>>> = {
  offline: 'danger',
  failed: 'danger',
  stopped: 'danger',
  pending: 'info',
  fetching: 'info',
  running: 'warning',
  success: 'success',
}

/** In the history a stopped run counts as failed, one that ran out of time as offline, one that waits as scheduled. */
const historyWords: Readonly<Record<RunStatus, WordKey & `sqllab.state.${string}`>> = {
  success: 'sqllab.state.success',
  failed: 'sqllab.state.failed',
  stopped: 'sqllab.state.failed',
  running: 'sqllab.state.running',
  started: 'sqllab.state.running',
  fetching: 'sqllab.state.fetching',
  timed_out: 'sqllab.state.offline',
  scheduled: 'sqllab.state.scheduled',
  pending: 'sqllab.state.scheduled',
}

export const historyState = (status: string): string => t(historyWords[status as RunStatus] ?? 'sqllab.state.unknown')

export const secondsText = (ms: number): string => t('sqllab.seconds', { seconds: (Math.max(0, ms) / 1000).toFixed(ms < 10_000 ? 2 : 1) })

/** `640 KB`, `12.4 MB`. */
export const sizeText = (bytes: number): string => (bytes < 1e6 ? `${String(Math.round(bytes / 1000))} KB` : `${(bytes / 1e6).toFixed(1)} MB`)
