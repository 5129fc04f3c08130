import type { FidelityReport } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { planBundle, writeBundle } from '../bundles/import-bundle.ts'
import type { ImportOrder } from '../bundles/import-form.ts'
import type { Planning } from '../bundles/import-plan.ts'
import type { Db } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { foreseeExtras, writeExtras } from './extras/write-extras.ts'
import { checkData } from './report/check-data.ts'
import { judgePictures } from './report/judge-pictures.ts'
import { makeReport } from './report/make-report.ts'
import type { ExtrasOutcome, IdsOf, MoveSource } from './source.ts'

/** What is done at the moment, and how much of how much of it is. */
export type OnStep = (words: string, done?: number, total?: number | null) => void

export type MoveSecrets = Pick<ImportOrder, 'passwords' | 'tunnelPasswords' | 'tunnelKeys' | 'tunnelKeyPasswords'>

interface MoveOptions {
  /** Everything is planned and reported, nothing written. */
  readonly isDryRun: boolean
  readonly secrets: MoveSecrets
  readonly signal: AbortSignal
  readonly onStep: OnStep
  /** Called within the transaction that writes everything, after all of it; what it throws undoes everything. */
  readonly onWritten?: (tx: Db, report: FidelityReport) => Promise<void>
}

/** Brings everything of a source over, or nothing of it, and tells how faithfully it came. */
export async function moveIn(deps: Deps, caller: Caller, source: MoveSource, options: MoveOptions): Promise<FidelityReport> {
  const { isDryRun, secrets, signal, onStep } = options
  onStep('Reading the bundle')
  const order = { archive: source.archive, overwrite: true, isMove: true, ...secrets }
  const planning = await planBundle(deps, caller, 'assets', order, signal)
  const checks = await checkData(planning, onStep)
  onStep('Looking at charts and dashboards')
  const judgements = await judgePictures(planning, checks)
  const report = (extras: ExtrasOutcome): FidelityReport => makeReport({ planning, source, checks, judgements, extras, isDryRun, madeOn: deps.now() })
  const idsOf = idsOfPlan(planning)
  if (isDryRun) {
    onStep('Making the report')
    return report(await foreseeExtras(deps, caller, source.extras, idsOf))
  }
  onStep('Writing')
  let made: FidelityReport | undefined
  await writeBundle(planning, async (tx) => {
    const extras = await writeExtras(tx, deps, caller, source.extras, idsOf)
    signal.throwIfAborted()
    made = report(extras)
    await options.onWritten?.(tx, made)
  })
  return made!
}

/** Ids are there once everything is written; before, only of what was here. */
const idsOfPlan =
  ({ datasets, charts, dashboards, queries }: Planning): IdsOf =>
  (kind, uuid) =>
    ({ dataset: datasets, chart: charts, dashboard: dashboards, saved_query: queries })[kind].get(uuid.toLowerCase())?.id
