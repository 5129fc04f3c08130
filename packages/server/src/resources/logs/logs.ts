import { integer, moment, relatedUsers, text, toOne, userRelation } from '../../rest/parts.ts'
import { defineResource } from '../../rest/resource.ts'

const columns = ['user.username', 'action', 'dttm', 'json', 'slice_id', 'dashboard_id', 'user_id', 'duration_ms', 'referrer']

export const logs = defineResource({
  name: 'log',
  view: 'Log',
  title: 'Log',
  table: 'logs',
  relations: { user: userRelation },
  list: columns,
  show: columns,
  order: columns,
  plainOrder: ['dttm', 'slice_id', 'dashboard_id', 'user_id', 'duration_ms'],
  defaultOrder: { column: 'dttm', direction: 'desc' },
  search: {
    user: toOne,
    action: text,
    dttm: moment,
    json: text,
    slice_id: integer,
    dashboard_id: integer,
    user_id: integer,
    duration_ms: integer,
    referrer: text,
  },
  related: { user: relatedUsers() },
  permissions: ['can_read', 'can_recent_activity'],
})
