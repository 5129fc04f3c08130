import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure } from '../../../api/failure.ts'
import { useToasts } from '../../../ui/toasts.ts'
import { addTab } from '../state/tabs.ts'
import type { Tab } from '../state/model.ts'
import '../words.ts'
import * as calls from './calls.ts'
import * as keepTabs from './keep-tabs.ts'
import { saveAsNew, scheduleTab, updateSaved } from './save-commands.ts'
import { makeLink } from './share-commands.ts'
import { change, closedLab, readLab, useLab } from './store.ts'

vi.mock('./calls.ts')
vi.mock('./keep-tabs.ts', () => ({ keepsOnServer: vi.fn(() => false), dropMissingTab: vi.fn() }))

const tab: Tab = {
  id: 'a',
  serverId: null,
  remoteId: null,
  name: 'Untitled Query 1',
  dbId: 3,
  schema: 'public',
  sql: 'SELECT 1',
  selectedText: null,
  templateParams: '{"n": 1}',
  queryLimit: 1000,
  autorun: false,
  latestQueryId: null,
  hideLeftBar: false,
  northPercent: 30,
  southPercent: 70,
  loaded: true,
  validationResult: [],
  updatedAt: 1,
}
const open = (more: Partial<Tab> = {}): void => change((state) => addTab(state, { ...tab, ...more }))
const seen = () => {
  const { sql } = readLab()
  return { ...sql.tabs[0], ...sql.unsaved }
}
const said = () => useToasts.getState().toasts.map(({ tone, text }) => [tone, text])
const refused = new ApiFailure('http', 422, 'Unprocessable', { message: 'too long' })

beforeEach(() => useLab.setState(closedLab))
afterEach(() => {
  vi.resetAllMocks()
  useToasts.setState({ toasts: [] })
})

test('SQL-2.06 SQL-8.03 saving gives the tab the name and the saved query it now belongs to', async () => {
  open()
  vi.mocked(calls.createSavedQuery).mockResolvedValue(17)
  expect(await saveAsNew('a', { label: 'Late orders', description: 'By region' })).toBeUndefined()
  expect(vi.mocked(calls.createSavedQuery).mock.calls[0]?.[0]).toEqual({
    label: 'Late orders',
    description: 'By region',
    sql: 'SELECT 1',
    db_id: 3,
    schema: 'public',
    template_parameters: '{"n": 1}',
  })
  expect(seen()).toMatchObject({ remoteId: 17, name: 'Late orders' })
  expect(said()).toEqual([['success', 'Your query was saved']])
})

test('SQL-8.03 a query that could not be saved or updated says so and gives the reason', async () => {
  open({ remoteId: 17 })
  vi.mocked(calls.createSavedQuery).mockRejectedValue(refused)
  vi.mocked(calls.updateSavedQuery).mockRejectedValue(refused)
  expect(await saveAsNew('a', { label: 'x', description: '' })).toBe('too long')
  expect(await updateSaved('a', { label: 'x', description: '' })).toBe('too long')
  expect(seen()).toMatchObject({ remoteId: 17, name: 'Untitled Query 1' })
  expect(said()).toEqual([
    ['danger', 'Your query could not be saved'],
    ['danger', 'Your query could not be updated'],
  ])
})

test('SQL-8.03 a query whose tab the server did not tie to it was not properly saved', async () => {
  open({ serverId: 5 })
  vi.mocked(keepTabs.keepsOnServer).mockReturnValue(true)
  vi.mocked(calls.createSavedQuery).mockResolvedValue(17)
  vi.mocked(calls.putTab).mockRejectedValue(new ApiFailure('network'))
  await saveAsNew('a', { label: 'x', description: '' })
  expect(vi.mocked(calls.putTab).mock.calls[0]).toMatchObject([5, { saved_query_id: '17' }])
  expect(seen().remoteId).toBe(17)
  expect(said()).toEqual([['danger', 'Your query was not properly saved']])
})

test('SQL-2.06 SQL-8.03 updating replaces what the saved query holds', async () => {
  open({ remoteId: 17 })
  vi.mocked(calls.updateSavedQuery).mockResolvedValue({})
  await updateSaved('a', { label: 'Later orders', description: '' })
  expect(vi.mocked(calls.updateSavedQuery).mock.calls[0]).toMatchObject([17, { label: 'Later orders', sql: 'SELECT 1' }])
  expect(seen()).toMatchObject({ remoteId: 17, name: 'Later orders' })
  expect(said()).toEqual([['success', 'Your query was updated']])
})

test('SQL-8.02 a schedule is kept with the query; both endings have their words', async () => {
  open()
  vi.mocked(calls.createSavedQuery).mockResolvedValueOnce(18).mockRejectedValueOnce(refused)
  await scheduleTab('a', { label: 'x', description: '', info: { tries: 2 } })
  expect(vi.mocked(calls.createSavedQuery).mock.calls[0]?.[0]).toMatchObject({ extra_json: '{"schedule_info":{"tries":2}}' })
  expect(seen().remoteId).toBeNull()
  expect(await scheduleTab('a', { label: 'x', description: '', info: {} })).toBe('too long')
  expect(said()).toEqual([
    ['success', 'Your query has been scheduled. To see details of your query, navigate to Saved queries'],
    ['danger', 'Your query could not be scheduled'],
  ])
})

test('SQL-1.02 SQL-2.07 a link holds the query as it is in the tab and never runs it by itself', async () => {
  open()
  vi.mocked(calls.createPermalink).mockResolvedValueOnce('http://host/sqllab/p/k/').mockRejectedValueOnce(refused)
  expect(await makeLink('a')).toBe('http://host/sqllab/p/k/')
  expect(vi.mocked(calls.createPermalink).mock.calls[0]?.[0]).toEqual({
    dbId: 3,
    name: 'Untitled Query 1',
    sql: 'SELECT 1',
    schema: 'public',
    templateParams: '{"n": 1}',
    autorun: false,
  })
  expect(await makeLink('a')).toBeUndefined()
  expect(said()).toEqual([['danger', 'There was an error with your request']])
})
