import { Ban, CalendarClock, CircleCheck, CircleX, CloudDownload, Hourglass, Loader, TimerOff } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { joinClasses } from '../../ui/join-classes.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { t } from '../../words/words.ts'
import type { WordKey } from '../../words/words.ts'
import styles from './Queries.module.css'

interface StateLook {
  readonly word: WordKey & `history.${string}`
  readonly tone: 'good' | 'bad' | 'warn' | 'busy' | 'calm'
  readonly icon: LucideIcon
}

const states: Readonly<Record<string, StateLook>> = {
  success: { word: 'history.success', tone: 'good', icon: CircleCheck },
  failed: { word: 'history.failed', tone: 'bad', icon: CircleX },
  stopped: { word: 'history.stopped', tone: 'warn', icon: Ban },
  timed_out: { word: 'history.timedOut', tone: 'warn', icon: TimerOff },
  running: { word: 'history.running', tone: 'busy', icon: Loader },
  fetching: { word: 'history.fetching', tone: 'busy', icon: CloudDownload },
  started: { word: 'history.started', tone: 'busy', icon: Loader },
  pending: { word: 'history.pending', tone: 'calm', icon: Hourglass },
  scheduled: { word: 'history.scheduled', tone: 'calm', icon: CalendarClock },
}

export const stateNames = Object.keys(states)

/** A state this page does not know is shown as the server names it. */
export const stateName = (status: string): string => {
  const state = states[status]
  return state === undefined ? status : t(state.word)
}

const inFlight = new Set(['running', 'pending', 'started', 'fetching', 'scheduled'])
export const isInFlight = (status: string): boolean => inFlight.has(status)

/** The state as a sign; its name is its label and shows on hover. */
export const StateIcon = ({ status }: { readonly status: string }) => {
  const { tone, icon: Icon } = states[status] ?? { tone: 'calm' as const, icon: Hourglass }
  const name = stateName(status)
  return (
    <Tooltip text={name}>
      <span role="img" aria-label={name} className={joinClasses(styles.state, styles[tone])}>
        <Icon size={16} aria-hidden />
      </span>
    </Tooltip>
  )
}
