import { endpoint, type Endpoint } from '@sightline/contract'
import { expect, test } from 'vitest'
import { actionName } from './action-name.ts'

const call = (method: Endpoint['method'], path: string, view = 'Chart') =>
  actionName(endpoint({ method, path, tag: '', summary: '', access: { permission: 'can_read', view } }))

test('calls are named in the log as clients of the interface know them', () => {
  expect(call('GET', '/api/v1/chart/')).toBe('ChartRestApi.get_list')
  expect(call('GET', '/api/v1/chart/:id')).toBe('ChartRestApi.get')
  expect(call('POST', '/api/v1/chart/')).toBe('ChartRestApi.post')
  expect(call('PUT', '/api/v1/dashboard/:id', 'Dashboard')).toBe('DashboardRestApi.put')
  expect(call('DELETE', '/api/v1/chart/')).toBe('ChartRestApi.bulk_delete')
  expect(call('DELETE', '/api/v1/chart/:id')).toBe('ChartRestApi.delete')
  expect(call('GET', '/api/v1/chart/_info')).toBe('ChartRestApi.info')
  expect(call('GET', '/api/v1/chart/related/:column')).toBe('ChartRestApi.related')
  expect(call('GET', '/datasource/samples')).toBe('samples')
})
