import type { EmbeddedBootstrap } from '@sightline/contract'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { bootstrap } from '../../api/bootstrap.ts'
import { actAsGuest } from '../../api/guest.ts'
import { showTheme } from '../../ui/theme.ts'
import { portIn } from './handshake.ts'
import { openLine, type HostLine, type Method } from './wire.ts'

/** What can be told about the dashboard once it is there. */
export interface BoardAnswers {
  readonly activeTabs: () => readonly string[]
  readonly permalink: (anchor: string | undefined) => Promise<{ readonly key: string; readonly url: string }>
  /** The questions its charts ask, by the id of the chart. */
  readonly questions: (chartId: number | undefined) => Readonly<Record<string, unknown>>
}

interface SessionState {
  readonly token: string | undefined
  /** The server does not believe the token (any more). */
  readonly isRefused: boolean
  /** Calls of the page around the frame may come before the dashboard does: they wait until it is there, or cannot be. */
  readonly board: BoardAnswers | 'failed' | undefined
}

export const useSession = create<SessionState>(() => ({ token: undefined, isRefused: false, board: undefined }))

/** What the server wrote into the page; an empty shell is that of a dashboard that is not there. */
export const readPage = (): Pick<EmbeddedBootstrap, 'embedded' | 'config'> => {
  const { embedded, config } = bootstrap() as Partial<EmbeddedBootstrap>
  return { embedded: embedded ?? { refused: 'unknown' }, config: config ?? { GUEST_TOKEN_HEADER_NAME: 'X-GuestToken' } }
}

export const isFramed = (): boolean => window.parent !== window

/** Listens to the page around the frame, and takes every token it hands over: the first one, and those that follow before the last one ends. */
export function startSession(queries: QueryClient): void {
  const { embedded, config } = readPage()
  if ('refused' in embedded || !isFramed()) return
  actAsGuest({
    headerName: config.GUEST_TOKEN_HEADER_NAME,
    token: () => useSession.getState().token,
    onRefused: () => useSession.setState({ isRefused: true }),
  })
  let line: HostLine | undefined
  const askHost: HostLine['ask'] = async (method, args) => line?.ask(method, args)
  window.addEventListener('message', (event) => {
    const port = portIn(event, window.parent, embedded.allowed_domains)
    if (!port) return
    line?.close()
    line = openLine(port, makeMethods(queries, askHost))
  })
}

const fieldOf = (args: unknown, name: string): unknown => (typeof args === 'object' && args !== null ? (args as Record<string, unknown>)[name] : undefined)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const whenLoaded = (): Promise<BoardAnswers> =>
  new Promise((resolve, reject) => {
    const settle = ({ board }: SessionState): boolean => {
      if (board === 'failed') reject(new Error('The dashboard could not be loaded.'))
      else if (board) resolve(board)
      return board !== undefined
    }
    if (settle(useSession.getState())) return
    const stop = useSession.subscribe((state) => {
      if (settle(state)) stop()
    })
  })

/** What the page around the frame may ask of this one. Filters of viewers come with the filter bar; until then no chart has any. */
const makeMethods = (queries: QueryClient, askHost: HostLine['ask']): Readonly<Record<string, Method>> => ({
  guestToken: (args) => {
    const token = textOf(fieldOf(args, 'guestToken'))
    if (token === undefined) return
    useSession.setState({ token, isRefused: false })
    // What failed for want of a good token is asked for again.
    void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  },
  getScrollSize: () => {
    const content = document.getElementById('app') ?? document.body
    return { width: document.documentElement.scrollWidth, height: content.scrollHeight }
  },
  getDashboardPermalink: async (args) => {
    const { key, url } = await (await whenLoaded()).permalink(textOf(fieldOf(args, 'anchor')))
    // The page around the frame may have addresses of its own for what it shows.
    return textOf(await askHost('resolvePermalinkUrl', { key })) ?? url
  },
  getActiveTabs: async () => (await whenLoaded()).activeTabs(),
  getDataMask: () => ({}),
  getChartStates: () => ({}),
  getChartDataPayloads: async (args) => {
    const chartId = fieldOf(args, 'chartId')
    return (await whenLoaded()).questions(typeof chartId === 'number' ? chartId : undefined)
  },
  setThemeMode: (args) => {
    const mode = fieldOf(args, 'mode')
    if (mode === 'default' || mode === 'dark' || mode === 'system') showTheme(mode === 'default' ? 'light' : mode)
  },
})
