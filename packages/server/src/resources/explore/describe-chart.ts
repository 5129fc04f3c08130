import { renderMarkdown } from '@sightline/core'
import { formDataOf, sliceUrl } from '../../charts/form-data.ts'
import { fullNameOf } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import type { ChartRow } from '../../explorer/reach-source.ts'
import { humanizeSince } from '../../rest/humanize.ts'

interface Person {
  readonly first_name: string
  readonly last_name: string
}
const fullName = ({ first_name, last_name }: Person): string => `${first_name} ${last_name}`.trim()

/** A saved chart as the explorer gets it, with what its header tells about it. */
export async function describeChart({ db, now }: Deps, chart: ChartRow) {
  const [owners, dashboards, dataset] = await Promise.all([
    db
      .selectFrom('users')
      .innerJoin('chart_owners', 'chart_owners.user_id', 'users.id')
      .select(['users.id', 'users.first_name', 'users.last_name'])
      .where('chart_owners.chart_id', '=', chart.id)
      .orderBy('users.id')
      .execute(),
    db
      .selectFrom('dashboards')
      .innerJoin('dashboard_charts', 'dashboard_charts.dashboard_id', 'dashboards.id')
      .select(['dashboards.id', 'dashboards.dashboard_title'])
      .where('dashboard_charts.chart_id', '=', chart.id)
      .orderBy('dashboards.id')
      .execute(),
    db.selectFrom('datasets').select(['schema', 'table_name']).where('id', '=', chart.datasource_id).executeTakeFirst(),
  ])
  const [createdBy, changedBy] = await Promise.all([personOf(db, chart.created_by_id), personOf(db, chart.changed_by_id)])
  const changed = humanizeSince(chart.changed_on, now())
  return {
    slice: {
      slice_id: chart.id,
      slice_name: chart.slice_name,
      slice_url: sliceUrl(chart.id),
      form_data: formDataOf(chart),
      query_context: chart.query_context,
      datasource: dataset ? fullNameOf(dataset) : chart.datasource_name,
      description: chart.description,
      description_markeddown: renderMarkdown(chart.description),
      cache_timeout: chart.cache_timeout,
      certified_by: chart.certified_by,
      certification_details: chart.certification_details,
      changed_on: chart.changed_on,
      changed_on_humanized: changed,
      modified: changed,
      edit_url: `/chart/edit/${chart.id}`,
      is_managed_externally: chart.is_managed_externally,
      owners: owners.map(({ id }) => id),
    },
    metadata: {
      created_on_humanized: humanizeSince(chart.created_on, now()),
      changed_on_humanized: changed,
      owners: owners.map(fullName),
      dashboards,
      ...(createdBy ? { created_by: fullName(createdBy) } : {}),
      ...(changedBy ? { changed_by: fullName(changedBy) } : {}),
    },
  }
}

const personOf = async (db: Deps['db'], id: number | null): Promise<Person | undefined> =>
  id === null ? undefined : db.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', id).executeTakeFirst()
