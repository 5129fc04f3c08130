// Requests per second and processor time per request with ten clients: a page of 25 of 2,000 charts, newest first; cached chart data.
import { cpuSeconds } from './program.mjs'
import { load } from './load.mjs'

export async function measureRequests({ base, pid }, { headers, call }, { datasetId, queryContext }) {
  const { count } = await call('GET', '/api/v1/chart/?q=(page_size:1)')
  for (let made = count; made < 2000; made += 20) {
    const batch = Array.from({ length: Math.min(20, 2000 - made) }, (_, index) =>
      call('POST', '/api/v1/chart/', {
        slice_name: `bench ${made + index}`,
        viz_type: 'table',
        datasource_id: datasetId,
        datasource_type: 'table',
        params: JSON.stringify({ viz_type: 'table', datasource: `${datasetId}__table`, metrics: ['count'] }),
      }),
    )
    await Promise.all(batch)
  }
  const cases = [
    {
      what: 'chart list, 25 of 2,000',
      goal: 500,
      request: { method: 'GET', path: '/api/v1/chart/?q=(order_column:changed_on_delta_humanized,order_direction:desc,page:0,page_size:25)' },
    },
    { what: 'cached chart data', goal: 1000, request: { method: 'POST', path: '/api/v1/chart/data', body: JSON.stringify(queryContext) } },
  ]
  const rows = []
  for (const { what, goal, request } of cases) {
    const before = cpuSeconds(pid)
    const { count: done, perSecond } = await load({ base, headers, ...request, warmUp: 1, seconds: 6 })
    const perRequest = ((cpuSeconds(pid) - before) / (done * (7 / 6))) * 1000
    rows.push({
      what: `${what}, 10 clients`,
      value: `${perSecond.toFixed(0)} /s, ${perRequest.toFixed(2)} ms of processor each`,
      goal: `≥ ${goal.toLocaleString('en')} /s`,
      met: perSecond >= goal,
    })
  }
  return rows
}
