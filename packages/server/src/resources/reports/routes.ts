import { reportEndpoints, type ReportPost, type ReportPut } from '@sightline/contract'
import { sql } from 'kysely'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { idOf } from '../../rest/ids.ts'
import { findVisible, item } from '../../rest/item.ts'
import { list } from '../../rest/list.ts'
import { askedBy, readRoutes, writeRoutes } from '../../rest/routes.ts'
import { reportLogs, reports } from './reports.ts'
import { createReport, updateReport } from './write.ts'

const e = reportEndpoints

/** Without the feature there are no reports at all. */
const whileOn = ({ endpoint, handle }: Route): Route => ({
  endpoint,
  handle: async (deps, call) => {
    if (!deps.config.featureFlags.ALERT_REPORTS) throw new Refusal(404, 'Not found')
    return handle(deps, call)
  },
})

export const routes: readonly Route[] = [
  ...readRoutes(reports, e),
  ...writeRoutes<ReportPost, ReportPut>(reports, e, { create: createReport, update: updateReport }),
  route(e.listLogs, async (deps, call) => {
    const asked = askedBy(deps, call)
    const id = idOf(call.params.id)
    await findVisible(reports, asked, id)
    return list(reportLogs, asked, call.query.q, sql`report_logs.report_id = ${id}`)
  }),
  route(e.getLog, async (deps, call) => {
    const asked = askedBy(deps, call)
    const id = idOf(call.params.id)
    await findVisible(reports, asked, id)
    return item(reportLogs, asked, call.params.logId, call.query.q, sql`report_logs.report_id = ${id}`)
  }),
].map(whileOn)
