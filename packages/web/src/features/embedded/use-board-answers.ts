import type { Layout } from '@sightline/core'
import { useEffect } from 'react'
import { request } from '../../api/client.ts'
import { activeTabsIn, type Chosen } from '../../board/active-tabs.ts'
import { dashboardPath, type BoardChart } from '../../board/queries.ts'
import { buildContext } from '../../viz/chart-data.ts'
import { useSession } from './session.ts'

type UrlParams = Readonly<Record<string, string>>

/** A link says these in its own way. */
const leftOut: ReadonlySet<string> = new Set(['native_filters', 'native_filters_key', 'permalink_key', 'preselect_filters'])

const makePermalink = (dashboardId: number, urlParams: UrlParams, activeTabs: readonly string[], anchor: string | undefined) =>
  request<{ key: string; url: string }>(`${dashboardPath(dashboardId)}/permalink`, {
    method: 'POST',
    body: {
      urlParams: Object.entries(urlParams).filter(([name]) => !leftOut.has(name)),
      dataMask: {},
      activeTabs,
      ...(anchor === undefined ? {} : { anchor }),
    },
  })

const questionsOf = (dashboardId: number, charts: readonly BoardChart[], urlParams: UrlParams, chartId: number | undefined) =>
  Object.fromEntries(
    charts
      .filter(({ id }) => chartId === undefined || id === chartId)
      .flatMap(({ id, form }) => {
        const built = buildContext({ ...form, dashboardId, url_params: urlParams })
        return 'context' in built ? [[String(id), built.context]] : []
      }),
  )

/** Answers what the page around the frame asks, from what is on screen now. */
export function useBoardAnswers(dashboardId: number, layout: Layout, charts: readonly BoardChart[], urlParams: UrlParams, chosen: Chosen): void {
  useEffect(() => {
    const activeTabs = activeTabsIn(layout, chosen)
    useSession.setState({
      board: {
        activeTabs: () => activeTabs,
        permalink: (anchor) => makePermalink(dashboardId, urlParams, activeTabs, anchor),
        questions: (chartId) => questionsOf(dashboardId, charts, urlParams, chartId),
      },
    })
  }, [dashboardId, layout, charts, urlParams, chosen])
}
