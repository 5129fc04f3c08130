import type { ReportPost, ReportPut } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Writer } from '../../data-permissions/pairs.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { findVisible } from '../../rest/item.ts'
import { mustOwn, ownersForCreate, ownersForUpdate, setOwners } from '../../rest/owners.ts'
import { askedBy } from '../../rest/routes.ts'
import { checkReport, refuseBadCrontab, refuseSecond, type Wanted } from './check.ts'
import { reports } from './reports.ts'

const plain = [
  'type',
  'name',
  'description',
  'context_markdown',
  'active',
  'crontab',
  'creation_method',
  'timezone',
  'report_format',
  'sql',
  'validator_type',
  'log_retention',
  'grace_period',
  'working_timeout',
  'force_screenshot',
  'custom_width',
] as const

export async function createReport(deps: Deps, caller: Caller, body: ReportPost) {
  refuseBadCrontab(body)
  if (body.type === 'Report' && body.database !== undefined) throw new Refusal(400, { database: ['Database reference is not allowed on a report'] })
  const wanted: Wanted = {
    id: null,
    type: body.type,
    name: body.name,
    creationMethod: body.creation_method ?? 'alerts_reports',
    chartId: body.chart ?? null,
    dashboardId: body.dashboard ?? null,
    databaseId: body.database ?? null,
    sql: body.sql ?? null,
  }
  await checkReport(deps, caller, wanted)
  await refuseSecond(deps, caller, wanted)
  const owners = await ownersForCreate(deps, caller, body.owners)
  const id = await deps.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('reports')
      .values({
        type: body.type,
        name: body.name,
        description: body.description ?? null,
        context_markdown: body.context_markdown ?? null,
        active: body.active ?? true,
        crontab: body.crontab,
        creation_method: wanted.creationMethod,
        timezone: body.timezone ?? 'UTC',
        report_format: body.report_format ?? 'PNG',
        sql: wanted.sql,
        chart_id: wanted.chartId,
        dashboard_id: wanted.dashboardId,
        database_id: wanted.databaseId,
        last_state: 'Not triggered',
        validator_type: body.validator_type ?? null,
        validator_config_json: spaced(body.validator_config_json ?? {}),
        log_retention: body.log_retention ?? 90,
        grace_period: body.grace_period ?? 14_400,
        working_timeout: body.working_timeout ?? 3600,
        force_screenshot: body.force_screenshot ?? false,
        custom_width: body.custom_width ?? null,
        extra_json: JSON.stringify(body.extra ?? {}),
        ...createdNow(deps, caller),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setOwners(tx, reports, made.id, owners)
    await setRecipients(deps, tx, caller, made.id, body.recipients ?? [])
    return made.id
  })
  return { id, result: body }
}

export async function updateReport(deps: Deps, caller: Caller, id: number, body: ReportPut) {
  await findVisible(reports, askedBy(deps, { caller }), id)
  await mustOwn(deps, reports, caller, [id])
  refuseBadCrontab(body)
  const before = await deps.db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const wanted: Wanted = {
    id,
    type: body.type ?? before.type,
    name: body.name ?? before.name,
    creationMethod: body.creation_method ?? before.creation_method,
    chartId: body.chart === undefined ? before.chart_id : body.chart,
    dashboardId: body.dashboard === undefined ? before.dashboard_id : body.dashboard,
    databaseId: body.database === undefined ? before.database_id : body.database,
    sql: body.sql === undefined ? before.sql : body.sql,
  }
  // Sending one of the two means leaving the other.
  const { chartId, dashboardId } =
    body.chart && body.dashboard === undefined
      ? { chartId: wanted.chartId, dashboardId: null }
      : body.dashboard && body.chart === undefined
        ? { chartId: null, dashboardId: wanted.dashboardId }
        : wanted
  await checkReport(deps, caller, { ...wanted, chartId, dashboardId })
  const owners = await ownersForUpdate(deps, caller, body.owners)
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('reports')
      .set({
        ...only(body, plain),
        chart_id: chartId,
        dashboard_id: dashboardId,
        database_id: wanted.databaseId,
        ...(body.validator_config_json === undefined ? {} : { validator_config_json: spaced(body.validator_config_json) }),
        ...(body.extra === undefined ? {} : { extra_json: JSON.stringify(body.extra) }),
        // What is switched off while it works must not look busy for ever.
        ...(body.active === false && before.last_state === 'Working' ? { last_state: 'Not triggered' } : {}),
        ...changedNow(deps, caller),
      })
      .where('id', '=', id)
      .execute()
    if (owners) await setOwners(tx, reports, id, owners)
    if (body.recipients) await setRecipients(deps, tx, caller, id, body.recipients)
  })
  return { id, result: body }
}

async function setRecipients(deps: Deps, tx: Writer, caller: Caller, reportId: number, recipients: NonNullable<ReportPost['recipients']>): Promise<void> {
  await tx.deleteFrom('report_recipients').where('report_id', '=', reportId).execute()
  for (const { type, recipient_config_json } of recipients) {
    await tx
      .insertInto('report_recipients')
      .values({ report_id: reportId, type, recipient_config_json: spaced(recipient_config_json ?? {}), ...createdNow(deps, caller) })
      .execute()
  }
}

/** JSON of a flat object as other programs of this interface write it, with spaces: these texts are compared by clients. */
const spaced = (value: Readonly<Record<string, unknown>>): string =>
  `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`)
    .join(', ')}}`
