import { create } from 'zustand'
import { ApiFailure } from '../../../api/failure.ts'

/** How keeping the tabs went last, for whoever tells the person about it. */
export interface Keeping {
  readonly server: 'reachable' | 'unreachable' | 'refused'
  readonly browser: 'written' | 'full'
  /** When the browser last kept the tabs, in milliseconds. */
  readonly writtenAt: number | null
  /** When the server last took each tab, by the tab's own id. */
  readonly savedAt: Readonly<Record<string, number>>
}

export const useKeeping = create<Keeping>(() => ({ server: 'reachable', browser: 'written', writtenAt: null, savedAt: {} }))

export const noteSaved = (tabId: string): void => useKeeping.setState(({ savedAt }) => ({ server: 'reachable', savedAt: { ...savedAt, [tabId]: Date.now() } }))

/** No answer at all is another thing than an answer that says no. */
export const noteNotSaved = (cause: unknown): void =>
  useKeeping.setState({ server: cause instanceof ApiFailure && cause.kind !== 'http' ? 'unreachable' : 'refused' })

export const noteWritten = (): void => useKeeping.setState({ browser: 'written', writtenAt: Date.now() })
export const noteFull = (): void => useKeeping.setState({ browser: 'full' })
