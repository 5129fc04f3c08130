import { ok } from '@sightline/core'
import type { DatasetPlan, Planning } from '../../bundles/import-plan.ts'
import type { OnStep } from '../move-in.ts'
import { checkDataset, uncheckedDataset, type DatasetCheck } from './check-dataset.ts'
import { lookInto, tryDatabase, whyClosed } from './open-database.ts'

export interface DatabaseCheck {
  readonly opens: boolean
  readonly why: string | null
}

/** By uuid in the bundle. */
export interface DataChecks {
  readonly databases: ReadonlyMap<string, DatabaseCheck>
  readonly datasets: ReadonlyMap<string, DatasetCheck>
}

/** How long a database may take to open, to answer about one dataset, and to answer about all of them. */
const limitsMs = { opening: 10_000, dataset: 15_000, database: 180_000 }
/** Databases that are asked at the same time. */
const mostAtOnce = 3

/** Asks the real databases whether everything that the datasets speak of is there. */
export async function checkData(planning: Planning, onStep: OnStep): Promise<DataChecks> {
  const databases = new Map<string, DatabaseCheck>()
  const datasets = new Map<string, DatasetCheck>()
  const waiting = groupByDatabase(planning)
  const total = planning.datasets.size
  let done = 0
  onStep('Asking the databases', done, total)
  const noteDone = (plan: DatasetPlan, check: DatasetCheck): void => {
    datasets.set(plan.content.uuid, check)
    onStep('Asking the databases', ++done, total)
  }
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      planning.signal.throwIfAborted()
      databases.set(next.uuid, await checkDatabase(planning, next.uuid, next.plans, noteDone))
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  planning.signal.throwIfAborted()
  return { databases, datasets }
}

function groupByDatabase({ databases, datasets }: Planning): { readonly uuid: string; readonly plans: DatasetPlan[] }[] {
  const groups = new Map<string, DatasetPlan[]>([...databases.keys()].map((uuid) => [uuid, []]))
  for (const plan of datasets.values()) {
    const uuid = plan.content.database_uuid
    groups.set(uuid, [...(groups.get(uuid) ?? []), plan])
  }
  return [...groups].map(([uuid, plans]) => ({ uuid, plans }))
}

async function checkDatabase(
  planning: Planning,
  uuid: string,
  plans: readonly DatasetPlan[],
  noteDone: (plan: DatasetPlan, check: DatasetCheck) => void,
): Promise<DatabaseCheck> {
  const { signal, databases } = planning
  const within = (milliseconds: number): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(milliseconds)])
  const whole = within(limitsMs.database)
  const asked = new Set<DatasetPlan>()
  const answer = await lookInto(planning, uuid, async (database) => {
    const opening = await tryDatabase(database, within(limitsMs.opening))
    if (!opening.ok) return opening
    for (const plan of plans) {
      signal.throwIfAborted()
      asked.add(plan)
      const mine = AbortSignal.any([whole, AbortSignal.timeout(limitsMs.dataset)])
      const check = whole.aborted
        ? uncheckedDataset('The database took too long with the others.')
        : plan.fate === 'keep'
          ? uncheckedDataset('It was here already and is used as it is.')
          : await checkDataset(planning, database, plan.content, mine)
      noteDone(plan, check)
    }
    return ok(undefined)
  })
  signal.throwIfAborted()
  const plan = databases.get(uuid)
  const closed = plan ? whyClosed(plan) : null
  const why = answer.ok ? null : (closed ?? `It cannot be opened: ${answer.problem.message}`)
  for (const one of plans) if (!asked.has(one)) noteDone(one, uncheckedDataset(`Its database was not asked. ${why ?? ''}`.trim()))
  return { opens: answer.ok, why }
}
