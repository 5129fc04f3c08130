import { isFrameDomain, type EmbeddedDashboard, type embeddedEndpoints } from '@sightline/contract'
import { useQuery } from '@tanstack/react-query'
import { request, requestFor } from '../../api/client.ts'
import { ApiFailure } from '../../api/failure.ts'
import { dashboardPath } from '../../board/queries.ts'

const pathOf = (dashboardId: number): string => `${dashboardPath(dashboardId)}/embedded`

/** How a dashboard is embedded; null where it is not. */
export const useEmbedding = (dashboardId: number) =>
  useQuery({
    queryKey: ['dashboard-embedding', dashboardId],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<EmbeddedDashboard | null> => {
      try {
        return (await request<{ result: EmbeddedDashboard }>(pathOf(dashboardId), { signal })).result
      } catch (cause) {
        if (cause instanceof ApiFailure && cause.status === 404) return null
        throw cause
      }
    },
  })

export const saveEmbedding = async (dashboardId: number, domains: readonly string[]): Promise<EmbeddedDashboard> =>
  (await requestFor<typeof embeddedEndpoints.create>(pathOf(dashboardId), { method: 'POST', body: { allowed_domains: [...domains] } })).result

export const endEmbedding = (dashboardId: number): Promise<unknown> => request(pathOf(dashboardId), { method: 'DELETE' })

/** What somebody typed, one domain after the other. */
export const readDomains = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((domain) => domain.trim())
      .filter((domain) => domain !== ''),
  ),
]

export const findBadDomain = (text: string): string | undefined => readDomains(text).find((domain) => !isFrameDomain(domain))

/** What a page needs to show the dashboard. */
export const printSnippet = (uuid: string, address: string): string => `import { embedDashboard } from '@superset-ui/embedded-sdk'

embedDashboard({
  id: '${uuid}',
  supersetDomain: '${address}',
  mountPoint: document.getElementById('dashboard'),
  fetchGuestToken: async () => {
    const reply = await fetch('/guest-token')
    return reply.text()
  },
})`
