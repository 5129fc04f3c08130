import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const params = z.object({ id: z.string(), digest: z.string() })
/** `q` may hold `(force:!t)` in rison; `theme` is ours: pictures for pages in the dark. */
const query = z.looseObject({ q: z.string().optional(), theme: z.enum(['light', 'dark']).optional().catch(undefined) })

export const thumbnailEndpoints = {
  chart: endpoint({
    method: 'GET',
    path: '/api/v1/chart/:id/thumbnail/:digest/',
    tag: 'Charts',
    summary: 'A picture of the chart, drawn with the data the caller may see',
    access: { permission: 'can_read', view: 'Chart' },
    params,
    query,
    produces: 'png',
  }),
  dashboard: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/:id/thumbnail/:digest/',
    tag: 'Dashboards',
    summary: 'A picture of the first charts of the dashboard, drawn with the data the caller may see',
    access: { permission: 'can_read', view: 'Dashboard' },
    params,
    query,
    produces: 'png',
  }),
}
