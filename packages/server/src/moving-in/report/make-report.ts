import type { FidelityReport, NotBrought } from '@sightline/contract'
import type { DatasetPlan, Plan, Planning } from '../../bundles/import-plan.ts'
import { momentOf } from '../../moment.ts'
import type { ExtrasOutcome, MoveSource } from '../source.ts'
import type { DataChecks } from './check-data.ts'
import { uncheckedDataset } from './check-dataset.ts'
import type { Judgements } from './judge-pictures.ts'
import { leftOutOfBundles } from './left-out.ts'

interface Parts {
  readonly planning: Planning
  readonly source: Pick<MoveSource, 'kind' | 'name' | 'notBrought'>
  readonly checks: DataChecks
  readonly judgements: Judgements
  readonly extras: ExtrasOutcome
  readonly isDryRun: boolean
  readonly madeOn: Date
}

const fates = { make: 'made', replace: 'replaced', keep: 'kept' } as const

/** How faithfully everything came over. What was lost stands first. */
export function makeReport({ planning, source, checks, judgements, extras, isDryRun, madeOn }: Parts): FidelityReport {
  const { databases, datasets, charts, dashboards, queries } = planning
  const closed = new Set(extras.closed.map((uuid) => uuid.toLowerCase()))
  const arrived = (plan: Plan<{ readonly uuid: string }>, name: string) => ({ uuid: plan.content.uuid, name, fate: fates[plan.fate], id: plan.id })
  return {
    made_on: momentOf(madeOn),
    is_dry_run: isDryRun,
    source: { kind: source.kind, name: source.name },
    not_brought: [...notesOf(planning), ...source.notBrought, ...extras.notBrought, ...(source.kind === 'bundle' ? leftOutOfBundles(planning) : [])],
    databases: [...databases].map(([uuid, plan]) => ({
      ...arrived(plan, plan.content.database_name),
      ...(checks.databases.get(uuid) ?? { opens: false, why: 'It was not asked.' }),
    })),
    datasets: [...datasets].map(([uuid, plan]) => ({
      ...arrived(plan, nameOfDataset(plan)),
      database: databases.get(plan.content.database_uuid)?.content.database_name ?? '',
      ...(checks.datasets.get(uuid) ?? uncheckedDataset('The database was not asked.')),
      // One that an earlier move closed stays so.
      is_closed: closed.has(uuid) || (plan.before?.row.closed_because ?? null) !== null,
    })),
    charts: [...charts.values()].map((plan) => ({
      ...arrived(plan, plan.content.slice_name),
      viz_type: plan.content.viz_type,
      ...judgements.charts.get(plan)!,
    })),
    dashboards: [...dashboards.values()].map((plan) => ({ ...arrived(plan, plan.content.dashboard_title), ...judgements.dashboards.get(plan)! })),
    saved_queries: [...queries.values()].map((plan) => arrived(plan, plan.content.label || 'Untitled query')),
    extras: extras.brought.map(({ kind, count }) => ({ kind, brought: count })),
  }
}

const notesOf = ({ notes }: Planning): readonly NotBrought[] => notes.map(({ kind, name, words }) => ({ kind, name, why: words }))

const nameOfDataset = ({ content: { schema, table_name } }: DatasetPlan): string => (schema ? `${schema}.${table_name}` : table_name)
